import { Server } from '@tus/server';
import { MB } from '../../contract/limits.ts';
import { isOutage } from '../http/outage.ts';

export interface UploadRoute {
  readonly path: string;
  readonly permission: string;
  readonly bytes: number;
  /** What to do about a file that is larger. */
  readonly tooLarge: string;
}

/** The protocol that is spoken. */
export const TUS = '1.0.0';
/** What a part of a file is sent as. */
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

/** What a library's error becomes. */
export function errorOf(error: object, headers: Headers, door: UploadRoute): { status_code: number; body: string } {
  const said = 'status_code' in error ? Number(error.status_code) : isOutage(error) ? 503 : 500;
  // It forbids what lacks a header; here 403 is said of a right that lacks.
  const status = said === 403 ? 400 : said;
  const given = (name: string): number => Number(headers.get(name));
  // Over the door's limit, or only past the end that was declared.
  const past = status === 413 && Math.max(given('upload-length'), given('upload-offset') + given('content-length')) <= door.bytes;
  return { status_code: status, body: rejection(status, past ? '发来的内容超出了文件的大小，请重新选择文件上传' : wordsFor(status, door)) };
}

/** Writes every refusal as the house does: the library's own are plain English. */
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
