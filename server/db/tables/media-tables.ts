import type { Generated } from 'kysely';
import type { Base } from '../base-columns.ts';

/** A track of an audio or video work, from its upload onwards. */
export interface MediaTable extends Base {
  id: Generated<number>;
  /** The request that has queued it; empty when none has. */
  requestId: Generated<string>;
  publicationId: number;
  mediaType: 'audio' | 'video';
  title: string;
  state: Generated<'queued' | 'running' | 'ready' | 'failed'>;
  message: Generated<string>;
  uploadId: string;
  fileName: string;
  /** Key in the file store. */
  fileKey: Generated<string>;
  mime: Generated<string>;
  size: Generated<number>;
  sha256: Generated<string>;
  durationMs: Generated<number>;
  width: Generated<number>;
  height: Generated<number>;
  codecs: Generated<string>;
  /** JSON list. */
  partHashes: Generated<string>;
  /** JSON list: the bytes needed for the first 5, 10, 15 … seconds. */
  trialBytes: Generated<string>;
  /** JSON list of `Chapter`, found in the file. */
  chapters: Generated<string>;
  /** WebVTT. */
  captions: Generated<string>;
  isrc: Generated<string>;
  posterUrl: Generated<string>;
  isFree: Generated<'0' | '1'>;
  trialSec: Generated<number>;
  orderNum: Generated<number>;
  userId: number;
  attempts: Generated<number>;
  /** A running preparation is retried when its lease has expired. */
  leaseUntil: Generated<number>;
  leaseBy: Generated<string>;
}

/** A part of the master of an audio or video work, from its upload until the publication takes its file. */
export interface MasterTrackTable extends Omit<MediaTable, 'publicationId' | 'isrc' | 'posterUrl' | 'isFree' | 'trialSec'> {
  archiveId: number;
}

export interface MediaPlaceTable {
  userId: number;
  mediaId: number;
  publicationId: number;
  positionMs: number;
  device: string;
  clock: number;
  updateTime: number;
}

/** A video split into segments at several sizes, stored next to its file. */
export interface MediaStreamTable {
  mediaId: number;
  state: 'running' | 'ready' | 'failed';
  /** The error, for the operator. */
  message: string;
  /** Key in the file store. */
  fileKey: string;
  /** JSON list of `Level`, smallest first. */
  levels: string;
  attempts: number;
  /** A running conversion is retried when its lease has expired. */
  leaseUntil: number;
  leaseBy: string;
  updateTime: number;
}

export interface MediaTables {
  mediaStream: MediaStreamTable;
  media: MediaTable;
  masterTrack: MasterTrackTable;
  mediaPlace: MediaPlaceTable;
}
