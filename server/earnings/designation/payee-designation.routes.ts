import {
  addDesignation,
  designationDocument,
  designationEvent,
  designationList,
  designationParties,
} from '../../../contract/earnings/payee-designation.ts';
import { loggedWrite } from '../../audit/operation-log.ts';
import { sendFile } from '../../files/send-file.ts';
import { serve, type App } from '../../http/serve.ts';
import { add, designationsFor, documentOf, handleEvent, partiesOf } from './payee-designation.service.ts';

const LOG = '收款指定';

export function designationRoutes(app: App): void {
  serve(app, designationList, ({ context, currentUser, query }) => designationsFor(context, currentUser, query));
  serve(app, designationParties, ({ context, query }) => partiesOf(context, query.protocolNo));
  serve(app, addDesignation, (call) => add(call.currentUser, call.body, loggedWrite(call, LOG, 'add')));
  serve(app, designationEvent, (call) => handleEvent(call.currentUser, call.params, call.body.reason, loggedWrite(call, LOG, 'edit')));
  serve(app, designationDocument, async (call) =>
    sendFile(call.context, call.reply, await documentOf(call, call.params.designationId), 'attachment'),
  );
}
