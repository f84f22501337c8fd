import {
  answerApplication,
  applicationMaterial,
  apply,
  auditApplication,
  listApplications,
  myApplications,
} from '../../contract/structure/apply-for-log.ts';
import { serve, type App } from '../http/serve.ts';
import { sendFile } from '../system/file-response.service.ts';
import { answerMine, applications, applyFor, audit, materialOf, mine } from './apply-for-log.service.ts';

export function applyForLogRoutes(app: App): void {
  serve(app, listApplications, ({ house, visitor, query }) => applications(house, visitor, query));
  serve(app, applicationMaterial, async (call) =>
    sendFile(call.house, call.reply, await materialOf(call, call.params.applyId, call.params.fileId), 'attachment'),
  );
  serve(app, auditApplication, (call) => audit(call, call.params.event, call.params.applyId, call.body.opinion));
  serve(app, myApplications, ({ house, visitor }) => mine(house, visitor));
  serve(app, apply, ({ house, visitor, body }) => applyFor(house, visitor, body));
  serve(app, answerApplication, ({ house, visitor, params, body }) => answerMine(house, visitor, params.event, params.applyId, body));
}
