import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { S3Store } from '@tus/s3-store';
import { Upload } from '@tus/server';
import type { Cache } from '../cache/cache.ts';
import { isMissing, s3Config } from './s3-client.ts';
import type { S3Settings } from './s3-settings.ts';
import { sharedLocker } from './upload-lock.ts';
import { UPLOAD_ID, UPLOAD_LIFE_MS, type UploadStore } from './upload-store.ts';

const PREFIX = 'uploads/';

/**
 * Uploads in the object store, as multipart uploads below `uploads/`: any server accepts the next part, and any server
 * prepares the complete file. `<id>.info` holds the metadata, `<id>.part` a last piece that is too small for a part.
 */
export function s3Uploads(settings: S3Settings, cache: Cache): UploadStore {
  const { bucket: Bucket } = settings;
  const client = new S3Client(s3Config(settings));
  const tus = new S3Store({
    s3ClientConfig: { ...s3Config(settings), bucket: Bucket },
    // Some stores do not support object tags; our sweep removes old uploads.
    useTags: false,
    expirationPeriodInMilliseconds: UPLOAD_LIFE_MS,
  });
  const keyOf = (uploadId: string): string => PREFIX + uploadId;
  const idOf = (key: string): string => key.slice(PREFIX.length);
  const remove = async (key: string): Promise<void> => void (await client.send(new DeleteObjectCommand({ Bucket, Key: key })));

  /** Returns the multipart upload id of an unfinished file; null when there is no upload. */
  async function multipartOf(key: string): Promise<string | null> {
    try {
      const info = await client.send(new GetObjectCommand({ Bucket, Key: `${key}.info` }));
      await info.Body?.transformToByteArray();
      return info.Metadata?.['upload-id'] ?? '';
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async function removeUpload(key: string): Promise<void> {
    const UploadId = await multipartOf(key);
    if (UploadId) {
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key: key, UploadId })).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
    }
    for (const one of [key, `${key}.part`, `${key}.info`]) await remove(one);
  }
  // The library's own method does not remove a finished upload, and deletes by a call that older stores do not support.
  tus.remove = removeUpload;

  return {
    tus,
    locker: sharedLocker(cache),
    keyOf,
    idOf,
    async find(uploadId) {
      // The library reports every failure as a missing file; an outage must be reported as an outage.
      if ((await multipartOf(keyOf(uploadId))) === null) return null;
      const found = await tus.getUpload(keyOf(uploadId));
      return { size: found.offset, finished: found.size !== undefined && found.offset === found.size, metadata: found.metadata ?? {} };
    },
    async localFile(uploadId, place) {
      await mkdir(dirname(place), { recursive: true });
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: keyOf(uploadId) }));
        await pipeline(Body as Readable, createWriteStream(place));
        return place;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async put(uploadId, bytes, metadata) {
      const key = keyOf(uploadId);
      const known = new Upload({ id: key, size: bytes.length, offset: bytes.length, metadata });
      await client.send(new PutObjectCommand({ Bucket, Key: key, Body: bytes }));
      // No multipart upload has this id, so the library treats it as finished.
      await client.send(new PutObjectCommand({ Bucket, Key: `${key}.info`, Body: JSON.stringify(known), Metadata: { 'upload-id': 'finished' } }));
    },
    remove: (uploadId) => removeUpload(keyOf(uploadId)),
    async begunBefore(time) {
      const old = new Set<string>();
      for (let from: string | undefined, more = true; more; more = from !== undefined) {
        const { Contents = [], NextContinuationToken } = await client.send(
          new ListObjectsV2Command({ Bucket, Prefix: PREFIX, ContinuationToken: from }),
        );
        for (const { Key = '', LastModified } of Contents) {
          const uploadId = idOf(Key).replace(/\.(info|part)$/, '');
          if (UPLOAD_ID.test(uploadId) && LastModified && LastModified.getTime() < time) old.add(uploadId);
        }
        from = NextContinuationToken;
      }
      return [...old];
    },
  };
}
