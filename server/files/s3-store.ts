import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { MB } from '../../contract/limits.ts';
import { add, filesBelow } from './disk-store.ts';
import { LISTED_AT_ONCE, MissingFile, type FileStore } from './file-store.ts';
import { bucketCheck, isMissing, s3Config } from './s3-client.ts';
import type { S3Settings } from './s3-settings.ts';

const AT_ONCE = 8;
/** Larger files are uploaded in parts of this size, two at a time. */
const PART_BYTES = 16 * MB;
const PARTS_AT_ONCE = 2;

/** The file store on an S3-compatible store. No file is buffered completely. */
export function s3Store(settings: S3Settings): FileStore {
  const Bucket = settings.bucket;
  const client = new S3Client(s3Config(settings));
  // Signs addresses for browsers, which may reach the store under another name than this server.
  const outside = new S3Client(s3Config({ ...settings, endpoint: settings.publicEndpoint }));
  const checkBucket = bucketCheck(client, Bucket);
  const inParts = async (Key: string, Body: Readable, type?: string): Promise<void> => {
    const params = { Bucket, Key, Body, ...(type ? { ContentType: type } : {}) };
    await new Upload({ client, params, partSize: PART_BYTES, queueSize: PARTS_AT_ONCE }).done();
  };
  const remove = async (Key: string): Promise<void> => void (await client.send(new DeleteObjectCommand({ Bucket, Key })));

  return {
    async put(key, bytes, type) {
      if (bytes instanceof Readable) await inParts(key, bytes, type);
      else await client.send(new PutObjectCommand({ Bucket, Key: key, Body: bytes, ContentType: type }));
    },
    async putFolder(localFolder, prefix) {
      const waiting = await filesBelow(localFolder);
      const send = async () => {
        for (let path = waiting.pop(); path; path = waiting.pop()) {
          const local = join(localFolder, path);
          const { size } = await stat(local);
          const Key = `${prefix}/${path}`;
          if (size > PART_BYTES) await inParts(Key, createReadStream(local));
          else await client.send(new PutObjectCommand({ Bucket, Key, Body: createReadStream(local), ContentLength: size }));
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
        throw isMissing(error) ? new MissingFile(key) : error;
      }
    },
    async size(key) {
      try {
        return (await client.send(new HeadObjectCommand({ Bucket, Key: key }))).ContentLength ?? null;
      } catch (error) {
        if (!isMissing(error)) throw error;
        await checkBucket();
        return null;
      }
    },
    remove,
    async link(Key, { type, disposition, cacheControl }, expiresIn) {
      const answer = { ResponseContentType: type, ResponseContentDisposition: disposition, ResponseCacheControl: cacheControl };
      return getSignedUrl(outside, new GetObjectCommand({ Bucket, Key, ...answer }), { expiresIn });
    },
    async removeAll(prefix) {
      if (!prefix) throw new Error('a prefix is needed');
      for (;;) {
        const { Contents } = await client.send(new ListObjectsV2Command({ Bucket, Prefix: `${prefix}/` }));
        const waiting = (Contents ?? []).map(({ Key }) => Key ?? '');
        if (waiting.length === 0) return;
        // One by one: the batch delete needs a checksum that older stores do not support.
        const worker = async (): Promise<void> => {
          for (let key = waiting.pop(); key; key = waiting.pop()) await remove(key);
        };
        await Promise.all(Array.from({ length: AT_ONCE }, worker));
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
        // `a/b` is also a prefix of `a/bc`.
        for (const { Key = '', Size = 0, LastModified } of Contents)
          if (Key === key || Key.startsWith(`${key}/`)) add(sum, Size, LastModified?.getTime() ?? Infinity);
        from = NextContinuationToken;
      }
      return sum.files === 0 ? null : sum;
    },
  };
}
