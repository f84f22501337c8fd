import type { Kysely } from 'kysely';
import { BASE, tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Parts of the master of an audio or video work before its publication, and the time at which the master was last changed. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { create, extend, index } = tables(db, engine);
  await create('masterTrack', {
    ...BASE,
    archiveId: 'number',
    orderNum: 'zero',
    mediaType: 'text',
    title: 'text',
    state: '=queued',
    message: 'empty',
    uploadId: 'text',
    fileName: 'text',
    fileKey: 'empty',
    mime: 'empty',
    size: 'zero',
    sha256: 'empty',
    durationMs: 'zero',
    width: 'zero',
    height: 'zero',
    codecs: 'empty',
    partHashes: 'empty',
    trialBytes: 'empty',
    chapters: '=[]',
    captions: 'empty',
    userId: 'number',
    attempts: 'zero',
    leaseUntil: 'zero',
    leaseBy: 'empty',
  });
  await index('masterTrackOf', 'masterTrack', ['archiveId', 'orderNum']);
  await index('masterTrackDue', 'masterTrack', ['state']);
  await extend('composition', { masterAt: 'zero' });
}
