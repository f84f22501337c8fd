import {
  disputeEarning,
  earningDetail,
  earningEvent,
  earningList,
  earningSums,
  ownEarnings,
  registerEarningInvoice,
  settlementList,
  wallet,
} from '../../contract/earnings/earning.ts';
import { loggedWrite } from '../audit/operation-log.ts';
import { serve, type App } from '../http/serve.ts';
import { disputeOwn, setInvoice } from './earning-step.service.ts';
import { earningDetailOf, earningsFor, earningSumsOf, handleEarningEvent, ownEarningsOf } from './earning.service.ts';
import { settlementsFor } from './settlement.service.ts';
import { walletOf } from './wallet.service.ts';

const LOG = '收益';

export function earningRoutes(app: App): void {
  serve(app, settlementList, ({ context, currentUser }) => settlementsFor(context, currentUser));
  serve(app, earningList, ({ context, currentUser, query }) => earningsFor(context, currentUser, query));
  serve(app, earningSums, ({ context, query }) => earningSumsOf(context, query));
  serve(app, earningDetail, ({ context, currentUser, params }) => earningDetailOf(context, currentUser, params.earningId));
  serve(app, earningEvent, (call) => handleEarningEvent(call.currentUser, call.params.event, call.body, loggedWrite(call, LOG, 'edit')));
  serve(app, registerEarningInvoice, (call) =>
    loggedWrite(call, LOG, 'edit')((tx) => setInvoice(tx, call.currentUser, call.params.earningId, call.body.invoiceNo)),
  );
  serve(app, ownEarnings, ({ context, currentUser, query }) => ownEarningsOf(context, currentUser, query));
  serve(app, disputeEarning, (call) =>
    loggedWrite(call, LOG, 'edit')((tx) => disputeOwn(tx, call.currentUser, call.params.earningId, call.body.reason)),
  );
  serve(app, wallet, ({ context, currentUser }) => walletOf(context, currentUser));
}
