import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Settings } from '../settings.ts';
import { add, filesBelow } from './disk-store.ts';
import { LISTED_AT_ONCE, MissingFile, type FileStore } from './file-store.ts';

const AT_ONCE = 8;

/** The same promises on an S3-compatible store, by path-style addresses. */
export function s3Store(settings: NonNullable<Settings['s3']>): FileStore {
  const Bucket = settings.bucket;
  const client = new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    forcePathStyle: true,
    credentials: { accessKeyId: settings.accessKey, secretAccessKey: settings.secretKey },
  });
  const gone = (error: unknown): boolean => ['NoSuchKey', 'NotFound'].includes((error as Error).name);

  return {
    async put(key, bytes, type) {
      const body = bytes instanceof Readable ? Buffer.concat(await bytes.toArray()) : bytes;
      await client.send(new PutObjectCommand({ Bucket, Key: key, Body: body, ContentType: type }));
    },
    async putFolder(localFolder, prefix) {
      const waiting = await filesBelow(localFolder);
      const send = async () => {
        for (let path = waiting.pop(); path; path = waiting.pop()) {
          const local = join(localFolder, path);
          const { size } = await stat(local);
          await client.send(new PutObjectCommand({ Bucket, Key: `${prefix}/${path}`, Body: createReadStream(local), ContentLength: size }));
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, send));
      await rm(localFolder, { recursive: true });
    },
    async read(key, range) {
      try {
        const answer = await client.send(
          new GetObjectCommand({ Bucket, Key: key, ...(range ? { Range: `bytes=${range.start}-${range.end}` } : {}) }),
        );
        return answer.Body as Readable;
      } catch (error) {
        throw gone(error) ? new MissingFile(key) : error;
      }
    },
    async size(key) {
      try {
        return (await client.send(new HeadObjectCommand({ Bucket, Key: key }))).ContentLength ?? null;
      } catch (error) {
        if (gone(error)) return null;
        throw error;
      }
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: key }));
    },
    async removeAll(prefix) {
      if (!prefix) throw new Error('a prefix is needed');
      for (;;) {
        const { Contents } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: `${prefix}/` }));
        const Objects = (Contents ?? []).map(({ Key }) => ({ Key: Key ?? '' }));
        if (Objects.length === 0) return;
        await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
      }
    },
    async *list(prefix) {
      for (let from: string | undefined, more = true; more; more = from !== undefined) {
        const asked = { Bucket, Prefix: `${prefix}/`, Delimiter: '/', MaxKeys: LISTED_AT_ONCE, ContinuationToken: from };
        const { Contents = [], CommonPrefixes = [], NextContinuationToken } = await client.send(new ListObjectsV2Command(asked));
        const folders = CommonPrefixes.map(({ Prefix = '' }) => ({ key: Prefix.replace(/\/$/, ''), folder: true }));
        const some = [...folders, ...Contents.map(({ Key = '' }) => ({ key: Key, folder: false }))];
        if (some.length > 0) yield some;
        from = NextContinuationToken;
      }
    },
    async weigh(key) {
      const sum = { files: 0, bytes: 0, writtenAt: 0 };
      for (let from: string | undefined, more = true; more; more = from !== undefined) {
        const { Contents = [], NextContinuationToken } = await client.send(
          new ListObjectsV2Command({ Bucket, Prefix: key, ContinuationToken: from }),
        );
        // `a/b` is also how `a/bc` begins.
        for (const { Key = '', Size = 0, LastModified } of Contents)
          if (Key === key || Key.startsWith(`${key}/`)) add(sum, Size, LastModified?.getTime() ?? Infinity);
        from = NextContinuationToken;
      }
      return sum.files === 0 ? null : sum;
    },
  };
}
