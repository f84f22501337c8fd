import {
  answerApplication,
  applicationMaterial,
  apply,
  auditApplication,
  listApplications,
  myApplications,
} from '../../contract/structure/apply-for-log.ts';
import { serve, type App } from '../http/serve.ts';
import { sendFile } from '../files/send-file.ts';
import { answerMine, applications, applyFor, audit, materialOf, mine } from './apply-for-log.service.ts';

export function applyForLogRoutes(app: App): void {
  serve(app, listApplications, ({ context, currentUser, query }) => applications(context, currentUser, query));
  serve(app, applicationMaterial, async (call) =>
    sendFile(call.context, call.reply, await materialOf(call, call.params.applyId, call.params.fileId), 'attachment'),
  );
  serve(app, auditApplication, (call) => audit(call, call.params.event, call.params.applyId, call.body.opinion));
  serve(app, myApplications, ({ context, currentUser }) => mine(context, currentUser));
  serve(app, apply, ({ context, currentUser, body }) => applyFor(context, currentUser, body));
  serve(app, answerApplication, ({ context, currentUser, params, body }) => answerMine(context, currentUser, params.event, params.applyId, body));
}
