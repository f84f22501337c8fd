import { flowListener } from '../../../contract/workflow/flow-listener.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';

const listeners = resource(flowListener, {
  columns: ['name', 'type', 'eventType', 'valueType', 'value', 'status', 'createTime'],
  search: ['name', 'type', 'eventType', 'status'],
  form: ['name', 'type', 'eventType', 'valueType', 'value', 'status', 'remark'],
  empty: '暂无监听',
  lost: () => '移入回收站，30 天内可以恢复。',
});

/** #138: listeners for the start and end of a workflow step. */
export const FlowListenerPage = () => <ResourcePage resource={listeners} />;
