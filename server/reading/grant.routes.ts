import { grantReading } from '../../contract/reading/grant.ts';
import { serve, type App } from '../http/serve.ts';
import { seenHere } from '../library/download-device.service.ts';
import { grantReading as grant } from './grant.service.ts';

export function grantRoutes(app: App): void {
  serve(app, grantReading, async ({ house, visitor, body, request, reply }) => {
    const { answer, cookie } = await grant(house, visitor, body.publishId);
    if (cookie) {
      reply.header('set-cookie', cookie);
      await seenHere(house, visitor, body.publishId, request);
    }
    return answer;
  });
}
