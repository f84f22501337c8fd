import {
  answerRealName,
  decideRealName,
  ownIdentityNumber,
  ownRealName,
  realNameChecks,
  realNameDocument,
  submitRealName,
} from '../../contract/system/real-name.ts';
import { sendFile } from '../files/send-file.ts';
import { serve, type App } from '../http/serve.ts';
import { answerOwn, checksFor, decide, documentOf, ownNumber, ownRealNameOf, submit } from './real-name.service.ts';

export function realNameRoutes(app: App): void {
  serve(app, ownRealName, ({ context, currentUser }) => ownRealNameOf(context, currentUser));
  serve(app, ownIdentityNumber, ({ context, currentUser, params }) => ownNumber(context, currentUser, params.checkId));
  serve(app, submitRealName, ({ context, currentUser, body }) => submit(context, currentUser, body));
  serve(app, answerRealName, ({ context, currentUser, params }) => answerOwn(context, currentUser, params.event, params.checkId));
  serve(app, realNameChecks, ({ context, currentUser, query }) => checksFor(context, currentUser, query));
  serve(app, decideRealName, (call) => decide(call, call.params.event, call.params.checkId, call.body.reason));
  serve(app, realNameDocument, async (call) => sendFile(call.context, call.reply, await documentOf(call, call.params.checkId), 'attachment'));
}
