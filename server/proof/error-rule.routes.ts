import { errorRule } from '../../contract/proof/error-rule.ts';
import { baseDataBin } from '../crud/recycle-bin.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { failed } from '../http/app-error.ts';
import type { App } from '../http/serve.ts';

export const errorRuleBin = baseDataBin('errorRule');

export function errorRuleRoutes(app: App): void {
  serveCrud(app, errorRule, {
    table: 'errorRule',
    log: '差错计分',
    order: [
      ['orderNum', 'asc'],
      ['id', 'asc'],
    ],
    removal: 'bin',
    check: async (_tx, { before, draft }) => {
      if (before && before['kind'] !== draft.kind) throw failed('差错的类型不能改，请改分值和上限');
    },
  });
}
