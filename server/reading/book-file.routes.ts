import type { FastifyReply, FastifyRequest } from 'fastify';
import { MissingFile } from '../files/file-store.ts';
import { BOOK_POLICY } from '../http/headers.ts';
import { rangeOf } from '../http/ranges.ts';
import type { App } from '../http/serve.ts';
import { fileFor, type OpenFile } from './book-file.service.ts';

const YEAR_S = 31_536_000;
const NUMBER = /^[1-9]\d{0,14}$/;

/** Files of prepared books, by the address of their folder. No right, no file, no work: 403 without a byte. */
export function sendBookFile(app: App): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.header('content-security-policy', BOOK_POLICY);
    const { publishId, editionId, '*': path } = request.params as Record<'publishId' | 'editionId' | '*', string>;
    const known = NUMBER.test(publishId) && NUMBER.test(editionId);
    const place = { publishId: Number(publishId), editionId: Number(editionId), path };
    const file = known ? await fileFor(app.house, place, request.headers.cookie) : null;
    if (!file) return reply.status(403).header('cache-control', 'no-store').send();
    try {
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
  });
  if (matches(request.headers['if-none-match'], file.etag)) return reply.status(304).send();
  const size = await app.house.files.size(file.key);
  if (size === null) throw new MissingFile(file.key);
  const type = /^text\/|xml$|json$/.test(file.type) ? `${file.type}; charset=utf-8` : file.type;
  const asked = request.headers['if-range'] === undefined || request.headers['if-range'] === file.etag ? request.headers.range : undefined;
  const range = asked === undefined ? null : rangeOf(asked, size);
  if (range === 'outside') return reply.status(416).header('content-range', `bytes */${size}`).send();
  if (range) {
    // A part is a part of the bytes as they are: never compressed.
    request.headers['x-no-compression'] = '1';
    reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  }
  reply.headers({ 'content-type': type, 'content-length': range ? range.end - range.start + 1 : size });
  if (request.method === 'HEAD') return reply.send();
  return reply.send(await app.house.files.read(file.key, range ?? undefined));
}

const matches = (header: string | undefined, etag: string): boolean =>
  header === '*' || (header ?? '').split(/\s*,\s*/).some((one) => one.replace(/^W\//, '') === etag);
