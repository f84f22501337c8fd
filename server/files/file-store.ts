import type { Readable } from 'node:stream';

/** Where bytes live: a folder by default, an S3-compatible store past one machine. Keys are `a/b/c`, made by the server, never by a client. */
export interface FileStore {
  put(key: string, bytes: Uint8Array | Readable, type: string): Promise<void>;
  /** Moves every file of a local folder below `prefix`; the folder is gone afterwards. */
  putFolder(localFolder: string, prefix: string): Promise<void>;
  /** `range` is inclusive, in bytes. Throws `MissingFile`. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Null when there is no such file. */
  size(key: string): Promise<number | null>;
  remove(key: string): Promise<void>;
  /** Every key below `prefix`. */
  removeAll(prefix: string): Promise<void>;
  /** Keys of what stands directly below `prefix`, files and folders, some hundreds at a time. */
  list(prefix: string): AsyncIterable<readonly Listed[]>;
  /** What stands under a key, a file or everything in a folder; null where nothing does. */
  weigh(key: string): Promise<Weight | null>;
}

export interface Listed {
  readonly key: string;
  readonly folder: boolean;
}

export interface Weight {
  readonly files: number;
  readonly bytes: number;
  /** Epoch milliseconds of the last write to any of it. */
  readonly writtenAt: number;
}

/** Keys that are listed at once. */
export const LISTED_AT_ONCE = 500;

export class MissingFile extends Error {}
