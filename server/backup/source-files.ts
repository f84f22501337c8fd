import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { filesBelow } from '../files/disk-store.ts';
import { MissingFile } from '../files/file-store.ts';
import { isMissing, s3Config } from '../files/s3-client.ts';
import type { S3Settings } from '../files/s3-settings.ts';
import { BACKED_UP_FILES, BACKED_UP_FOLDERS, KEY_FILE } from './backup-manifest.ts';

/** A file of an installation. `state` differs when its content may have changed. */
export interface SourceFile {
  /** As in a backup: the path in the data directory; `files/<key>` for an object of a store. */
  readonly path: string;
  readonly bytes: number;
  readonly state: string;
}

export interface SourceFiles {
  list(): AsyncIterable<SourceFile>;
  /** Throws `MissingFile` when it was deleted meanwhile. */
  read(path: string): Promise<Readable>;
}

/** The files of a data directory that belong to a backup. */
export function diskFiles(dataDir: string, folders: readonly string[] = BACKED_UP_FOLDERS, withKey = true): SourceFiles {
  const there = (path: string) => stat(join(dataDir, path)).catch(() => null);
  return {
    async *list() {
      const paths: string[] = BACKED_UP_FILES.filter((name) => withKey || name !== KEY_FILE);
      for (const folder of folders)
        if (await there(folder)) paths.push(...(await filesBelow(join(dataDir, folder))).map((path) => `${folder}/${path}`));
      for (const path of paths) {
        const found = path.endsWith('.part') ? null : await there(path);
        if (found) yield { path, bytes: found.size, state: `${found.mtimeMs}` };
      }
    },
    async read(path) {
      if (!(await there(path))) throw new MissingFile(path);
      return createReadStream(join(dataDir, path));
    },
  };
}

/** The objects of a store, and the files that stay in the data directory beside it. */
export function objectFiles(settings: S3Settings, dataDir: string, withKey = true): SourceFiles {
  const Bucket = settings.bucket;
  const client = new S3Client(s3Config(settings));
  const local = diskFiles(dataDir, [], withKey);
  return {
    async *list() {
      yield* local.list();
      for (let from: string | undefined, more = true; more; more = from !== undefined) {
        const { Contents = [], NextContinuationToken } = await client.send(new ListObjectsV2Command({ Bucket, ContinuationToken: from }));
        for (const { Key = '', Size = 0, ETag = '', LastModified } of Contents)
          yield { path: `files/${Key}`, bytes: Size, state: `${ETag} ${LastModified?.getTime() ?? 0}` };
        from = NextContinuationToken;
      }
    },
    async read(path) {
      if (!path.startsWith('files/')) return local.read(path);
      try {
        return (await client.send(new GetObjectCommand({ Bucket, Key: path.slice('files/'.length) }))).Body as Readable;
      } catch (error) {
        throw isMissing(error) ? new MissingFile(path) : error;
      }
    },
  };
}
