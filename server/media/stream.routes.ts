import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../http/serve.ts';
import { MissingFile } from '../files/file-store.ts';
import { sendStored } from '../files/send-stored.ts';
import { credentialsOf, type RequestCaller } from '../http/request-credentials.ts';
import { guardedHeaders } from '../http/headers.ts';
import { streamFor } from './link.service.ts';
import { initName, pieceName, piecesWithin, type Level } from './stream-level.ts';
import { pieceList, sizeList } from './stream-list.ts';

const NUMBER = /^[1-9]\d{0,14}$/;
const LIST = 'application/vnd.apple.mpegurl';

export function linkIn(request: FastifyRequest): { mediaId: number; link: string; caller: RequestCaller } | null {
  const { mediaId } = request.params as { mediaId: string };
  const { l: link } = request.query as { l?: unknown };
  return NUMBER.test(mediaId) && typeof link === 'string' ? { mediaId: Number(mediaId), link, caller: credentialsOf(request) } : null;
}

/** Serves a video's lists and segments with the same link as its file: signature, expiry, session, right and trial are checked each time. */
export function streamRoutes(app: App): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.headers(guardedHeaders);
    const asked = linkIn(request);
    const stream = asked && (await streamFor(app.context, asked.mediaId, asked.link, asked.caller));
    if (!stream) return reply.status(403).send();
    const { name } = request.params as { name: string };
    const query = `?l=${asked.link}`;
    if (name === 'index.m3u8') return reply.type(LIST).send(sizeList(stream.levels, query));
    const level = stream.levels.find((one) => name === `${one.size}.m3u8`);
    if (level) return reply.type(LIST).send(pieceList(level, stream.playSec, query));
    const type = typeOf(stream.levels, stream.playSec, name);
    const size = type ? await app.context.files.size(`${stream.key}/${name}`) : null;
    if (!type || size === null) return reply.status(404).send();
    try {
      return await sendStored(app.context, request, reply, { key: `${stream.key}/${name}`, mime: type, size, whole: true, byScript: true });
    } catch (error) {
      if (error instanceof MissingFile) return reply.status(404).send();
      throw error;
    }
  };
  app.route({ method: ['GET', 'HEAD'], url: '/media/:mediaId/stream/:name', handler });
}

/** Returns the content type of a segment; null for an invalid name or one outside the allowed time. */
function typeOf(levels: readonly Level[], playSec: number, name: string): string | null {
  const level = levels.find(({ size }) => name.startsWith(`${size}-`));
  if (!level) return null;
  if (name === initName(level.size)) return 'video/mp4';
  const index = Number(/-(\d{5})\.m4s$/.exec(name)?.[1] ?? NaN);
  return name === pieceName(level.size, index) && index < piecesWithin(level, playSec) ? 'video/iso.segment' : null;
}
