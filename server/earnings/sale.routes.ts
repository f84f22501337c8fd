import { importSales, saleBatches, saleBatchEvent } from '../../contract/earnings/sale.ts';
import { MB } from '../../contract/limits.ts';
import { loggedWrite } from '../audit/operation-log.ts';
import { onePart } from '../files/multipart-file.ts';
import { serve, type App } from '../http/serve.ts';
import { handleBatchEvent, importSalesOf, saleBatchesFor } from './sale.service.ts';

const LOG = '渠道销售';
const SHEET_BYTES = 20 * MB;

export function saleRoutes(app: App): void {
  serve(app, saleBatches, ({ context, currentUser, query }) => saleBatchesFor(context, currentUser, query));
  serve(app, importSales, async (call) =>
    importSalesOf(call.context, call.currentUser, await onePart(call.request, SHEET_BYTES), call.query, loggedWrite(call, LOG, 'import')),
  );
  serve(app, saleBatchEvent, (call) => handleBatchEvent(call.currentUser, call.params, call.body.reason, loggedWrite(call, LOG, 'edit')));
}
