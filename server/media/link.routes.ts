import type { FastifyReply, FastifyRequest } from 'fastify';
import { MEDIA } from '../../contract/limits.ts';
import { mediaPart } from '../../contract/media/address.ts';
import { getLink, keepTrack } from '../../contract/media/link.ts';
import { MissingFile } from '../files/file-store.ts';
import { sendStored } from '../files/send-stored.ts';
import { guardedHeaders } from '../http/headers.ts';
import { serve, type App } from '../http/serve.ts';
import { fileOf, storeFor, linkFor, type PlayableFile } from './link.service.ts';
import { linkIn, streamRoutes } from './stream.routes.ts';

export function linkRoutes(app: App): void {
  serve(app, getLink, ({ context, currentUser, params }) => linkFor(context, currentUser, params.mediaId));
  serve(app, keepTrack, ({ context, currentUser, body, request }) => storeFor(context, currentUser, body.mediaId, { device: body.device, request }));
  streamRoutes(app);
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.headers(guardedHeaders);
    const asked = linkIn(request);
    const file = asked && (await fileOf(app.context, asked.mediaId, asked.link, asked.caller));
    if (!file) return reply.status(403).send();
    try {
      return await send(app, file, request, reply);
    } catch (error) {
      if (error instanceof MissingFile) return reply.status(404).send();
      throw error;
    }
  };
  app.route({ method: ['GET', 'HEAD'], url: '/media/:mediaId', handler });
}

async function send(app: App, file: PlayableFile, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const part = mediaPart(new URL(request.url, 'http://house').searchParams.get('part'));
  if (part !== null) return sendPart(app, file, part, request, reply);
  if (file.partsOnly) return reply.status(403).send();
  return sendStored(app.context, request, reply, file);
}

/** A part for a download, as a separate file: a background fetch requests no ranges. */
async function sendPart(app: App, file: PlayableFile, part: number, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  request.headers['x-no-compression'] = '1';
  const start = part * MEDIA.partBytes;
  if (!file.whole || start >= file.size) return reply.status(404).send();
  const end = Math.min(start + MEDIA.partBytes, file.size) - 1;
  reply.headers({ 'content-type': 'application/octet-stream', 'content-length': end - start + 1 });
  return reply.send(request.method === 'HEAD' ? undefined : await app.context.files.read(file.key, { start, end }));
}
