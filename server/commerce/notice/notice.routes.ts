import { API_PREFIX } from '../../../contract/limits.ts';
import type { App } from '../../http/serve.ts';
import { NOTICE_BYTES, readNotice } from './notice.service.ts';

/** Messages of payment channels: the raw body, outside the envelope and the client, without a token. */
export function noticeRoutes(app: App): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: NOTICE_BYTES }, (_request, body, done) => done(null, body));
    scope.post<{ Params: { channel: string } }>(`${API_PREFIX}/pay/notify/:channel`, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const answer = await readNotice(app.context, request.params.channel, { headers: request.headers, body, ip: request.ip });
      return reply.status(answer.status).type('text/plain').send(answer.body);
    });
  });
}
