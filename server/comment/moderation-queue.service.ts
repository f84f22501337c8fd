import { CLAIM_MINUTES, TARGET_HOURS, type Moderated, type ModerationItem } from '../../contract/comment/moderation.ts';
import type { PenaltyKind } from '../../contract/comment/penalty.ts';
import type { ModerationState } from '../../contract/comment/comment.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import { wireTime } from '../db/clock.ts';
import type { AppContext } from '../context.ts';
import { failed, invalid, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { findTargets } from './comment-target.service.ts';
import { recordsOf } from './moderation-record.service.ts';
import { moderate, objectionTo, type ModeratedTable } from './moderation.service.ts';
import {
  claimRow,
  decisionTimes,
  lastDecision,
  moderatedRow,
  openReports,
  rejectedSince,
  releaseRow,
  waiting,
  waitingCounts,
  type ModeratedRow,
} from './moderation.queries.ts';
import { activePenalties, punish } from './penalty.service.ts';
import { findWords } from './sensitive-word.service.ts';
import { holdsClaim } from './comment.policy.ts';

const SHOWN = 50;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const HISTORY = 90 * 24 * HOUR;
const SERVICE = 30 * 24 * HOUR;
const STATES = ['pending', 'folded', 'appealed'] as const;

const tableOf = (kind: Moderated): ModeratedTable => (kind === 'comment' ? 'comment' : 'authorMessage');

/** The texts that wait for a moderator, the oldest first, with what a moderator needs to judge them. */
export async function queue({ db }: AppContext, currentUser: CurrentUser, status: (typeof STATES)[number] | undefined) {
  const now = Date.now();
  const states = status ? [status] : STATES;
  const comments = await waiting(db, 'comment', states, SHOWN);
  const messages = await waiting(db, 'authorMessage', states, SHOWN);
  const all = [...comments.map((row) => ({ kind: 'comment' as const, row })), ...messages.map((row) => ({ kind: 'message' as const, row }))]
    .toSorted((one, other) => one.row.stateTime - other.row.stateTime)
    .slice(0, SHOWN);
  const writers = [...new Set(all.map(({ row }) => row.userId))];
  const names = await namesOf(db, [...writers, ...all.flatMap(({ row }) => row.claimedBy ?? [])]);
  const targets = await findTargets(db, comments);
  const penalties = await activePenalties(db, writers);
  const rejected = await rejectedSince(db, writers, now - HISTORY);
  const reports = await openReports(
    db,
    comments.map(({ id }) => id),
  );
  const idsOf = (kind: Moderated): number[] => all.filter((one) => one.kind === kind).map(({ row }) => row.id);
  const records = { comment: await recordsOf(db, 'comment', idsOf('comment')), message: await recordsOf(db, 'authorMessage', idsOf('message')) };
  const rows: ModerationItem[] = [];
  for (const { kind, row } of all) {
    const found = await findWords(db, row.content);
    const claimed = row.claimedBy !== null && Number(row.claimedUntil) > now;
    rows.push({
      kind,
      id: row.id,
      content: row.content,
      previousContent: row.previousContent,
      images: JSON.parse(row.images) as string[],
      targetTitle: kind === 'comment' ? (targets.get(`${row.targetType}:${row.targetId}`)?.title ?? '内容已下架') : '',
      link: row.link,
      userId: row.userId,
      nickName: names.get(row.userId) ?? '已注销用户',
      status: row.status as ModerationState,
      words: [...new Set(found.map(({ word }) => word))],
      marks: found.map(({ start, end }) => ({ start, end })),
      reports: grouped(reports.filter(({ commentId }) => kind === 'comment' && commentId === row.id)),
      appeal: row.status === 'appealed' ? row.appealReason : '',
      rejectReason: row.rejectReason,
      auditBy: row.auditBy,
      record: records[kind].get(row.id) ?? '',
      passOverturns: (await lastDecision(db, tableOf(kind), row.id))?.event === 'reject',
      rejectedBefore: rejected.get(row.userId) ?? 0,
      penalties: penalties
        .filter(({ userId }) => userId === row.userId)
        .map(({ kind: punishment, toTime }) => ({ kind: punishment as PenaltyKind, toTime: wireTime(toTime) })),
      claimedBy: claimed ? (names.get(row.claimedBy ?? 0) ?? '') : '',
      claimedByMe: claimed && holdsClaim(row, currentUser),
      waitingSince: wireTime(row.stateTime),
      late: now - row.stateTime > TARGET_HOURS * HOUR,
    });
  }
  const counts = await waitingCounts(db);
  const times = (await decisionTimes(db, now - SERVICE)).toSorted((one, other) => one - other);
  return {
    rows,
    counts: { pending: counts['pending'] ?? 0, folded: counts['folded'] ?? 0, appealed: counts['appealed'] ?? 0 },
    medianMinutes: times.length === 0 ? null : Math.round(times[times.length >> 1] ?? 0),
  };
}

function grouped(reports: readonly { reason: string; detail: string }[]): ModerationItem['reports'] {
  const found = new Map<string, { reason: string; detail: string; count: number }>();
  for (const { reason, detail } of reports) {
    const before = found.get(reason);
    found.set(reason, { reason, detail: before?.detail || detail, count: (before?.count ?? 0) + 1 });
  }
  return [...found.values()].toSorted((one, other) => other.count - one.count);
}

async function namesOf(db: AppContext['db'], ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('user')
    .select(['id', 'nickName'])
    .where('id', 'in', [...new Set(ids)])
    .execute();
  return new Map(rows.map(({ id, nickName }) => [id, nickName]));
}

export async function claim({ db }: AppContext, currentUser: CurrentUser, kind: Moderated, id: number): Promise<void> {
  const now = Date.now();
  const row = await moderatedRow(db, tableOf(kind), id);
  if (!row) throw missing('内容不存在或已被删除，请刷新后重试');
  // A lock of somebody who may not decide would only keep the others away.
  const objection = await objectionTo(db, tableOf(kind), row, currentUser.userId);
  if (objection) throw objection;
  if (!(await claimRow(db, tableOf(kind), id, currentUser.userId, now, now + CLAIM_MINUTES * MINUTE)))
    throw failed('这一条已由另一位同事领取或已处理，请刷新后处理别的内容');
}

export async function release({ db }: AppContext, currentUser: CurrentUser, kind: Moderated, id: number): Promise<void> {
  await releaseRow(db, tableOf(kind), id, currentUser.userId);
}

interface Judgement {
  readonly event: 'pass' | 'reject';
  readonly reason: string;
  readonly penalty?: { readonly kind: PenaltyKind; readonly days: number } | null | undefined;
}

/** Judges one text; the writer's penalty is part of the same transaction. */
export async function judge(caller: RequestCaller, kind: Moderated, id: number, { event, reason, penalty }: Judgement): Promise<void> {
  if (penalty && event !== 'reject') throw invalid('处罚只能与驳回一起作出');
  await withOperationLog(caller, { title: '内容审核', business: 'edit' }, async (tx) => {
    const row: ModeratedRow | undefined = await moderatedRow(tx, tableOf(kind), id);
    if (!row) throw missing('内容不存在或已被删除，请刷新后重试');
    await moderate(tx, caller.currentUser, tableOf(kind), id, event, reason);
    if (penalty) await punish(tx, caller.currentUser, row.userId, penalty.kind, penalty.days, reason);
  });
}
