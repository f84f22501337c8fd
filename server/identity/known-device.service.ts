import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { API_PREFIX } from '../../contract/limits.ts';
import type { Database, Tx } from '../db/database.ts';
import type { AppContext } from '../context.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { countKnownDevices, isKnownDevice, saveKnownDevice, removeOldDevices } from './known-device.queries.ts';
import { noteAccountAtAddress } from './school-network.service.ts';
import { agentOf } from './session.service.ts';
import { deviceOf } from './user-agent.ts';

/**
 * Identifies a browser between visits. It grants no access: it only distinguishes a device on which its user has signed in from one that
 * tries passwords, so that attempts by others do not lock the user out.
 */
const COOKIE = 'shuzhou-device';
/** The maximum cookie lifetime in browsers. */
const LIFE_S = 400 * 86_400;
const DEVICES_MOST = 20;
const ID = /^[\w-]{43}$/;
/** Prefix of the key of a device without a cookie. */
const SESSION_KEY = 'session-';

function idIn(request: FastifyRequest): string | null {
  const found = (request.headers.cookie ?? '')
    .split('; ')
    .find((pair) => pair.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1);
  return found && ID.test(found) ? found : null;
}

const hashOf = (id: string): string => createHash('sha256').update(id).digest('hex');

/**
 * Returns a key for the device of a request: the hash of its cookie when the user has signed in with it, else the session.
 * A browser that lost its cookie counts as another device from its next sign-in.
 */
export async function deviceKey(db: Database | Tx, currentUser: Pick<CurrentUser, 'userId' | 'sessionId'>, request: FastifyRequest): Promise<string> {
  return (await knownDevice(db, currentUser.userId, request)) ?? SESSION_KEY + currentUser.sessionId;
}

/** Returns the session in the key of a device without a cookie; null for a known device. */
export const sessionOfKey = (key: string): string | null => (key.startsWith(SESSION_KEY) ? key.slice(SESSION_KEY.length) : null);

/** Returns the hash of this browser's id when `userId` has signed in with it before; null for every other browser. */
export async function knownDevice(db: Database | Tx, userId: number, request: FastifyRequest): Promise<string | null> {
  const id = idIn(request);
  return id && (await isKnownDevice(db, userId, hashOf(id))) ? hashOf(id) : null;
}

/**
 * Stores the browser of a successful sign-in, and notifies its user of a new one. There is no notification for the first device
 * of an account.
 */
export async function rememberDevice(context: AppContext, userId: number, request: FastifyRequest, reply: FastifyReply | null): Promise<void> {
  const id = idIn(request) ?? randomBytes(32).toString('base64url');
  const now = Date.now();
  await context.db.transaction().execute(async (tx) => {
    const known = await isKnownDevice(tx, userId, hashOf(id));
    const { browser, os } = deviceOf(agentOf(request));
    if (!known && (await countKnownDevices(tx, userId)) > 0) {
      const content = `${[os, browser].filter(Boolean).join(' · ') || '未知设备'}，地址 ${request.ip}。如果不是您本人，请立即修改密码，并在“登录设备”里退出它。`;
      await sendMessage(tx, { userId, type: 'system', title: '您的账号在一台新设备上登录', content, link: '/user/profile?tab=sessions' });
    }
    await saveKnownDevice(tx, { userId, deviceHash: hashOf(id), browser, os, now });
    await removeOldDevices(tx, userId, now - LIFE_S * 1000, DEVICES_MOST);
  });
  await noteAccountAtAddress(context, userId, request.ip);
  const secure = context.settings.publicUrl.startsWith('https:') ? '; Secure' : '';
  void reply?.header('set-cookie', `${COOKIE}=${id}; Path=${API_PREFIX}; Max-Age=${LIFE_S}; HttpOnly; SameSite=Lax${secure}`);
}
