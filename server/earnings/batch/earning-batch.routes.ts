import { addEarningByHand, earningBatches, earningBatchEvent, earningBatchRows, importEarnings } from '../../../contract/earnings/earning-batch.ts';
import { MB } from '../../../contract/limits.ts';
import { loggedWrite } from '../../audit/operation-log.ts';
import { onePart } from '../../files/multipart-file.ts';
import { serve, type App } from '../../http/serve.ts';
import { addByHand, batchRowsFor, earningBatchesFor, handleEarningBatchEvent, importEarningsOf } from './earning-batch.service.ts';

const LOG = '收益批次';
const SHEET_BYTES = 20 * MB;

export function batchRoutes(app: App): void {
  serve(app, earningBatches, ({ context, currentUser, query }) => earningBatchesFor(context, currentUser, query));
  serve(app, earningBatchRows, ({ context, params, query }) => batchRowsFor(context, params.batchId, query));
  serve(app, importEarnings, async (call) =>
    importEarningsOf(call.context, call.currentUser, await onePart(call.request, SHEET_BYTES), call.query, loggedWrite(call, LOG, 'import')),
  );
  serve(app, addEarningByHand, (call) => addByHand(call.context, call.currentUser, call.body, loggedWrite(call, LOG, 'add')));
  serve(app, earningBatchEvent, (call) => handleEarningBatchEvent(call.currentUser, call.params, call.body.reason, loggedWrite(call, LOG, 'edit')));
}
