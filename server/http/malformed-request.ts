import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { CODE } from '../../contract/error.ts';

/** Messages for requests that reach no handler, by HTTP status. */
const MALFORMED: Readonly<Record<number, string>> = {
  400: '请求的内容不完整或格式不正确，请刷新页面后重试',
  408: '请求超时，请检查网络后重试',
  412: '内容已经更新，请刷新页面后重试',
  413: '提交的内容过大，请减少后重试',
  415: '提交的内容格式不受支持，请刷新页面后重试',
  416: '要取的部分超出了文件，请刷新页面后重试',
  431: '浏览器发来的内容过多，请清除本站的Cookie后重试',
};

/** Returns the message for a request that a library could not parse; null for every other error. */
export function malformedMessage(error: unknown): string | null {
  const { statusCode = 0 } = error as { statusCode?: number };
  return statusCode >= 400 && statusCode < 500 ? (MALFORMED[statusCode] ?? MALFORMED[400] ?? '') : null;
}

/** Returns true when a file in a form exceeds its size limit. */
export const isTooLarge = (error: unknown): boolean => (error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE';

/** Escapes invalid `%` characters of an address, so that it leads to the usual not-found response. */
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

/** The socket holds the response in progress; Node's own default handler uses the same field. */
type Answering = Socket & { readonly _httpMessage?: { readonly headersSent: boolean } | null };

/** Answers a request that is not HTTP, has too large a head, or is too slow, and closes the socket. */
export function answerMalformed(error: Error & { code?: string }, socket: Answering): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  // After a response has begun, this message would become part of it.
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
