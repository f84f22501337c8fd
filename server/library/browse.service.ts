import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { DAY_MS } from '../../contract/clock.ts';
import { browse, type BrowseTarget, type HistoryRow } from '../../contract/library/browse.ts';
import type { AppContext } from '../context.ts';
import { crudService } from '../crud/crud-service.ts';
import { wireTime } from '../db/clock.ts';
import { offsetOf } from '../db/page-offset.ts';
import { forgetTotals } from '../db/total.ts';
import { missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { rateLimit, type RateLimit } from '../http/rate-limit.ts';
import { addressFamily, rateLimitKey } from '../http/rate-limit-key.ts';
import {
  addVisit,
  clearVisits,
  continueVisit,
  dropVisits,
  forgetVisits,
  historyRows,
  historyTotal,
  isPrivate,
  lastVisit,
  setPrivate,
} from './browse.queries.ts';
import { targetKey, targetPages } from './browse-target.service.ts';
import { ofUserName } from './record-filter.ts';

/** A reload, or a return within this time, continues the same visit. */
const SAME_VISIT_MS = 30 * 60_000;
/** A whole school may share one address. */
const PER_ADDRESS: RateLimit = { name: 'browse', points: 3_000, windowMs: 3_600_000, message: '记录得太频繁了' };

/** Returns the network of an address: the last group of IPv4, and all but three groups of IPv6, are left out. */
export function networkOf(ip: string): string {
  const key = rateLimitKey(ip);
  if (isIPv6(ip.replace(/%.*$/, '')) && key.includes('::')) return addressFamily(ip);
  return /^\d+(\.\d+){3}$/.test(key) ? key.replace(/\.\d+$/, '.*') : '';
}

/** Returns the kind of device from the agent of a request. */
export function deviceOf(agent: string): string {
  if (/iPad|Tablet|Android(?!.*Mobile)/i.test(agent)) return '平板';
  return /Mobile|iPhone|Android/i.test(agent) ? '手机' : '电脑';
}

interface Visit {
  readonly targetType: BrowseTarget;
  readonly targetId: number;
  readonly visitorId: string;
  readonly seconds: number;
}

/** Records a visit of a page that readers can open. A user in private mode leaves no record; nor does the device of such a user. */
export async function recordVisit(context: AppContext, currentUser: CurrentUser | null, request: FastifyRequest, visit: Visit): Promise<void> {
  await rateLimit(context, PER_ADDRESS, rateLimitKey(request.ip));
  if (currentUser && (await isPrivate(context.db, currentUser.userId))) return;
  const page = (await targetPages(context.db, [visit])).get(targetKey(visit));
  if (!page?.link) throw missing('内容不存在或已下架');
  const now = Date.now();
  const who = { userId: currentUser?.userId ?? null, visitorId: currentUser ? '' : visit.visitorId };
  const { targetType, targetId, seconds } = visit;
  const last = await lastVisit(context.db, { ...who, targetType, targetId }, now - SAME_VISIT_MS);
  if (last) return void (await continueVisit(context.db, last.id, Math.max(last.seconds, seconds), now));
  const from = { network: networkOf(request.ip), device: deviceOf(request.headers['user-agent'] ?? '') };
  await addVisit(context.db, { ...who, targetType, targetId, seconds, ...from }, now);
  forgetTotals(context.db);
}

export async function myHistory(context: AppContext, { userId }: CurrentUser, page: { pageNum: number; pageSize: number }) {
  const total = await historyTotal(context.db, userId);
  const rows = await historyRows(context.db, userId, page.pageSize, offsetOf(page, total));
  const pages = await targetPages(context.db, rows);
  return {
    rows: rows.map((row): HistoryRow => {
      const { title, link } = pages.get(targetKey(row)) ?? { title: '内容已被删除', link: '' };
      return { browseId: row.id, targetType: row.targetType as BrowseTarget, title, link, lastTime: wireTime(row.lastTime) };
    }),
    total,
  };
}

export async function forget(context: AppContext, { userId }: CurrentUser, browseId: number): Promise<void> {
  await forgetVisits(context.db, userId, browseId);
  forgetTotals(context.db);
}

export async function clearHistory(context: AppContext, { userId }: CurrentUser): Promise<void> {
  await clearVisits(context.db, userId);
  forgetTotals(context.db);
}

export const privacyOf = async (context: AppContext, { userId }: CurrentUser) => ({ isPrivate: await isPrivate(context.db, userId) });

export const savePrivacy = (context: AppContext, { userId }: CurrentUser, wanted: boolean): Promise<void> =>
  setPrivate(context.db, userId, wanted, Date.now());

/** Deletes records older than a number of days; returns how many. */
export const purgeBrowse = (context: AppContext, days: number): Promise<number> => dropVisits(context.db, Date.now() - days * DAY_MS);

export const browses = crudService(browse, {
  table: 'browse',
  log: '浏览记录',
  appendOnly: true,
  removal: 'hard',
  scope: { person: 'userId' },
  order: [['id', 'desc']],
  names: { userName: { from: 'user', column: 'userName', by: 'userId' } },
  filters: { userName: ofUserName },
  async show(db, rows) {
    const targets = rows as readonly { targetType: string; targetId: number }[];
    const pages = await targetPages(db, targets);
    return targets.map((row) => ({ targetTitle: pages.get(targetKey(row))?.title ?? '内容已被删除' }));
  },
});
