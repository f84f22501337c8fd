import { useQuery } from '@tanstack/react-query';
import { Button, Empty, Select, Space } from 'antd';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import { flowListener } from '../../../../contract/workflow/flow-listener.ts';
import { queryOf } from '../../../api/query-client.ts';
import type { BusinessObject, DiagramElement, Services } from './diagram-types.ts';

interface Props {
  readonly element: DiagramElement;
  readonly modeling: Services['modeling'];
  readonly moddle: Services['moddle'];
  /** Listeners of a task, or of the execution of any other element. */
  readonly kind: 'task' | 'execution';
}

const ATTRIBUTE: Readonly<Record<string, string>> = {
  classListener: 'class',
  expressionListener: 'expression',
  delegateExpressionListener: 'delegateExpression',
};
const EVENTS: Readonly<Record<string, string>> = {
  create: '任务创建',
  assignment: '任务指派',
  complete: '任务完成',
  delete: '任务删除',
  start: '开始',
  end: '结束',
  take: '经过连线',
};
const MOST = 100;

/** The listeners of an element. New ones are chosen from the registered listeners; those of a file are shown and kept. */
export function ListenerList({ element, modeling, moddle, kind }: Props) {
  const registered = useQuery(queryOf(flowListener.list, { query: { type: kind === 'task' ? '1' : '2', status: '0', pageSize: MOST } }));
  const extensions = element.businessObject.get('extensionElements') as (BusinessObject & { values: BusinessObject[] }) | undefined;
  const values = extensions?.values ?? [];
  const type = kind === 'task' ? 'flowable:TaskListener' : 'flowable:ExecutionListener';
  const listeners = values.filter((one) => one.$type === type);
  const write = (next: readonly BusinessObject[]) =>
    modeling.updateProperties(element, {
      extensionElements: next.length > 0 ? moddle.create('bpmn:ExtensionElements', { values: next }) : undefined,
    });
  const add = (id: number) => {
    const found = registered.data?.rows.find((row) => row.id === id);
    if (!found) return;
    write([...values, moddle.create(type, { event: found.eventType, [ATTRIBUTE[found.valueType] ?? 'class']: found.value })]);
  };
  return (
    <>
      <Select
        aria-label="加一个监听"
        placeholder="加一个监听"
        style={{ width: '100%', marginBottom: 12 }}
        value={null}
        options={(registered.data?.rows ?? []).map((row) => ({ value: row.id, label: `${row.name}（${EVENTS[row.eventType] ?? row.eventType}）` }))}
        notFoundContent={<Empty image={null} description="流程监听里还没有可用的监听" />}
        onChange={(id: number | null) => id && add(id)}
      />
      <ul className="modeller-listeners">
        {listeners.map((listener) => {
          const event = String(listener.get('event') ?? '');
          const value = String(listener.get('class') ?? listener.get('expression') ?? listener.get('delegateExpression') ?? '');
          return (
            <li key={`${event} ${value}`}>
              <Space>
                <span>{EVENTS[event] ?? event}</span>
                <code>{value}</code>
                <Button
                  type="text"
                  size="small"
                  icon={<DeleteOutlined />}
                  aria-label={`删除监听 ${value}`}
                  onClick={() => write(values.filter((one) => one !== listener))}
                />
              </Space>
            </li>
          );
        })}
      </ul>
    </>
  );
}
