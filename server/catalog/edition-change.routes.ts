import { decideEditionChange, editionChange, editionChangeFile } from '../../contract/catalog/edition-change.ts';
import { loggedWrite } from '../audit/operation-log.ts';
import { sendFile } from '../files/send-file.ts';
import { serve, type App } from '../http/serve.ts';
import { changeFile, decideChange, waitingChange } from './edition-change.service.ts';

export function editionChangeRoutes(app: App): void {
  serve(app, editionChange, ({ context, currentUser, params }) => waitingChange(context, currentUser, params.publishId));
  serve(app, editionChangeFile, async ({ context, params, reply }) =>
    sendFile(context, reply, await changeFile(context, params.changeId), 'attachment'),
  );
  serve(app, decideEditionChange, (call) =>
    decideChange(call.context, call.currentUser, call.params.event, call.params.changeId, call.body.reason, loggedWrite(call, '出版物换文件')),
  );
}
