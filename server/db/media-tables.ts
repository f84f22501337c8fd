import type { Generated } from 'kysely';
import type { Base } from './base-columns.ts';

/** A track of an audio or video work, from its upload on. */
export interface MediaTable extends Base {
  id: Generated<number>;
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
  /** JSON list: bytes that the first 5, 10, 15 … seconds need. */
  trialBytes: Generated<string>;
  /** WebVTT. */
  captions: Generated<string>;
  isrc: Generated<string>;
  posterUrl: Generated<string>;
  isFree: Generated<'0' | '1'>;
  trialSec: Generated<number>;
  orderNum: Generated<number>;
  userId: number;
  attempts: Generated<number>;
  /** A running one whose lease has run out is taken up again. */
  leaseUntil: Generated<number>;
  leaseBy: Generated<string>;
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

/** A film cut into pieces at several sizes, beside its file. */
export interface MediaStreamTable {
  mediaId: number;
  state: 'running' | 'ready' | 'failed';
  /** What failed; for whoever runs the house. */
  message: string;
  /** Key in the file store. */
  fileKey: string;
  /** JSON list of `Level`, the smallest first. */
  levels: string;
  attempts: number;
  /** A running one whose lease has run out is taken up again. */
  leaseUntil: number;
  leaseBy: string;
  updateTime: number;
}

export interface MediaTables {
  mediaStream: MediaStreamTable;
  media: MediaTable;
  mediaPlace: MediaPlaceTable;
}
