import { rm } from 'node:fs/promises';
import { database } from '../../server/db/database.ts';
import { sqlite } from '../../server/db/dialects/sqlite.ts';
import { browserServer, READY_SERVER } from './browser-server.ts';
import { cheapHash } from './cheap-password.ts';
import { fileOf } from './test-database.ts';

/** Performs the first start, with its demo books and users, once per run; returns the clean-up function. */
export default async function readyServer(): Promise<() => Promise<void>> {
  const server = await browserServer();
  const folder = await server.leave();
  await cheapSignIn(folder, server.password);
  process.env[READY_SERVER] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/** Signing in as a demo user becomes cheap. */
async function cheapSignIn(folder: string, password: string): Promise<void> {
  const passwordHash = cheapHash(password);
  const db = database(sqlite(fileOf(folder)));
  await db.updateTable('user').set({ passwordHash }).where('passwordHash', 'like', 'scrypt$%').execute();
  await db.destroy();
}
