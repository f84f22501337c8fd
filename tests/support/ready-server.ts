import { randomBytes, scryptSync } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { database } from '../../server/db/database.ts';
import { sqlite } from '../../server/db/dialects/sqlite.ts';
import { browserServer, READY_SERVER } from './browser-server.ts';
import { fileOf } from './test-database.ts';

/** Performs the first start, with its demo books and users, once per run; returns the clean-up function. */
export default async function readyServer(): Promise<() => Promise<void>> {
  const server = await browserServer();
  const folder = await server.leave();
  await cheapSignIn(folder, server.password);
  process.env[READY_SERVER] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/**
 * A stored hash contains its cost: this reduces seventy milliseconds for each of hundreds of sign-ins to two. Passwords set later have the
 * normal cost.
 */
async function cheapSignIn(folder: string, password: string): Promise<void> {
  const cost = { N: 2 ** 10, r: 8, p: 1 };
  const salt = randomBytes(16);
  const key = scryptSync(password.normalize('NFC'), salt, 32, cost);
  const passwordHash = ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
  const db = database(sqlite(fileOf(folder)));
  await db.updateTable('user').set({ passwordHash }).where('passwordHash', 'like', 'scrypt$%').execute();
  await db.destroy();
}
