import { crud } from '../crud.ts';
import { choice, remark, status, text } from '../field.ts';

/** The assignees, as a known name: `${INITIATOR}`, or ids of users. It is never run as code. */
export const flowExpression = crud('/system/expression', {
  name: '流程表达式',
  permission: 'system:expression',
  key: 'id',
  title: 'name',
  fields: {
    name: text('表达式名称', 50),
    expression: text('表达式内容', 200, [/^(\$\{[A-Za-z_][\w.]*\}|[\w,.-]+)$/, '表达式只能是 ${名称}，或由字母、数字、逗号组成']),
    dataType: choice('表达式类型', 'exp_data_type', ['fixed', 'dynamic'], 'fixed'),
    status: status(),
    remark: remark(),
  },
  filter: { name: 'like', expression: 'like', dataType: 'equal', status: 'equal' },
  calls: ['list', 'get', 'add', 'edit', 'remove', 'export'],
  sort: ['id', 'name', 'createTime'],
});
