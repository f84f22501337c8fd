import { crud } from '../crud.ts';
import { choice, remark, status, text } from '../field.ts';

/** The listener of the start and end of a task or step, as a known name. It is never run as code. */
export const flowListener = crud('/system/listener', {
  name: '流程监听',
  permission: 'system:listener',
  key: 'id',
  title: 'name',
  fields: {
    name: text('监听名称', 50),
    type: choice('监听类型', 'sys_listener_type', ['1', '2'], '1'),
    eventType: choice('事件类型', 'sys_listener_event_type', ['create', 'assignment', 'complete', 'delete', 'start', 'end', 'take']),
    valueType: choice('值类型', 'sys_listener_value_type', ['classListener', 'expressionListener', 'delegateExpressionListener']),
    value: text('执行内容', 200, [/^(\$\{[A-Za-z_][\w.]*\}|[A-Za-z_][\w.]*)$/, '执行内容只能是名称，或 ${名称}']),
    status: status(),
    remark: remark(),
  },
  filter: { name: 'like', type: 'equal', eventType: 'equal', valueType: 'equal', value: 'like', status: 'equal' },
  calls: ['list', 'get', 'add', 'edit', 'remove', 'export'],
  sort: ['id', 'name', 'createTime'],
});
