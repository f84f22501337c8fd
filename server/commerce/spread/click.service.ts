import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY_MS } from '../../../contract/clock.ts';
import { API_PREFIX } from '../../../contract/limits.ts';
import { SPREAD } from '../../../contract/commerce/spread/spread-limits.ts';
import type { AppContext } from '../../context.ts';
import { wireDate } from '../../db/clock.ts';
import type { Tx } from '../../db/database.ts';
import { samePerson } from '../../db/same-person.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { rateLimitKey } from '../../http/rate-limit-key.ts';
import { countEvent } from '../../http/rate-limit.ts';
import { numberOf } from '../payment.service.ts';
import { addClick, lastClick, linkByCode, removeOldClicks, shareDevice, storeClick } from './click.queries.ts';
import { commissionOf } from './commission.rule.ts';
import { isRobot } from './robot.rule.ts';
import { covers, isEarning } from './spread.policy.ts';

/** Names the browser for a few days, so that its order finds the link that it opened. It says nothing about a person. */
const COOKIE = 'shuzhou-visit';
const ID = /^[\w-]{43}$/;
const DAY_S = 86_400;
/** Clicks from one network in an hour that are stored; a class behind one address stays below it. */
const CLICKS = { name: 'spread-click', windowMs: 3_600_000 } as const;
const CLICKS_MOST = 300;

const daysOf = (context: { readonly db: AppContext['db'] | Tx }): Promise<number> => numberOf(context, 'pay.spread.days', SPREAD.days);
const hashOf = (id: string): string => createHash('sha256').update(id).digest('hex');

function idIn(request: FastifyRequest): string | null {
  const found = (request.headers.cookie ?? '')
    .split('; ')
    .find((pair) => pair.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1);
  return found && ID.test(found) ? found : null;
}

/** The device of a request, if it has opened a link lately. */
export function visitOf(request: FastifyRequest): string | null {
  const id = idIn(request);
  return id && hashOf(id);
}

/** Counts a click once for each device and day. Robots, unknown codes and the promoter's own clicks do nothing, and the answer is the same. */
export async function click(
  context: AppContext,
  currentUser: CurrentUser | null,
  code: string,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply | null },
): Promise<void> {
  if (isRobot(request.headers['user-agent'] ?? '')) return;
  if ((await countEvent(context, CLICKS, rateLimitKey(request.ip))) > CLICKS_MOST) return;
  const link = await linkByCode(context.db, code);
  if (!link || link.status === 'ended') return;
  if (currentUser && (await samePerson(context.db, currentUser.userId, link.promoterId))) return;
  const id = idIn(request) ?? randomBytes(32).toString('base64url');
  const now = Date.now();
  await context.db.transaction().execute(async (tx) => {
    if (await storeClick(tx, { spreadId: link.id, deviceHash: hashOf(id), day: wireDate(now), at: now })) await addClick(tx, link.id);
  });
  const secure = context.settings.publicUrl.startsWith('https:') ? '; Secure' : '';
  const life = (await daysOf(context)) * DAY_S;
  void reply?.header('set-cookie', `${COOKIE}=${id}; Path=${API_PREFIX}; Max-Age=${life}; HttpOnly; SameSite=Lax${secure}`);
}

interface Attribution {
  readonly spreadId: number | null;
  readonly commissionFen: number;
}
const NONE: Attribution = { spreadId: null, commissionFen: 0 };

/**
 * For each line of a new order the link for which it counts: the one that the device opened last, if it is active, covers the line, and does not
 * belong to the buyer's own person or to somebody who uses the same device.
 */
export async function attribute(
  tx: Tx,
  buyerId: number,
  visit: string | null,
  lines: readonly { readonly publishId: number; readonly payFen: number }[],
): Promise<Attribution[]> {
  const now = Date.now();
  const link = visit === null ? undefined : await lastClick(tx, visit, now - (await daysOf({ db: tx })) * DAY_MS);
  if (!link || !isEarning(link, wireDate(now))) return lines.map(() => NONE);
  if ((await samePerson(tx, link.promoterId, buyerId)) || (await shareDevice(tx, link.promoterId, buyerId))) return lines.map(() => NONE);
  return lines.map((line) => (covers(link, line) ? { spreadId: link.id, commissionFen: commissionOf(line.payFen, link.rateBp) } : NONE));
}

/** Clicks are not kept longer than an order can count for them. */
export async function removeDueClicks(context: AppContext): Promise<boolean> {
  await removeOldClicks(context.db, Date.now() - ((await daysOf(context)) + 1) * DAY_MS);
  return false;
}
