import { applyWithdraw, cancelWithdraw, ownWithdraws, withdrawAccount, withdrawEvent, withdrawList } from '../../contract/earnings/withdraw.ts';
import { loggedWrite } from '../audit/operation-log.ts';
import { serve, type App } from '../http/serve.ts';
import { accountOf, applyFor, cancelOwn, handleWithdrawEvent, ownWithdrawsOf, withdrawsFor } from './withdraw.service.ts';

const LOG = '提现';

export function withdrawRoutes(app: App): void {
  serve(app, applyWithdraw, (call) => applyFor(call.currentUser, call.body, loggedWrite(call, LOG, 'add')));
  serve(app, ownWithdraws, ({ context, currentUser, query }) => ownWithdrawsOf(context, currentUser, query));
  serve(app, cancelWithdraw, (call) => cancelOwn(call.currentUser, call.params.withdrawId, loggedWrite(call, LOG, 'edit')));
  serve(app, withdrawList, ({ context, currentUser, query }) => withdrawsFor(context, currentUser, query));
  serve(app, withdrawEvent, (call) => handleWithdrawEvent(call.currentUser, call.params, call.body.reason, loggedWrite(call, LOG, 'edit')));
  serve(app, withdrawAccount, (call) => accountOf(call.context, call.params.withdrawId, loggedWrite(call, LOG, 'other')));
}
