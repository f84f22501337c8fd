import type { Kysely } from 'kysely';
import { BASE, tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Audio and video: the tracks of a work, and users' playback positions. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { create, link, index, unique } = tables(db, engine);

  await create('media', {
    publicationId: 'number',
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
    /** JSON: SHA-256 of each part. */
    partHashes: 'empty',
    /** JSON: the bytes needed for the first 5, 10, 15 … seconds. */
    trialBytes: 'empty',
    captions: 'empty',
    isrc: 'empty',
    posterUrl: 'empty',
    isFree: '=0',
    trialSec: 'zero',
    orderNum: 'zero',
    userId: 'number',
    attempts: 'zero',
    leaseUntil: 'zero',
    leaseBy: 'empty',
    ...BASE,
  });
  await unique('mediaUpload', 'media', ['uploadId']);
  await index('mediaOfWork', 'media', ['publicationId', 'orderNum']);
  await index('mediaDue', 'media', ['state']);

  await link(
    'mediaPlace',
    { userId: 'number', mediaId: 'number', publicationId: 'number', positionMs: 'number', device: 'empty', clock: 'number', updateTime: 'number' },
    ['userId', 'mediaId'],
  );
  await index('mediaPlaceWork', 'mediaPlace', ['userId', 'publicationId']);
}
