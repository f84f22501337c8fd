import { settlementEvent } from '../../../contract/earnings/earning.ts';
import { runProgress, settleMonth } from '../../../contract/earnings/settle-run.ts';
import { loggedWrite } from '../../audit/operation-log.ts';
import { serve, type App } from '../../http/serve.ts';
import { handleSettlementEvent, progressOf, settleMonthOf } from './settle-run.service.ts';

const LOG = '收益账期';

export function settleRunRoutes(app: App): void {
  serve(app, settlementEvent, (call) =>
    handleSettlementEvent(call.currentUser, call.params.event, call.params.period, call.body.reason, loggedWrite(call, LOG, 'edit')),
  );
  serve(app, settleMonth, (call) => settleMonthOf(call.currentUser, call.params.period, loggedWrite(call, LOG, 'edit')));
  serve(app, runProgress, ({ context, params }) => progressOf(context, params.runId));
}
