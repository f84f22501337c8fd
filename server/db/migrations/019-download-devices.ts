import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Devices that hold a copy of a work, for the device limit of a licence, and the time at which a download last requested a link. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const make = tables(db, engine);
  await make.create('downloadDevice', {
    userId: 'number',
    publicationId: 'number',
    deviceKey: 'text',
    device: 'empty',
    createTime: 'number',
    lastSeen: 'number',
    removed: '=0',
  });
  await make.unique('downloadDeviceOfWork', 'downloadDevice', ['userId', 'publicationId', 'deviceKey']);
  await make.extend('download', { deviceKey: 'empty', askedAt: 'zero' });
}
