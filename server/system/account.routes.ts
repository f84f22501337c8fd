import { account, unlockAccount } from '../../contract/system/account.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { accounts, unlockAccount as unlock } from './account.service.ts';

export function accountRoutes(app: App): void {
  serveCrud(app, account, accounts);
  serve(app, unlockAccount, (call) => unlock(call, call.params.accountId));
}
