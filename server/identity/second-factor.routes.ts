import * as contract from '../../contract/identity/second-factor.ts';
import { operate } from '../audit/operation-log.ts';
import { serve, type App } from '../http/serve.ts';
import { confirm, refuseUnconfirmed } from './confirm.service.ts';
import { redeemTicket } from './login-ticket.service.ts';
import { add, beginAdding, confirmOptionsFor, loginOptions, remove, rename, signInByPasskey } from './passkey.service.ts';
import { clearFactors, disableTotp, enableTotp, newCodes, notify, startTotp, stateOf } from './second-factor.service.ts';
import { refuseForeignPerson, refuseForeignSuper } from './staff.service.ts';

export function secondFactorRoutes(app: App): void {
  app.exportedPeople = (tx, visitor, name) => notify(tx, visitor.userId, `您导出了${name}的名单`, '如果不是您本人，请立即修改密码，并联系管理员。');
  app.refuseUnconfirmed = (visitor) => refuseUnconfirmed(app.house, visitor);
  serve(app, contract.secondStep, async ({ house, body, request, reply }) => ({
    token: await redeemTicket(house, body.ticket, body.code, request, reply),
  }));
  serve(app, contract.passkeyLoginOptions, ({ house, request }) => loginOptions(house, request.ip));
  serve(app, contract.passkeyLogin, async ({ house, body, request, reply }) => ({
    token: await signInByPasskey(house, body.answer, request, reply),
  }));
  serve(app, contract.secondFactorState, ({ house, visitor }) => stateOf(house, visitor));
  serve(app, contract.beginTotp, ({ house, visitor }) => startTotp(house, visitor));
  serve(app, contract.finishTotp, ({ house, visitor, body }) => enableTotp(house, visitor, body.code));
  serve(app, contract.removeTotp, ({ house, visitor }) => disableTotp(house, visitor));
  serve(app, contract.renewCodes, ({ house, visitor }) => newCodes(house, visitor));
  serve(app, contract.beginPasskey, ({ house, visitor }) => beginAdding(house, visitor));
  serve(app, contract.addPasskey, ({ house, visitor, body }) => add(house, visitor, body.name, body.answer));
  serve(app, contract.renamePasskey, ({ house, visitor, params, body }) => rename(house, visitor, params.passkeyId, body.name));
  serve(app, contract.removePasskey, ({ house, visitor, params }) => remove(house, visitor, params.passkeyId));
  serve(app, contract.confirmOptions, ({ house, visitor }) => confirmOptionsFor(house, visitor));
  serve(app, contract.confirmIdentity, ({ house, visitor, body }) => confirm(house, visitor, body));
  serve(app, contract.resetSecondFactor, (call) =>
    operate(call, { title: '用户管理', business: 'edit' }, async (tx) => {
      await refuseForeignSuper(tx, call.visitor, call.params.userId);
      await refuseForeignPerson(tx, call.visitor, call.params.userId, 'system:user:resetPwd');
      await clearFactors(tx, call.params.userId);
    }),
  );
}
