import { cleanLogininfor, logininfor, unlockLogininfor, verifyLogininfor } from '../../contract/monitor/logininfor.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { unlockByName } from '../system/account.service.ts';
import { chainedLog, cleanChained, verifyLog } from './log-table.service.ts';

const LOG = '登录日志';

export function logininforRoutes(app: App): void {
  serve(app, cleanLogininfor, (call) => cleanChained(call, 'loginLog', LOG, 'monitor:logininfor:remove'));
  serve(app, verifyLogininfor, ({ context }) => verifyLog(context, 'loginLog'));
  serve(app, unlockLogininfor, (call) => unlockByName(call, call.params.userName));
  serveCrud(app, logininfor, chainedLog(logininfor, 'loginLog', LOG, { columns: { ipaddr: 'ip' }, scope: { name: 'userName' } }));
}
