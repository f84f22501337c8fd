import { download, downloadResource, upload } from '../../contract/system/file.ts';
import type { FastifyReply } from 'fastify';
import type { House } from '../house.ts';
import { UPLOAD_POLICY } from '../http/headers.ts';
import { refuse, serve, type App } from '../http/serve.ts';
import { fileByName, forgetFile, storeUpload, temporaryFile, type Sent } from './file.service.ts';

export function fileRoutes(app: App): void {
  serve(app, upload, ({ house, visitor, request }) => storeUpload(house, visitor, request));
  serve(app, download, async ({ house, visitor, query, reply }) => {
    const file = await temporaryFile(house, visitor, query.fileName);
    // Heard before sending: the answer may be out before `send` is done.
    if (query.delete === 'true') reply.raw.once('finish', () => void forgetFile(house, file));
    return send(house, reply, file, 'attachment');
  });
  serve(app, downloadResource, async ({ house, visitor, query, reply }) =>
    send(house, reply, await fileByName(house, visitor, query.resource), 'attachment'),
  );
  // Pictures of articles and persons; never a page, whatever the bytes are.
  app.get('/profile/*', async (request, reply) => {
    try {
      const file = await fileByName(app.house, null, decodeURIComponent(request.url.split('?')[0] ?? ''));
      return await send(app.house, reply, file, file.mime.startsWith('image/') ? 'inline' : 'attachment');
    } catch (error) {
      return reply.status(404).send(refuse(error, request, reply));
    }
  });
}

async function send(house: House, reply: FastifyReply, file: Sent, disposition: 'inline' | 'attachment'): Promise<FastifyReply> {
  const name = encodeURIComponent(file.name);
  const stream = await house.files.read(file.key);
  return reply
    .headers({
      'content-type': file.mime,
      'content-length': file.size,
      'content-disposition': `${disposition}; filename*=UTF-8''${name}`,
      'download-filename': name,
      'access-control-expose-headers': 'Content-Disposition,download-filename',
      'content-security-policy': UPLOAD_POLICY,
    })
    .send(stream);
}
