import { account, getAccount } from '../../contract/wechat/account.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { accountCard, accounts } from './account.service.ts';

export function accountRoutes(app: App): void {
  serve(app, getAccount, ({ context, params, query }) => accountCard(context, params.id, query.periodType));
  serveCrud(app, account, accounts);
}
