import { address, all, type Environment, oneOf, wholeNumber } from '../setting-values.ts';

/** An S3-compatible object store. */
export interface S3Settings {
  readonly endpoint: string;
  /** The address of the same store for browsers, in presigned links. */
  readonly publicEndpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** True: `endpoint/bucket/key`; false: `bucket.endpoint/key`. */
  readonly pathStyle: boolean;
  /** Milliseconds to connect, and without any traffic. */
  readonly timeoutMs: number;
}

/** Reads `S3_ENDPOINT` and the others; null when none is set. Throws `SettingError` when some are missing or invalid. */
export function objectStore(env: Environment): S3Settings | null {
  const found = all(env, ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY', 'S3_SECRET_KEY']);
  return (
    found && {
      endpoint: found.S3_ENDPOINT,
      publicEndpoint: address(env, 'S3_PUBLIC_ENDPOINT', ['https:', 'http:']) ?? found.S3_ENDPOINT,
      bucket: found.S3_BUCKET,
      region: found.S3_REGION,
      accessKey: found.S3_ACCESS_KEY,
      secretKey: found.S3_SECRET_KEY,
      pathStyle: oneOf(env, 'S3_PATH_STYLE', ['on', 'off'], 'on') === 'on',
      timeoutMs: wholeNumber(env, 'S3_TIMEOUT_MS', 10_000, 100, 600_000),
    }
  );
}

/** The origin of the store for browsers: a bucket has its own host name without path-style addresses. */
export function storeOrigin({ publicEndpoint, bucket, pathStyle }: S3Settings): string {
  const { protocol, host, origin } = new URL(publicEndpoint);
  return pathStyle ? origin : `${protocol}//${bucket}.${host}`;
}
