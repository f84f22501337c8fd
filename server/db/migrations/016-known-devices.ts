import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Browsers in which a user has signed in: wrong passwords from other browsers do not lock them out. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const make = tables(db, engine);
  await make.create('knownDevice', { userId: 'number', deviceHash: 'text', browser: 'empty', os: 'empty', createTime: 'number', lastSeen: 'number' });
  await make.unique('knownDeviceOfUser', 'knownDevice', ['userId', 'deviceHash']);
}
