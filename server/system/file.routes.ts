import { download, downloadResource, upload } from '../../contract/system/file.ts';
import { refuse, serve, type App } from '../http/serve.ts';
import { sendFile } from './file-response.service.ts';
import { fileByName, forgetFile, storeUpload, temporaryFile } from './file.service.ts';

export function fileRoutes(app: App): void {
  serve(app, upload, ({ house, visitor, request }) => storeUpload(house, visitor, request));
  serve(app, download, async ({ house, visitor, query, request, reply }) => {
    const file = await temporaryFile(house, visitor, query.fileName);
    // Heard before sending: the answer may be out before `send` is done.
    if (query.delete === 'true')
      reply.raw.once('finish', () => void forgetFile(house, file).catch((error: unknown) => request.log.error({ err: error }, 'not removed')));
    return sendFile(house, reply, file, 'attachment');
  });
  serve(app, downloadResource, async ({ house, visitor, query, reply }) =>
    sendFile(house, reply, await fileByName(house, visitor, query.resource), 'attachment'),
  );
  // Pictures of articles and persons; never a page, whatever the bytes are.
  app.get('/profile/*', async (request, reply) => {
    try {
      const file = await fileByName(app.house, null, decodeURIComponent(request.url.split('?')[0] ?? ''));
      return await sendFile(app.house, reply, file, file.mime.startsWith('image/') ? 'inline' : 'attachment');
    } catch (error) {
      return reply.status(404).send(refuse(error, request, reply));
    }
  });
}
