import { flowExpression } from '../../../contract/workflow/flow-expression.ts';
import { baseDataBin } from '../../crud/recycle-bin.ts';
import { serveCrud } from '../../crud/serve-crud.ts';
import type { App } from '../../http/serve.ts';

const UNIQUE = { name: '表达式名称已存在' };
export const flowExpressionBin = baseDataBin('flowExpression', UNIQUE);

export function flowExpressionRoutes(app: App): void {
  serveCrud(app, flowExpression, {
    table: 'flowExpression',
    log: '流程表达式',
    unique: UNIQUE,
    removal: 'bin',
  });
}
