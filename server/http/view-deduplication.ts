import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { DAY_MS, SHANGHAI_MS } from '../../contract/clock.ts';
import type { AppContext } from '../context.ts';
import { credentialsOf, tokensIn } from './request-credentials.ts';
import { isDiskFull } from '../outage/outage.ts';
import { rateLimitKey } from './rate-limit-key.ts';
import type { App } from './serve.ts';
import type { CurrentUser } from './current-user.ts';

/** Maximum anonymous views of one item per day and address, which may be a whole school; the client chooses the agent. */
const PER_ADDRESS = 20;

/** The user who loads a page. The first data of the page is read anonymously, but the view counts for the user. */
const viewers = new WeakMap<FastifyRequest, CurrentUser>();

export async function rememberViewer(app: App, request: FastifyRequest): Promise<void> {
  for (const token of tokensIn(credentialsOf(request))) {
    const currentUser = await app.authenticate(token, request);
    if (currentUser) return void viewers.set(request, currentUser);
  }
}

/**
 * Returns whether a view counts: the first one per day of a user, or of an anonymous address with its agent. It stores a hash with a
 * daily salt until the end of the day; a call without a request does not count.
 */
export async function isFirstView(context: AppContext, currentUser: CurrentUser | null, request: FastifyRequest, thing: string): Promise<boolean> {
  if (!request.ip) return false;
  const person = currentUser ?? viewers.get(request);
  const now = Date.now();
  const day = Math.floor((now + SHANGHAI_MS) / DAY_MS);
  const lifeMs = (day + 1) * DAY_MS - SHANGHAI_MS - now;
  const salt = createHmac('sha256', context.settings.secret).update(`views of day ${day}`).digest();
  /** Whether this is one of the first `most` views with these parts. */
  const isAmongFirst = async (most: number, ...parts: readonly string[]): Promise<boolean> => {
    const key = createHmac('sha256', salt)
      .update(JSON.stringify([thing, ...parts]))
      .digest('base64url')
      .slice(0, 22);
    if (isOver(context, key)) return false;
    const count = await countVisit(context, `view:${key}`, lifeMs);
    if (count >= most && count < Infinity) over(context, key);
    return count <= most;
  };
  if (person) return isAmongFirst(1, 'user', String(person.userId));
  const address = rateLimitKey(request.ip);
  if (!(await isAmongFirst(1, 'agent', address, request.headers['user-agent'] ?? ''))) return false;
  return isAmongFirst(PER_ADDRESS, 'address', address);
}

/** Keys whose further views of the day do not count: repeated visits write nothing. The key contains the day. */
const finished = new WeakMap<AppContext, Set<string>>();
const FINISHED = 20_000;

const isOver = (context: AppContext, key: string): boolean => finished.get(context)?.has(key) ?? false;

function over(context: AppContext, key: string): void {
  let keys = finished.get(context);
  if (!keys) finished.set(context, (keys = new Set()));
  const [oldest] = keys;
  if (oldest !== undefined && keys.size >= FINISHED) keys.delete(oldest);
  keys.add(key);
}

/** Counts a visit. While the disk is full no visit is the first one: what counts it could not be written either, and the page is shown. */
async function countVisit(context: AppContext, key: string, lifeMs: number): Promise<number> {
  try {
    return await context.cache.count(key, lifeMs);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
    return Infinity;
  }
}

/** How long a visitor of `isNewVisitor` is recognized. */
const VISITOR_MS = 30 * DAY_MS;

/** Returns whether a visitor does something for the first time within 30 days. It stores a hash that does not identify the visitor. */
export async function isNewVisitor(context: AppContext, currentUser: CurrentUser | null, request: FastifyRequest, thing: string): Promise<boolean> {
  if (!request.ip) return false;
  const person = currentUser ?? viewers.get(request);
  // Without the agent, which the client chooses: one address is one visitor.
  const who = person ? ['user', String(person.userId)] : ['address', rateLimitKey(request.ip)];
  const key = createHmac('sha256', context.settings.secret)
    .update(JSON.stringify(['visitor', thing, ...who]))
    .digest('base64url')
    .slice(0, 22);
  return (await countVisit(context, `visitor:${key}`, VISITOR_MS)) === 1;
}
