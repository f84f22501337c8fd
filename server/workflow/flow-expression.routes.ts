import { flowExpression } from '../../contract/workflow/flow-expression.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import type { App } from '../http/serve.ts';

export function flowExpressionRoutes(app: App): void {
  serveCrud(app, flowExpression, {
    table: 'flowExpression',
    log: '流程表达式',
    unique: { name: '表达式名称已存在' },
    removal: 'hard',
  });
}
