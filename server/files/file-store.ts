import type { Readable } from 'node:stream';

/**
 * File storage: a folder by default, an S3-compatible store for several machines. The server creates all keys, in the form `a/b/c`;
 * clients never do.
 */
export interface FileStore {
  put(key: string, bytes: Uint8Array | Readable, type: string): Promise<void>;
  /** Moves every file of a local folder below `prefix`; the local folder is removed. */
  putFolder(localFolder: string, prefix: string): Promise<void>;
  /** Returns the bytes of a file. `range` is inclusive, in bytes. Throws `MissingFile`. */
  read(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Returns the size in bytes; null when there is no such file. */
  size(key: string): Promise<number | null>;
  remove(key: string): Promise<void>;
  /** Removes every key below `prefix`. */
  removeAll(prefix: string): Promise<void>;
  /** Lists the files and folders directly below `prefix`, some hundreds at a time. */
  list(prefix: string): AsyncIterable<readonly Listed[]>;
  /** Returns an address at which a browser gets the file from the store itself for `seconds`; only an object store has it. No request is made. */
  link?(key: string, answer: LinkedAnswer, seconds: number): Promise<string>;
  /** Returns the weight of a file or of everything in a folder; null when nothing exists under the key. */
  weigh(key: string): Promise<Weight | null>;
}

/** Headers with which an object store answers a presigned address. */
export interface LinkedAnswer {
  readonly type: string;
  readonly disposition?: string;
  readonly cacheControl?: string;
}

export interface Listed {
  readonly key: string;
  readonly folder: boolean;
}

export interface Weight {
  readonly files: number;
  readonly bytes: number;
  /** Epoch milliseconds of the last write to any file in it. */
  readonly writtenAt: number;
}

/** Keys listed in one call. */
export const LISTED_AT_ONCE = 500;

export class MissingFile extends Error {}
