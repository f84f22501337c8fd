import { addPayout, exportPayout, importPayout, payoutEvent, payoutList } from '../../../contract/earnings/payout.ts';
import { MB } from '../../../contract/limits.ts';
import { loggedWrite } from '../../audit/operation-log.ts';
import { onePart } from '../../files/multipart-file.ts';
import { sendFile } from '../../files/send-file.ts';
import { serve, type App } from '../../http/serve.ts';
import { exportPayoutOf, importPayoutOf } from './bank-file.service.ts';
import { addPayoutOf, handlePayoutEvent, payoutsFor } from './payout.service.ts';

const LOG = '打款批次';
const RESULT_BYTES = 5 * MB;

export function payoutRoutes(app: App): void {
  serve(app, payoutList, ({ context, currentUser, query }) => payoutsFor(context, currentUser, query));
  serve(app, addPayout, (call) => addPayoutOf(call.currentUser, call.body, loggedWrite(call, LOG, 'add')));
  serve(app, exportPayout, async (call) =>
    sendFile(
      call.context,
      call.reply,
      await exportPayoutOf(call.context, call.currentUser, call.params.payoutId, loggedWrite(call, LOG, 'export')),
      'attachment',
    ),
  );
  serve(app, importPayout, async (call) =>
    importPayoutOf(call.context, call.currentUser, call.params.payoutId, await onePart(call.request, RESULT_BYTES), loggedWrite(call, LOG, 'import')),
  );
  serve(app, payoutEvent, (call) => handlePayoutEvent(call.currentUser, call.params, call.body.reason, loggedWrite(call, LOG, 'edit')));
}
