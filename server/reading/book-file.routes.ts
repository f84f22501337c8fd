import type { FastifyReply, FastifyRequest } from 'fastify';
import { MissingFile } from '../files/file-store.ts';
import { credentialsOf } from '../http/request-credentials.ts';
import { BOOK_POLICY, guardedHeaders } from '../http/headers.ts';
import { answerRange } from '../http/ranges.ts';
import type { App } from '../http/serve.ts';
import { fileFor, storedFileFor, type OpenFile } from './book-file.service.ts';

const YEAR_S = 31_536_000;
const TEXT = /^text\/|xml$|json$/;
const NUMBER = /^[1-9]\d{0,14}$/;

/** Serves files of prepared books, by their folder address. A missing right, file or work gives 403 without content. */
export function sendBookFile(app: App): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.header('content-security-policy', BOOK_POLICY);
    const { publishId, editionId, '*': path } = request.params as Record<'publishId' | 'editionId' | '*', string>;
    const known = NUMBER.test(publishId) && NUMBER.test(editionId);
    const place = { publishId: Number(publishId), editionId: Number(editionId), path };
    const { l: link } = request.query as { l?: unknown };
    try {
      if (link !== undefined) {
        const kept = known && typeof link === 'string' ? await storedFileFor(app.context, place, link, credentialsOf(request)) : null;
        return kept ? await sendKept(app, kept, request, reply) : reply.status(403).header('cache-control', 'no-store').send();
      }
      const file = known ? await fileFor(app.context, place, credentialsOf(request)) : null;
      if (!file) return reply.status(403).header('cache-control', 'no-store').send();
      return await send(app, file, request, reply);
    } catch (error) {
      if (error instanceof MissingFile) return reply.status(404).header('cache-control', 'no-store').send();
      throw error;
    }
  };
  app.route({ method: ['GET', 'HEAD'], url: '/books/:publishId/:editionId/*', handler });
}

async function send(app: App, file: OpenFile, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.headers({
    etag: file.etag,
    'cache-control': `${file.open ? 'public' : 'private'}, max-age=${YEAR_S}, immutable`,
    'accept-ranges': 'bytes',
    // The browser cache must not serve a protected file to the next user: another cookie means a new request.
    ...(file.open ? {} : { vary: 'Cookie' }),
  });
  if (matches(request.headers['if-none-match'], file.etag)) return reply.status(304).send();
  const size = await app.context.files.size(file.key);
  if (size === null) throw new MissingFile(file.key);
  const type = TEXT.test(file.type) ? `${file.type}; charset=utf-8` : file.type;
  const asked = request.headers['if-range'] === undefined || request.headers['if-range'] === file.etag ? request.headers.range : undefined;
  const range = answerRange(reply, asked, size);
  if (range === 'outside') return reply.send();
  // Compressed bytes are others than the plain ones, which a part would go on from.
  if (!range && (TEXT.test(file.type) || file.packed !== null) && request.headers['accept-encoding']) reply.header('etag', `W/${file.etag}`);
  reply.headers({ 'content-type': type, 'content-length': range ? range.end - range.start + 1 : size });
  const packed = range || !takesBrotli(request) ? null : await packedForm(app, file);
  if (packed)
    reply.headers({
      'content-encoding': 'br',
      'content-length': packed.size,
      vary: file.open ? 'accept-encoding' : 'Cookie, accept-encoding',
    });
  if (request.method === 'HEAD') return reply.send();
  return reply.send(await app.context.files.read(packed?.key ?? file.key, range ?? undefined));
}

const takesBrotli = (request: FastifyRequest): boolean =>
  /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(String(request.headers['accept-encoding'] ?? ''));

/** Books prepared before texts were compressed have no compressed form. */
async function packedForm(app: App, { packed }: OpenFile): Promise<{ key: string; size: number } | null> {
  const size = packed === null ? null : await app.context.files.size(packed);
  return packed === null || size === null ? null : { key: packed, size };
}

/** Sends bytes only for a download: a browser cannot display the book through this link. */
async function sendKept(
  app: App,
  { key, type }: Pick<OpenFile, 'key' | 'type'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const size = await app.context.files.size(key);
  if (size === null) throw new MissingFile(key);
  // Pictures are already compressed.
  if (!TEXT.test(type)) request.headers['x-no-compression'] = '1';
  reply.headers({ ...guardedHeaders, 'content-type': 'application/octet-stream', 'content-length': size });
  return reply.send(request.method === 'HEAD' ? undefined : await app.context.files.read(key));
}

const matches = (header: string | undefined, etag: string): boolean =>
  header === '*' || (header ?? '').split(/\s*,\s*/).some((one) => one.replace(/^W\//, '') === etag);
