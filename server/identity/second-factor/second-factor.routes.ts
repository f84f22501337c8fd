import * as contract from '../../../contract/identity/second-factor.ts';
import { withOperationLog } from '../../audit/operation-log.ts';
import { serve, type App } from '../../http/serve.ts';
import { confirm, assertConfirmed } from '../confirm.service.ts';
import { redeemTicket } from '../login-ticket.service.ts';
import { add, beginAdding, confirmOptionsFor, loginOptions, remove, rename, signInByPasskey } from './passkey.service.ts';
import { clearFactors, disableTotp, enableTotp, newCodes, notify, startTotp, stateOf } from './second-factor.service.ts';
import { assertPersonInScope, rejectForeignSuper } from '../staff.service.ts';

export function secondFactorRoutes(app: App): void {
  app.exportedPeople = (tx, currentUser, name) =>
    notify(tx, currentUser.userId, `您导出了${name}的名单`, '如果不是您本人，请立即修改密码，并联系管理员。');
  app.assertConfirmed = (currentUser) => assertConfirmed(app.context, currentUser);
  serve(app, contract.secondStep, async ({ context, body, request, reply }) => ({
    token: await redeemTicket(context, body.ticket, body.code, request, reply),
  }));
  serve(app, contract.passkeyLoginOptions, ({ context, request }) => loginOptions(context, request.ip));
  serve(app, contract.passkeyLogin, async ({ context, body, request, reply }) => ({
    token: await signInByPasskey(context, body.answer, request, reply),
  }));
  serve(app, contract.secondFactorState, ({ context, currentUser }) => stateOf(context, currentUser));
  serve(app, contract.beginTotp, ({ context, currentUser }) => startTotp(context, currentUser));
  serve(app, contract.finishTotp, ({ context, currentUser, body }) => enableTotp(context, currentUser, body.code));
  serve(app, contract.removeTotp, ({ context, currentUser }) => disableTotp(context, currentUser));
  serve(app, contract.renewCodes, ({ context, currentUser }) => newCodes(context, currentUser));
  serve(app, contract.beginPasskey, ({ context, currentUser }) => beginAdding(context, currentUser));
  serve(app, contract.addPasskey, ({ context, currentUser, body }) => add(context, currentUser, body.name, body.answer));
  serve(app, contract.renamePasskey, ({ context, currentUser, params, body }) => rename(context, currentUser, params.passkeyId, body.name));
  serve(app, contract.removePasskey, ({ context, currentUser, params }) => remove(context, currentUser, params.passkeyId));
  serve(app, contract.confirmOptions, ({ context, currentUser }) => confirmOptionsFor(context, currentUser));
  serve(app, contract.confirmIdentity, ({ context, currentUser, body }) => confirm(context, currentUser, body));
  serve(app, contract.resetSecondFactor, (call) =>
    withOperationLog(call, { title: '用户管理', business: 'edit' }, async (tx) => {
      await rejectForeignSuper(tx, call.currentUser, call.params.userId);
      await assertPersonInScope(tx, call.currentUser, call.params.userId, 'system:user:resetPwd');
      await clearFactors(tx, call.params.userId);
    }),
  );
}
