import { HeadBucketCommand, S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import type { Settings } from '../settings.ts';

export type S3Settings = NonNullable<Settings['s3']>;

/** Client options that every S3-compatible store understands. */
export function s3Config(settings: S3Settings): S3ClientConfig {
  return {
    endpoint: settings.endpoint,
    region: settings.region,
    forcePathStyle: settings.pathStyle,
    credentials: { accessKeyId: settings.accessKey, secretAccessKey: settings.secretKey },
    // The SDK's default sends streams in chunks with a checksum trailer: Ceph refuses them, other stores keep the framing as content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: settings.timeoutMs,
      // Milliseconds without a byte in either direction.
      socketTimeout: settings.timeoutMs,
    },
  };
}

/** A HEAD of an object answers the same 404 for a missing object and a missing bucket; this tells them apart, once. */
export function bucketCheck(client: S3Client, bucket: string): () => Promise<void> {
  let found: Promise<void> | null = null;
  return () => {
    found ??= client.send(new HeadBucketCommand({ Bucket: bucket })).then(
      () => undefined,
      (error: unknown) => {
        found = null;
        if (isMissing(error)) throw new Error(`对象存储里没有名为${bucket}的桶，请先建立它，或检查S3_BUCKET`, { cause: error });
        throw error;
      },
    );
    return found;
  };
}

/** True for the answer of a store that has no such object. */
export const isMissing = (error: unknown): boolean => ['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes((error as Error).name);
