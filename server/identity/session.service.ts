import { createHash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { DAY_MS } from '../../contract/clock.ts';
import { EVERY_PERMISSION } from '../../contract/identity/session.ts';
import { SESSION_MS } from '../../contract/limits.ts';
import type { Tx } from '../db/database.ts';
import type { SessionFactor } from '../db/tables.ts';
import type { AppContext } from '../context.ts';
import { locationOf } from '../audit/operation-log.ts';
import { accountsOfPerson } from '../db/same-person.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { configOf } from '../db/config-value.ts';
import { removeEndedSubscriptions } from '../inbox/push-subscription.service.ts';
import { personOnWire } from './person.service.ts';
import { isFactorRequired } from './second-factor/second-factor-policy.service.ts';
import { hasFactor } from './second-factor/second-factor.queries.ts';
import { deviceOf } from './user-agent.ts';
import {
  addSession,
  permissionsOf,
  removeExpiredSessions,
  removeSession,
  rolesOf,
  slideSession,
  userById,
  userBySession,
} from './session.queries.ts';

/** Minimum time between two writes when a session is used. */
const SLIDE_EVERY_MS = 60_000;
const USER_AGENT_LENGTH = 300;

export const sessionIdOf = (token: string): string => createHash('sha256').update(token).digest('hex');

export const agentOf = (request: FastifyRequest): string => (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH);

/** Opens a session and returns its token: 256 random bits, stored only as a hash. */
export async function openSession(tx: Tx, userId: number, request: FastifyRequest, factor: SessionFactor = ''): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const now = Date.now();
  await addSession(tx, {
    id: sessionIdOf(token),
    userId,
    factor,
    now,
    expiresAt: now + SESSION_MS,
    ip: request.ip,
    userAgent: agentOf(request),
    ...deviceOf(agentOf(request)),
    loginLocation: locationOf(request.ip),
  });
  return token;
}

/** Checked at each request: a disabled user or an ended session is rejected at once. */
export async function authenticate(context: AppContext, token: string): Promise<CurrentUser | null> {
  const sessionId = sessionIdOf(token);
  const now = Date.now();
  const found = await userBySession(context.db, sessionId, now);
  if (!found) return null;
  if (now - found.lastSeen > SLIDE_EVERY_MS) await slideSession(context.db, sessionId, now, now + SESSION_MS);
  const { id: userId, userName, nickName, deptId, deptName, confirmedAt, factor } = found;
  const accounts = await accountsOfPerson(context.db, found);
  const held = await rights(context, userId);
  const factorDue = factor !== 'provider' && (await isFactorRequired(context, held.roles)) && !(await hasFactor(context.db, userId));
  return { userId, userName, nickName, sessionId, deptId, deptName: deptName ?? '', confirmedAt, factorDue, accounts, ...held };
}

/** Returns the role keys and permissions of a user; the super administrator has every permission. */
export async function rights(context: AppContext, userId: number): Promise<{ roles: ReadonlySet<string>; permissions: ReadonlySet<string> }> {
  const roles = new Set((await rolesOf(context.db, userId)).map((role) => role.roleKey));
  if (roles.size === 0) return { roles, permissions: new Set() };
  if (roles.has('admin')) return { roles, permissions: new Set([EVERY_PERMISSION]) };
  return { roles, permissions: new Set((await permissionsOf(context.db, userId)).map((row) => row.perms)) };
}

export async function closeSession(context: AppContext, token: string): Promise<void> {
  await removeSession(context.db, sessionIdOf(token));
  await removeEndedSubscriptions(context.db);
}

/** Removes expired sessions and returns their number. */
export const sweepSessions = (context: AppContext): Promise<number> => removeExpiredSessions(context.db, Date.now());

/** Returns the current user, their permissions, and whether the password must be changed. */
export async function whoAmI(context: AppContext, currentUser: CurrentUser) {
  const row = await userById(context.db, currentUser.userId);
  if (!row) throw new Error('the visitor of a live session has no row');
  const days = Number((await configOf(context, 'sys.account.passwordValidateDays')) ?? 0);
  const asked = (await configOf(context, 'sys.account.initPasswordModify')) !== '0';
  return {
    user: await personOnWire(context.db, row),
    roles: [...currentUser.roles],
    permissions: [...currentUser.permissions],
    pwdChrtype: (await configOf(context, 'sys.account.chrtype')) ?? '0',
    isDefaultModifyPwd: asked && row.pwdUpdateDate === null,
    secondFactorDue: currentUser.factorDue,
    isPasswordExpired: days > 0 && row.pwdUpdateDate !== null && Date.now() - row.pwdUpdateDate > days * DAY_MS,
  };
}
