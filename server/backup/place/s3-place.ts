import type { Readable } from 'node:stream';
import { CopyObjectCommand, DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { MB } from '../../../contract/limits.ts';
import { MissingFile } from '../../files/file-store.ts';
import { bucketCheck, isMissing, s3Config } from '../../files/s3-client.ts';
import type { S3Settings } from '../../files/s3-settings.ts';
import type { Place } from './place.ts';

const PART_BYTES = 16 * MB;

/** The objects below `prefix` (without `/` at its end; `''`: the whole bucket) of an S3-compatible store. */
export function s3Place(settings: S3Settings, prefix: string): Place {
  const Bucket = settings.bucket;
  const client = new S3Client(s3Config(settings));
  const checkBucket = bucketCheck(client, Bucket);
  const at = (path: string): string => [prefix, path].filter(Boolean).join('/');

  /** Lists keys below a folder, in all depths without `delimiter`. */
  async function* keys(folder: string, delimiter?: string): AsyncGenerator<string> {
    const Prefix = folder === '' ? '' : `${folder}/`;
    for (let from: string | undefined, more = true; more; more = from !== undefined) {
      const {
        Contents = [],
        CommonPrefixes = [],
        NextContinuationToken,
      } = await client.send(new ListObjectsV2Command({ Bucket, Prefix, Delimiter: delimiter, ContinuationToken: from }));
      for (const { Prefix: found = '' } of CommonPrefixes) yield found.replace(/\/$/, '');
      for (const { Key = '' } of Contents) yield Key;
      from = NextContinuationToken;
    }
  }

  return {
    label: `s3://${at('') === '' ? Bucket : `${Bucket}/${at('')}`}`,
    async write(path, Body) {
      await checkBucket();
      await new Upload({ client, params: { Bucket, Key: at(path), Body }, partSize: PART_BYTES, queueSize: 2 }).done();
    },
    async read(path) {
      try {
        return (await client.send(new GetObjectCommand({ Bucket, Key: at(path) }))).Body as Readable;
      } catch (error) {
        throw isMissing(error) ? new MissingFile(path) : error;
      }
    },
    async copy(from, to) {
      const CopySource = encodeURI(`${Bucket}/${at(from)}`);
      return client.send(new CopyObjectCommand({ Bucket, Key: at(to), CopySource })).then(
        () => true,
        () => false,
      );
    },
    async names(folder) {
      await checkBucket();
      const found: string[] = [];
      for await (const key of keys(at(folder), '/')) found.push(key.split('/').at(-1) ?? '');
      return found;
    },
    async remove(path) {
      for await (const Key of keys(at(path))) await client.send(new DeleteObjectCommand({ Bucket, Key }));
      await client.send(new DeleteObjectCommand({ Bucket, Key: at(path) }));
    },
  };
}

/** `s3://bucket/prefix` as settings of that bucket and the prefix; null for another text. */
export function s3Address(text: string, settings: S3Settings | null): { settings: S3Settings; prefix: string } | null {
  const [, bucket, prefix = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*?)\/*)?$/.exec(text) ?? [];
  return bucket && settings ? { settings: { ...settings, bucket }, prefix } : null;
}
