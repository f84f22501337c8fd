import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { CODE } from '../../contract/error.ts';

/** What is said of a request that came to no handler, by its HTTP status. */
const MALFORMED: Readonly<Record<number, string>> = {
  400: '请求的内容不完整或格式不正确，请刷新页面后重试',
  408: '请求超时，请检查网络后重试',
  412: '内容已经更新，请刷新页面后重试',
  413: '提交的内容过大，请减少后重试',
  415: '提交的内容格式不受支持，请刷新页面后重试',
  416: '要取的部分超出了文件，请刷新页面后重试',
  431: '浏览器发来的内容过多，请清除本站的Cookie后重试',
};

/** The words for a request that a library could not read; null for everything that is no fault of the request's. */
export function malformedMessage(error: unknown): string | null {
  const { statusCode = 0 } = error as { statusCode?: number };
  return statusCode >= 400 && statusCode < 500 ? (MALFORMED[statusCode] ?? MALFORMED[400] ?? '') : null;
}

/** A part of a form that is larger than a file may be. */
export const isTooLarge = (error: unknown): boolean => (error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE';

/** An address whose `%` mean nothing is read letter by letter, and leads to what is missing like any other. */
export function readableAddress(url: string): string {
  const [path = ''] = url.split('?');
  if (!path.includes('%')) return url;
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}

const STATUS_OF: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };

/** A socket knows what is being answered on it; Node asks the same where nobody else answers. */
type Answering = Socket & { readonly _httpMessage?: { readonly headersSent: boolean } | null };

/** Answers what was no HTTP, too long a head, or too slow, and lets go of the socket. */
export function answerMalformed(error: Error & { code?: string }, socket: Answering): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  // Inside an answer that has begun, these words would be taken for a part of it.
  if (socket._httpMessage?.headersSent) return void socket.destroy();
  const status = STATUS_OF[error.code ?? ''] ?? 400;
  const body = JSON.stringify({ code: CODE.invalid, msg: MALFORMED[status] });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'x-content-type-options: nosniff',
    'connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}
