import { Server } from '@tus/server';
import { DISK_FULL } from '../../contract/error.ts';
import { MB } from '../../contract/limits.ts';
import { isDiskFull, isOutage } from '../outage/outage.ts';

export interface UploadRoute {
  readonly path: string;
  /** Null: for every user who is signed in. */
  readonly permission: string | null;
  readonly bytes: number;
  /** The advice for a file that is too large. */
  readonly tooLarge: string;
}

/** The supported protocol version. */
export const TUS = '1.0.0';
/** The content type of a file part. */
export const PART = 'application/offset+octet-stream';

export function wordsFor(status: number, door: UploadRoute): string {
  switch (status) {
    case 413:
      return `文件超过${door.bytes / MB}MB，${door.tooLarge}`;
    case 404:
    case 410:
      return '上传已过期，请重新选择文件上传';
    case 409:
      return '上传进度不一致，请重试';
    case 412:
      return '上传方式与服务器不一致，请刷新页面后重新选择文件上传';
    default:
      return status < 500 || status === 501 ? '上传请求不正确，请重新选择文件上传' : '上传中断，请稍后继续';
  }
}

const rejection = (code: number, msg: string): string => JSON.stringify({ code, msg });

/** Converts an error of the library to a response. */
export function errorOf(error: object, headers: Headers, door: UploadRoute): { status_code: number; body: string } {
  const said = 'status_code' in error ? Number(error.status_code) : isOutage(error) ? 503 : 500;
  // The library returns 403 for a missing header; here 403 means a missing permission.
  const status = said === 403 ? 400 : said;
  const given = (name: string): number => Number(headers.get(name));
  // Over the limit of this upload route, or only past the declared end.
  const past = status === 413 && Math.max(given('upload-length'), given('upload-offset') + given('content-length')) <= door.bytes;
  return {
    status_code: status,
    body: rejection(status, past ? '发来的内容超出了文件的大小，请重新选择文件上传' : isDiskFull(error) ? DISK_FULL : wordsFor(status, door)),
  };
}

/** Returns every error in the format of this server: the library's own errors are plain English text. */
export class UploadServer extends Server {
  readonly #door: UploadRoute;

  constructor(door: UploadRoute, options: ConstructorParameters<typeof Server>[0]) {
    super(options);
    this.#door = door;
  }

  override write(...[context, headers, status, body = '']: Parameters<Server['write']>): ReturnType<Server['write']> {
    headers.set('Content-Type', 'application/json; charset=utf-8');
    return super.write(context, headers, status, body.startsWith('{') ? body : rejection(status, wordsFor(status, this.#door)));
  }
}
