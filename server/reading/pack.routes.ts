import { Readable } from 'node:stream';
import { packBody } from '../../contract/reading/pack.ts';
import { credentialsOf } from '../http/request-credentials.ts';
import type { App } from '../http/serve.ts';
import { framed, packFor } from './pack.service.ts';

const NUMBER = /^[1-9]\d{0,14}$/;

/** Serves many files of a prepared book in one response. A missing right to one of them, or a missing file, gives 403 without content. */
export function sendPack(app: App): void {
  app.post('/books/:publishId/:editionId/pack', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const body = packBody.safeParse(request.body);
    if (!body.success) return reply.status(400).send();
    const { publishId, editionId } = request.params as Record<'publishId' | 'editionId', string>;
    const known = NUMBER.test(publishId) && NUMBER.test(editionId);
    const place = { publishId: Number(publishId), editionId: Number(editionId), paths: body.data.files };
    const pack = known ? await packFor(app.context, place, credentialsOf(request)) : null;
    if (!pack) return reply.status(403).send();
    if (pack === 'too-much') return reply.status(413).send();
    // Texts are compressed in transit; compressing pictures would only cost time.
    reply.type(pack.mostlyText ? 'application/octet-stream' : 'application/x-pack');
    return reply.send(Readable.from(framed(app.context, pack), { objectMode: false }));
  });
}
