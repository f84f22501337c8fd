import { Form, Input, InputNumber, Segmented, Select, Switch } from 'antd';
import { ListenerList } from './listener-list.tsx';
import type { BusinessObject, DiagramElement, Services } from './diagram-types.ts';
import type { Modeller } from './create-modeller.ts';
import { kindName } from './node-kinds.ts';
import { WorkPanel } from './work-panel.tsx';
import { NameItem, NodePanel, type FormFieldName } from './node-panel.tsx';

interface Props {
  readonly modeller: Modeller;
  /** The selected element; the process when nothing is selected. */
  readonly element: DiagramElement;
  readonly fields: readonly FormFieldName[];
}

/** Elements that do something by themselves. */
const WORKS = new Set(['bpmn:ServiceTask', 'bpmn:SendTask', 'bpmn:CallActivity']);

type Parts = { element: DiagramElement; modeling: Services['modeling']; moddle: Services['moddle'] };

/** The settings of the selected element. */
export function ElementPanel({ modeller, element, fields }: Props) {
  const modeling = modeller.service('modeling');
  const moddle = modeller.service('moddle');
  const parts = { element, modeling, moddle };
  const all = modeller.service('elementRegistry').getAll();
  if (element.type === 'bpmn:UserTask') {
    const others = all.filter((one) => one.type === 'bpmn:UserTask' && one.id !== element.id);
    return <NodePanel key={element.id} {...parts} others={others} fields={fields} />;
  }
  return (
    <Form layout="vertical" className="modeller-form" component="div" key={element.id}>
      <NameItem element={element} modeling={modeling} label={`${kindName(element.type)}名称`} />
      {element.type.endsWith('Gateway') ? <GatewayItems {...parts} modeller={modeller} /> : null}
      {element.type === 'bpmn:SequenceFlow' ? <FlowItems {...parts} fields={fields} /> : null}
      {WORKS.has(element.type) ? <WorkPanel element={element} modeling={modeling} fields={fields} /> : null}
      {timerOf(element) ? <TimerItems {...parts} /> : null}
      {/Event|Gateway|Task|Process|SequenceFlow/.test(element.type) ? (
        <Form.Item label="监听">
          <ListenerList {...parts} kind="execution" />
        </Form.Item>
      ) : null}
    </Form>
  );
}

const GATEWAYS = [
  { value: 'bpmn:ExclusiveGateway', label: '条件（走一条）' },
  { value: 'bpmn:InclusiveGateway', label: '多选（走几条）' },
  { value: 'bpmn:ParallelGateway', label: '并行（都走）' },
];

function GatewayItems({ element, modeling, modeller }: Parts & { modeller: Modeller }) {
  const outgoing = (element.businessObject.get('outgoing') as BusinessObject[] | undefined) ?? [];
  const chosen = element.businessObject.get('default') as BusinessObject | undefined;
  return (
    <>
      <Form.Item label="类型" htmlFor="gateway-type">
        <Segmented
          id="gateway-type"
          vertical
          block
          value={element.type}
          options={GATEWAYS}
          onChange={(type) => modeller.service('selection').select(modeller.service('bpmnReplace').replaceElement(element, { type }))}
        />
      </Form.Item>
      {element.type === 'bpmn:ParallelGateway' || outgoing.length < 2 ? null : (
        <Form.Item label="都不满足时走" htmlFor="gateway-default">
          <Select
            id="gateway-default"
            allowClear
            placeholder="没有设定"
            value={chosen?.id ?? null}
            options={outgoing.map((flow) => ({
              value: flow.id,
              label: flow.name ?? `到 ${(flow.get('targetRef') as BusinessObject).name ?? flow.id}`,
            }))}
            onChange={(id: string | undefined) => modeling.updateProperties(element, { default: outgoing.find((flow) => flow.id === id) })}
          />
        </Form.Item>
      )}
    </>
  );
}

function FlowItems({ element, modeling, moddle, fields }: Parts & { fields: readonly FormFieldName[] }) {
  const condition = element.businessObject.get('conditionExpression') as BusinessObject | undefined;
  const text = String(condition?.get('body') ?? '');
  const put = (next: string) =>
    modeling.updateProperties(element, { conditionExpression: next.trim() ? moddle.create('bpmn:FormalExpression', { body: next }) : undefined });
  return (
    <Form.Item label="经过的条件" htmlFor="flow-condition" extra="例如 ${amount > 1000 && kind == 'book'}；空着表示总是经过">
      <Input.TextArea
        id="flow-condition"
        className="code"
        autoSize={{ minRows: 2 }}
        value={text}
        placeholder="${字段名 == '值'}"
        onChange={(event) => put(event.target.value)}
      />
      {fields.length > 0 ? (
        <Select
          aria-label="放入字段"
          placeholder="放入字段"
          value={null}
          style={{ width: '100%', marginTop: 8 }}
          options={fields.map(({ vModel, label }) => ({ value: vModel, label: `${label} ${vModel}` }))}
          onChange={(name: string | null) => name && put(text.trim() ? text.replace(/\}$/, ` && ${name} == ''}`) : `\${${name} == ''}`)}
        />
      ) : null}
    </Form.Item>
  );
}

const timerOf = (element: DiagramElement): BusinessObject | undefined =>
  (element.businessObject.get('eventDefinitions') as BusinessObject[] | undefined)?.find((one) => one.$type === 'bpmn:TimerEventDefinition');

const HOURS = /^PT(\d+)H$/;

function TimerItems({ element, modeling, moddle }: Parts) {
  const timer = timerOf(element);
  const body = String((timer?.get('timeDuration') as BusinessObject | undefined)?.get('body') ?? '');
  const hours = HOURS.exec(body)?.[1];
  const interrupts = element.businessObject.get('cancelActivity') !== false;
  const put = (definition: Readonly<Record<string, unknown>>) =>
    modeling.updateProperties(element, { eventDefinitions: [moddle.create('bpmn:TimerEventDefinition', definition)] });
  return (
    <>
      <Form.Item label="等待" htmlFor="timer-hours" {...(body && !hours ? { extra: `文件里写的是 ${body}` } : {})}>
        <InputNumber
          id="timer-hours"
          min={1}
          max={8_760}
          precision={0}
          suffix="小时"
          value={hours ? Number(hours) : null}
          onChange={(next) => put(next ? { timeDuration: moddle.create('bpmn:FormalExpression', { body: `PT${next}H` }) } : {})}
        />
      </Form.Item>
      {element.type === 'bpmn:BoundaryEvent' ? (
        <Form.Item label="到时中断原任务" htmlFor="timer-interrupts">
          <Switch id="timer-interrupts" checked={interrupts} onChange={(on) => modeling.updateProperties(element, { cancelActivity: on })} />
        </Form.Item>
      ) : null}
    </>
  );
}
