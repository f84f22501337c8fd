import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../context.ts';
import { answerRange } from '../http/ranges.ts';
import { MissingFile } from './file-store.ts';

/** Seconds that a presigned address lives. */
export const LINK_SECONDS = 60;

export interface StoredFile {
  readonly key: string;
  readonly mime: string;
  /** Bytes that the caller may read, from the start. */
  readonly size: number;
  /** Strong validator of the content, for `If-Range`. */
  readonly etag?: string;
  /** False for a part or the beginning of a file: only this server can cut it off. */
  readonly whole: boolean;
  /** True when scripts read the answer, which need leave of the object store for that (CORS). */
  readonly byScript?: boolean;
}

/**
 * Sends a stored file that the caller may read, in the way of `FILES_BY`: its bytes, the address of the object store, or an order to the proxy. The
 * caller has set the headers that are the same in all of them. Answers a range and HEAD. Throws `MissingFile`.
 */
export async function sendStored(context: AppContext, request: FastifyRequest, reply: FastifyReply, file: StoredFile): Promise<FastifyReply> {
  const { how, accelPrefix } = context.settings.filesBy;
  reply.headers({ 'accept-ranges': 'bytes', 'content-type': file.mime });
  if (file.whole && how === 'accel') return byProxy(context, reply, file, accelPrefix);
  if (file.whole && how === 'presigned' && leavesForStore(request, file)) return byStore(context, reply, file);
  // Recordings, films and pictures are compressed already.
  if (!file.mime.startsWith('text/')) request.headers['x-no-compression'] = '1';
  if (file.etag) reply.header('etag', file.etag);
  const asked = request.headers['if-range'] === undefined || request.headers['if-range'] === file.etag ? request.headers.range : undefined;
  const range = answerRange(reply, asked, file.size);
  if (range === 'outside') return reply.send();
  const { start, end } = range ?? { start: 0, end: file.size - 1 };
  reply.header('content-length', end - start + 1);
  if (request.method === 'HEAD') return reply.send();
  return reply.send(await context.files.read(file.key, range || !file.whole ? { start, end } : undefined).catch(withoutLength(reply)));
}

const withoutLength = (reply: FastifyReply) => (error: unknown) => {
  reply.removeHeader('content-length').removeHeader('content-range').status(200);
  throw error;
};

/**
 * Elements and navigations follow a redirect to another origin by themselves. A script would send the token of the user along or needs leave of the
 * store, so that its requests stay here unless the caller says otherwise; also those of browsers that do not say who asks.
 */
function leavesForStore(request: FastifyRequest, { byScript }: StoredFile): boolean {
  if (request.method !== 'GET' || request.headers.authorization !== undefined) return false;
  return byScript === true || ['no-cors', 'navigate'].includes(String(request.headers['sec-fetch-mode']));
}

async function byStore(context: AppContext, reply: FastifyReply, { key, mime }: StoredFile): Promise<FastifyReply> {
  const own = (header: string, name: 'disposition' | 'cacheControl') => (reply.hasHeader(header) ? { [name]: String(reply.getHeader(header)) } : {});
  const answer = { type: mime, ...own('content-disposition', 'disposition'), ...own('cache-control', 'cacheControl') };
  const url = await context.files.link?.(key, answer, LINK_SECONDS);
  if (!url) throw new Error('the store has no presigned addresses');
  // The address opens the file without a session until it expires.
  return reply
    .removeHeader('accept-ranges')
    .removeHeader('content-type')
    .header('cache-control', 'private, no-store')
    .header('referrer-policy', 'no-referrer')
    .redirect(url, 302);
}

async function byProxy(context: AppContext, reply: FastifyReply, { key }: StoredFile, prefix: string): Promise<FastifyReply> {
  if ((await context.files.size(key)) === null) throw new MissingFile(key);
  const path = key.split('/').map(encodeURIComponent).join('/');
  return reply.removeHeader('content-length').header('x-accel-redirect', `${prefix}${path}`).send();
}
