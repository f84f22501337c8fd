import { grantReading } from '../../contract/reading/grant.ts';
import { serve, type App } from '../http/serve.ts';
import { seenHere } from './download-device.service.ts';
import { grantReading as grant } from './grant.service.ts';

export function grantRoutes(app: App): void {
  serve(app, grantReading, async ({ context, currentUser, body, request, reply }) => {
    const { answer, cookie } = await grant(context, currentUser, body.publishId);
    if (cookie) {
      reply.header('set-cookie', cookie);
      await seenHere(context, currentUser, body.publishId, request);
    }
    return answer;
  });
}
