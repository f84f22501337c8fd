import { flowExpression } from '../../../contract/workflow/flow-expression.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';

const expressions = resource(flowExpression, {
  columns: ['name', 'expression', 'dataType', 'status', 'remark', 'createTime'],
  search: ['name', 'expression', 'dataType', 'status'],
  form: ['name', 'expression', 'dataType', 'status', 'remark'],
  empty: '暂无表达式',
  lost: () => '移入回收站，30 天内可以恢复。',
});

/** #141: participants of a workflow, by name. */
export const FlowExpressionPage = () => <ResourcePage resource={expressions} />;
