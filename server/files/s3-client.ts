import { HeadBucketCommand, S3Client, type S3ClientConfig } from '@aws-sdk/client-s3';
import type { S3Settings } from './s3-settings.ts';

/** Client options that every S3-compatible store supports. */
export function s3Config(settings: S3Settings): S3ClientConfig {
  return {
    endpoint: settings.endpoint,
    region: settings.region,
    forcePathStyle: settings.pathStyle,
    credentials: { accessKeyId: settings.accessKey, secretAccessKey: settings.secretKey },
    // By default the SDK sends streams in chunks with a checksum trailer: Ceph rejects them, and other stores keep the framing as content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: settings.timeoutMs,
      // Milliseconds without any traffic.
      socketTimeout: settings.timeoutMs,
    },
  };
}

/** A HEAD request for an object returns the same 404 for a missing object and a missing bucket; this distinguishes them, once. */
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

/** Returns true for the error of a store that has no such object. */
export const isMissing = (error: unknown): boolean => ['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes((error as Error).name);

/** Asks a store whether it answers; a store that does not allow the question does. Throws for no answer and for a fault of the store. */
export function s3Probe(settings: S3Settings): (signal: AbortSignal) => Promise<void> {
  const client = new S3Client({ ...s3Config(settings), maxAttempts: 1 });
  return async (signal) => {
    await client.send(new HeadBucketCommand({ Bucket: settings.bucket }), { abortSignal: signal }).catch((error: unknown) => {
      const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0;
      if (status < 400 || status >= 500) throw error;
    });
  };
}
