import { config, configValue, refreshConfigs } from '../../contract/system/config.ts';
import { uploadConfigProblem } from '../../contract/system/upload-rules.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { failed } from '../http/app-error.ts';
import { serve, type App } from '../http/serve.ts';
import { schoolNetworksProblem } from '../identity/school-network.service.ts';
import { visibleConfig } from './config.service.ts';
import { recount } from './dictionary/dict-type.service.ts';

const LOG = '参数管理';

export function configRoutes(app: App): void {
  serveCrud(app, config, {
    table: 'config',
    log: LOG,
    order: [['id', 'asc']],
    unique: { configKey: '参数键名已存在' },
    removal: 'hard',
    async check(_tx, { draft, before }) {
      if (before?.['configType'] === 'Y' && before['configKey'] !== draft.configKey)
        throw failed(`内置参数【${String(before['configKey'])}】不能改名`);
      const value = draft.configValue.trim();
      const problem = uploadConfigProblem(draft.configKey, value) || schoolNetworksProblem(draft.configKey, value);
      if (problem) throw failed(`参数【${draft.configKey}】不正确：${problem}`);
    },
    async beforeRemove(_tx, rows) {
      const built = rows.find((row) => row['configType'] === 'Y');
      if (built) throw failed(`内置参数【${String(built['configKey'])}】不能删除`);
    },
  });
  serve(app, configValue, async ({ context, params, currentUser, request }) => ({
    msg: await visibleConfig(context, params.key, currentUser, request.url),
  }));
  serve(app, refreshConfigs, (call) => recount(call, LOG));
}
