import {
  disputeEarning,
  earningDetail,
  earningEvent,
  earningList,
  earningSums,
  ownEarnings,
  settlementEvent,
  settlementList,
  wallet,
} from '../../contract/earnings/earning.ts';
import { runProgress, settleMonth } from '../../contract/earnings/settle-run.ts';
import { loggedWrite } from '../audit/operation-log.ts';
import { serve, type App } from '../http/serve.ts';
import { disputeOwn } from './earning-step.service.ts';
import { earningDetailOf, earningsFor, earningSumsOf, handleEarningEvent, ownEarningsOf } from './earning.service.ts';
import { handleSettlementEvent, progressOf, settleMonthOf } from './run/settle-run.service.ts';
import { settlementsFor } from './settlement.service.ts';
import { walletOf } from './wallet.service.ts';

const LOG = '收益';
const MONTH = '收益账期';

export function earningRoutes(app: App): void {
  serve(app, settlementList, ({ context, currentUser }) => settlementsFor(context, currentUser));
  serve(app, settlementEvent, (call) =>
    handleSettlementEvent(call.currentUser, call.params.event, call.params.period, call.body.reason, loggedWrite(call, MONTH, 'edit')),
  );
  serve(app, settleMonth, (call) => settleMonthOf(call.currentUser, call.params.period, loggedWrite(call, MONTH, 'edit')));
  serve(app, runProgress, ({ context, params }) => progressOf(context, params.runId));
  serve(app, earningList, ({ context, currentUser, query }) => earningsFor(context, currentUser, query));
  serve(app, earningSums, ({ context, query }) => earningSumsOf(context, query));
  serve(app, earningDetail, ({ context, currentUser, params }) => earningDetailOf(context, currentUser, params.earningId));
  serve(app, earningEvent, (call) => handleEarningEvent(call.currentUser, call.params.event, call.body, loggedWrite(call, LOG, 'edit')));
  serve(app, ownEarnings, ({ context, currentUser, query }) => ownEarningsOf(context, currentUser, query));
  serve(app, disputeEarning, (call) =>
    loggedWrite(call, LOG, 'edit')((tx) => disputeOwn(tx, call.currentUser, call.params.earningId, call.body.reason)),
  );
  serve(app, wallet, ({ context, currentUser }) => walletOf(context, currentUser));
}
