import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LOCK_AFTER } from '../../contract/limits.ts';
import { SECOND_STEP_EXPIRED } from '../../contract/identity/second-factor.ts';
import type { House } from '../context.ts';
import { nearAddress } from '../http/rate-limit-key.ts';
import { failed } from '../http/app-error.ts';
import { forgetTries, noteSignIn } from '../system/account.service.ts';
import { knownDevice, rememberDevice } from './known-device.service.ts';
import { countTry, LOCKED, loggedStep, noteWrongTry, refuseAddress } from './login-attempts.service.ts';
import { takeCode } from './second-factor.service.ts';
import { noteLoginOfUser, userById } from './session.queries.ts';
import { openSession } from './session.service.ts';

const TICKET_MS = 5 * 60_000;
const TRIES = 5;

interface Ticket {
  readonly userId: number;
  /** Hash of the password's hash: a changed password ends the sign-in. */
  readonly password: string;
  readonly address: string;
  /** What the sign-in log says of the first step: empty, or the name of a provider. */
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

/** After a first step that succeeded: for five minutes, five tries and the address it came from, a code opens the session. */
export async function issueTicket(house: House, user: KnownUser, request: Pick<FastifyRequest, 'ip'>, by = ''): Promise<string> {
  const ticket = randomBytes(32).toString('base64url');
  const kept: Ticket = { userId: user.id, password: sha256(user.passwordHash), address: nearAddress(request.ip), by };
  await house.cache.set(ticketKey(ticket), JSON.stringify(kept), TICKET_MS);
  return ticket;
}

/** The second step: opens the session of a ticket with a code. Wrong codes count like wrong passwords. */
export async function redeemTicket(house: House, ticket: string, code: string, request: FastifyRequest, reply: FastifyReply): Promise<string> {
  const key = ticketKey(ticket);
  const kept = JSON.parse((await house.cache.get(key)) ?? 'null') as Ticket | null;
  if (!kept || kept.address !== nearAddress(request.ip)) throw expired();
  if ((await house.cache.count(`${key}:tries`, TICKET_MS)) > TRIES) {
    await house.cache.remove(key);
    throw expired();
  }
  const user = await userById(house.db, kept.userId);
  if (!user || user.status !== '0' || sha256(user.passwordHash) !== kept.password) throw expired();
  return loggedStep(house, user.userName, request, async () => {
    const device = await knownDevice(house.db, user.id, request);
    if (!device) await refuseAddress(house, request.ip);
    const tries = await countTry(house, user.userName, device, request.ip);
    if (!(await takeCode(house, user.id, code)))
      throw failed((await noteWrongTry(house, user.userName, tries, request.ip)) ? LOCKED : `验证码错误，还可以试${LOCK_AFTER - tries}次`);
    // Two requests with the same ticket must not open two sessions.
    if ((await house.cache.take(key)) === null) throw expired();
    const token = await house.db.transaction().execute(async (tx) => {
      if (!(await noteLoginOfUser(tx, user, request.ip, Date.now()))) throw expired();
      return openSession(tx, user.id, request, 'totp');
    });
    await forgetTries(house, user.userName);
    await noteSignIn(house.db, user.userName, 0, null);
    await rememberDevice(house, user.id, request, reply);
    return { done: token, words: `登录成功（${kept.by ? `${kept.by}，` : ''}两步验证）` };
  });
}
