import { type Environment, oneOf, SettingError } from '../setting-values.ts';
import { storeOrigin, type S3Settings } from './s3-settings.ts';

export const FILES_BY = ['node', 'presigned', 'accel'] as const;

/** Who sends the bytes of a stored file after this server has allowed it (decision 078). */
export interface FilesBy {
  /** This server; the object store by a presigned address; the proxy, by `X-Accel-Redirect`. */
  readonly how: (typeof FILES_BY)[number];
  /** Path of the internal location of the proxy under which it has the folder `files`; ends with a slash. */
  readonly accelPrefix: string;
  /** Where browsers get presigned files from; null when they get all of them from this site. */
  readonly storeOrigin: string | null;
}

/** Reads `FILES_BY` and `ACCEL_PREFIX`. Throws `SettingError` for a way that the store of this installation does not have. */
export function filesBy(env: Environment, s3: S3Settings | null): FilesBy {
  const how = oneOf(env, 'FILES_BY', FILES_BY, 'node') as FilesBy['how'];
  const accelPrefix = env['ACCEL_PREFIX'] || '/stored-files/';
  if (!/^\/([\w-]+\/)+$/.test(accelPrefix)) throw new SettingError(`ACCEL_PREFIX=${accelPrefix} 不可用，须以“/”开头和结尾，例如 /stored-files/`);
  if (how === 'presigned' && !s3) throw new SettingError('FILES_BY=presigned 需要对象存储，请设置 S3_ENDPOINT 等，或去掉 FILES_BY');
  if (how === 'accel' && s3) throw new SettingError('FILES_BY=accel 只用于本机磁盘上的文件；文件在对象存储里时请用 FILES_BY=presigned');
  if (how === 'presigned' && env['PUBLIC_URL']?.startsWith('https:') && !s3?.publicEndpoint.startsWith('https:'))
    throw new SettingError('FILES_BY=presigned：网站是 https，浏览器不会打开 http 的对象存储，请把 S3_PUBLIC_ENDPOINT 设为它的 https 地址');
  return { how, accelPrefix, storeOrigin: how === 'presigned' && s3 ? storeOrigin(s3) : null };
}
