import { AppError } from '../../http/app-error.ts';
import type { App } from '../../http/serve.ts';
import { callback } from './onlyoffice-save.service.ts';
import { fileFor } from './onlyoffice.service.ts';
import { VERSION_MIME } from '../version/manuscript-version.service.ts';

const tokenOf = (query: unknown): string => String((query as { token?: unknown }).token ?? '');

/**
 * The two addresses that the document server calls. They are outside the contract: their answers are those of its protocol, `{"error":0}` for done.
 * Every request is signed with the secret that both servers share.
 */
export function onlyofficeRoutes(app: App): void {
  app.get('/onlyoffice/file', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      return await reply.type(VERSION_MIME.docx).send(await fileFor(app.context, request, tokenOf(request.query)));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return reply
        .status(error.code === 404 ? 404 : 403)
        .type('application/json')
        .send({ error: 1 });
    }
  });
  app.post('/onlyoffice/callback', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      await callback(app.context, request, tokenOf(request.query));
      return { error: 0 };
    } catch (error) {
      // The document server shows the error and sends the file again.
      request.log.warn({ err: error }, 'a message of the document server was refused');
      return reply.status(error instanceof AppError ? (error.code === 404 ? 404 : 403) : 500).send({ error: 1 });
    }
  });
}
