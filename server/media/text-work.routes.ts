import { getTextWork, pairOf, saveTextWork } from '../../contract/media/text-work.ts';
import { loggedWrite } from '../audit/operation-log.ts';
import { serve, type App } from '../http/serve.ts';
import { pair, saveTextWork as save, textWork } from './text-work.service.ts';

export function textWorkRoutes(app: App): void {
  serve(app, pairOf, ({ context, params }) => pair(context, params.publishId));
  serve(app, getTextWork, ({ context, params }) => textWork(context, params.publishId));
  serve(app, saveTextWork, (call) => save(call.context, call.currentUser, call.body, loggedWrite(call, '对应的图书')));
}
