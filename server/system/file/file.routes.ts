import { download, downloadResource, upload } from '../../../contract/system/file.ts';
import { bearer, reject, requireUser, serve, type App } from '../../http/serve.ts';
import { sendFile } from '../../files/send-file.ts';
import { uploadRules } from '../../../contract/system/upload-rules.ts';
import { fileByName, forgetFile, storeUpload, temporaryFile } from './file.service.ts';
import { uploadRulesOf } from './upload-rules.service.ts';

export function fileRoutes(app: App): void {
  serve(app, upload, ({ context, currentUser, request }) => storeUpload(context, currentUser, request));
  serve(app, uploadRules, ({ context }) =>
    uploadRulesOf(context.db).then(({ images, documents, bytes, files }) => ({ images: [...images], documents: [...documents], bytes, files })),
  );
  serve(app, download, async ({ context, currentUser, query, request, reply }) => {
    const file = await temporaryFile(context, currentUser, query.fileName);
    // Attach the listener before sending: the response may be finished before `send` returns.
    if (query.delete === 'true')
      reply.raw.once('finish', () => void forgetFile(context, file).catch((error: unknown) => request.log.error({ err: error }, 'not removed')));
    return sendFile(context, reply, file, 'attachment', query.delete === 'true');
  });
  serve(app, downloadResource, async ({ context, currentUser, query, reply }) =>
    sendFile(context, reply, await fileByName(context, currentUser, query.resource), 'attachment'),
  );
  // Uploads by the address that the upload returned: public pictures and recordings for everybody, other files with a session. The response is never an HTML page, whatever the bytes are.
  app.get('/profile/*', async (request, reply) => {
    try {
      const token = bearer(request);
      const currentUser = token ? await requireUser(app, token, request) : null;
      const file = await fileByName(app.context, currentUser, decodeURIComponent(request.url.split('?')[0] ?? ''));
      // A shared computer must not show the file of another user from its cache.
      if (!file.isPublic) reply.header('cache-control', 'private, no-store');
      const shown = /^(?:image|audio)\//.test(file.mime);
      return await sendFile(app.context, reply, file, shown ? 'inline' : 'attachment');
    } catch (error) {
      return reply.status(404).send(reject(error, request, reply));
    }
  });
}
