import type { DataStore, Locker } from '@tus/server';

/** Unfinished uploads, and finished ones that nothing was made of, are removed after this time. */
export const UPLOAD_LIFE_MS = 24 * 3_600_000;
export const UPLOAD_ID = /^[0-9a-f]{32}$/;

export interface StoredUpload {
  /** Bytes received. */
  readonly size: number;
  readonly finished: boolean;
  readonly metadata: Readonly<Record<string, string | null>>;
}

/** Where resumable uploads lie: a local folder, or the object store, so that any server takes any part. */
export interface UploadStore {
  /** What the tus server writes to. */
  readonly tus: DataStore;
  /** Locks between requests for one upload; undefined: within this process. */
  readonly locker?: Locker;
  /** The tus server's id of an upload, and back. */
  readonly keyOf: (uploadId: string) => string;
  readonly idOf: (key: string) => string;
  find(uploadId: string): Promise<StoredUpload | null>;
  /** A path of the whole file on this server; `place` is where it is copied to if it lies elsewhere. Null when there is none. */
  localFile(uploadId: string, place: string): Promise<string | null>;
  put(uploadId: string, bytes: Buffer, metadata: Record<string, string>): Promise<void>;
  remove(uploadId: string): Promise<void>;
  /** Ids of uploads that were begun before `time` (epoch milliseconds). */
  begunBefore(time: number): Promise<readonly string[]>;
}
