import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LOCK_AFTER } from '../../contract/limits.ts';
import { SECOND_STEP_EXPIRED } from '../../contract/identity/second-factor.ts';
import type { AppContext } from '../context.ts';
import { countEvent, type RateLimit } from '../http/rate-limit.ts';
import { rateLimitKey } from '../http/rate-limit-key.ts';
import { failed } from '../http/app-error.ts';
import { noteSignIn } from './account-identity.service.ts';
import { knownDevice, rememberDevice } from './known-device.service.ts';
import { countTry, forgetTries, LOCKED, loggedStep, noteWrongTry, rejectAddress } from './login-attempts.service.ts';
import { takeCode } from './second-factor/second-factor.service.ts';
import { noteLoginOfUser, userById } from './session.queries.ts';
import { openSession } from './session.service.ts';

const TICKET_MS = 5 * 60_000;
const TRIES: RateLimit = { name: 'login_ticket', points: 5, windowMs: TICKET_MS };

interface Ticket {
  readonly userId: number;
  /** Hash of the password hash: changing the password invalidates the ticket. */
  readonly password: string;
  readonly address: string;
  /** The first step in the sign-in log: empty, or the name of a provider. */
  readonly by: string;
}

interface KnownUser {
  readonly id: number;
  readonly userName: string;
  readonly passwordHash: string;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const ticketKey = (ticket: string): string => `login_ticket:${sha256(ticket)}`;
const expired = () => failed(SECOND_STEP_EXPIRED);

/** Issues a ticket after a successful first step: for five minutes, five attempts and the same address, a code opens the session. */
export async function issueTicket(context: AppContext, user: KnownUser, request: Pick<FastifyRequest, 'ip'>, by = ''): Promise<string> {
  const ticket = randomBytes(32).toString('base64url');
  const kept: Ticket = { userId: user.id, password: sha256(user.passwordHash), address: rateLimitKey(request.ip), by };
  await context.cache.set(ticketKey(ticket), JSON.stringify(kept), TICKET_MS);
  return ticket;
}

/** The second step: opens the session of a ticket with a code. Wrong codes count like wrong passwords. */
export async function redeemTicket(context: AppContext, ticket: string, code: string, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const key = ticketKey(ticket);
  const kept = JSON.parse((await context.cache.get(key)) ?? 'null') as Ticket | null;
  if (!kept || kept.address !== rateLimitKey(request.ip)) throw expired();
  if ((await countEvent(context, TRIES, `${sha256(ticket)}:tries`)) > TRIES.points) {
    await context.cache.remove(key);
    throw expired();
  }
  const user = await userById(context.db, kept.userId);
  if (!user || user.status !== '0' || sha256(user.passwordHash) !== kept.password) throw expired();
  return loggedStep(context, user.userName, request, async () => {
    const device = await knownDevice(context.db, user.id, request);
    if (!device) await rejectAddress(context, request.ip);
    const tries = await countTry(context, user.userName, device, request.ip);
    if (!(await takeCode(context, user.id, code)))
      throw failed((await noteWrongTry(context, user.userName, tries, request.ip)) ? LOCKED : `验证码错误，还可以试${LOCK_AFTER - tries}次`);
    // Two requests with the same ticket must not open two sessions.
    if ((await context.cache.take(key)) === null) throw expired();
    const token = await context.db.transaction().execute(async (tx) => {
      if (!(await noteLoginOfUser(tx, user, request.ip, Date.now()))) throw expired();
      return openSession(tx, user.id, request, 'totp');
    });
    await forgetTries(context, user.userName);
    await noteSignIn(context.db, user.userName, 0, null);
    await rememberDevice(context, user.id, request, reply);
    return { done: token, words: `登录成功（${kept.by ? `${kept.by}，` : ''}两步验证）` };
  });
}
