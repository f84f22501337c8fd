import type { DataStore, Locker } from '@tus/server';
import { DAY_MS } from '../../contract/clock.ts';

/** Unfinished uploads, and finished ones that were never used, are removed after this time. */
export const UPLOAD_LIFE_MS = DAY_MS;
export const UPLOAD_ID = /^[0-9a-f]{32}$/;

export interface StoredUpload {
  /** Bytes received. */
  readonly size: number;
  readonly finished: boolean;
  readonly metadata: Readonly<Record<string, string | null>>;
}

/** Storage of resumable uploads: a local folder, or the object store, so that any server accepts any part. */
export interface UploadStore {
  /** The data store of the tus server. */
  readonly tus: DataStore;
  /** Locks between requests for one upload; undefined means within this process. */
  readonly locker?: Locker;
  /** Converts an upload id to the id of the tus server, and back. */
  readonly keyOf: (uploadId: string) => string;
  readonly idOf: (key: string) => string;
  find(uploadId: string): Promise<StoredUpload | null>;
  /** Returns a local path of the complete file, copied to `place` when it is stored elsewhere. Null when there is none. */
  localFile(uploadId: string, place: string): Promise<string | null>;
  put(uploadId: string, bytes: Buffer, metadata: Record<string, string>): Promise<void>;
  remove(uploadId: string): Promise<void>;
  /** Returns the ids of uploads that began before `time` (epoch milliseconds). */
  begunBefore(time: number): Promise<readonly string[]>;
}
