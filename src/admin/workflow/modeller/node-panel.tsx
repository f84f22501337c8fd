import { Form, Input, InputNumber, Select } from 'antd';
import { FIELD_RIGHTS, nodeSettings, type FieldRight, type NodeSettings, type NodeWho } from '../../../../contract/workflow/node-settings.ts';
import { ListenerList } from './listener-list.tsx';
import type { DiagramElement, Services } from './diagram-types.ts';
import { WhoInput } from './who-input.tsx';
import { Tabs } from '../../ui/tabs.tsx';

const METHODS = [
  { value: 'claim', label: '签收：谁先签收谁办' },
  { value: 'any', label: '或签：一人同意即可' },
  { value: 'all', label: '会签：所有人都要同意' },
  { value: 'ratio', label: '会签：达到比例即可' },
  { value: 'sequence', label: '依次：一个接一个' },
];
const EMPTY = [
  { value: 'admin', label: '交给管理员' },
  { value: 'reject', label: '驳回给发起人' },
];
const SELF = [
  { value: 'none', label: '照常由本人办理' },
  { value: 'transferToHead', label: '转给部门负责人' },
  { value: 'skip', label: '自动通过' },
];
const REPEAT = [
  { value: 'none', label: '再次办理' },
  { value: 'consecutive', label: '上一步刚同意过的自动通过' },
  { value: 'all', label: '之前任何一步同意过的自动通过' },
];
const TIMEOUT = [
  { value: 'remind', label: '提醒办理人' },
  { value: 'pass', label: '自动通过' },
  { value: 'reject', label: '自动驳回' },
];
const RIGHT_NAMES: Readonly<Record<FieldRight, string>> = { edit: '可填写', read: '只看', hidden: '不显示' };

/** Returns the settings of a user task as they are, complete or not; the check reports what is missing. Unreadable ones count as none. */
export function settingsOf(element: DiagramElement): NodeSettings {
  const text = element.businessObject.get('shuzhou:settings');
  try {
    return { ...DEFAULTS, ...(typeof text === 'string' && text ? (JSON.parse(text) as Partial<NodeSettings>) : {}) };
  } catch {
    return DEFAULTS;
  }
}
const DEFAULTS = nodeSettings.parse({});

/** A field of the form that the process starts with. */
export interface FormFieldName {
  readonly vModel: string;
  readonly label: string;
}

interface Props {
  readonly element: DiagramElement;
  readonly modeling: Services['modeling'];
  readonly moddle: Services['moddle'];
  /** Other user tasks, for the choice of people who must differ. */
  readonly others: readonly DiagramElement[];
  readonly fields: readonly FormFieldName[];
}

/** The settings of a user task in words: who, how several people decide, the form, the time limit, listeners. */
export function NodePanel({ element, modeling, moddle, others, fields }: Props) {
  const settings = settingsOf(element);
  const put = (change: Partial<NodeSettings>) =>
    modeling.updateProperties(element, { 'shuzhou:settings': JSON.stringify({ ...settings, ...change }) });
  const who = (
    <>
      <Form.Item label="办理人">
        <WhoInput value={settings.who ?? null} onChange={(next) => put({ who: next as NodeWho })} label="办理人" />
      </Form.Item>
      <Form.Item label="多人时" htmlFor="node-method">
        <Select id="node-method" value={settings.method} options={METHODS} onChange={(method) => put({ method })} />
      </Form.Item>
      {settings.method === 'ratio' ? (
        <Form.Item label="同意比例" htmlFor="node-ratio">
          <InputNumber
            id="node-ratio"
            min={1}
            max={100}
            precision={2}
            suffix="%"
            value={settings.ratio / 100}
            onChange={(percent) => put({ ratio: Math.round((percent ?? 100) * 100) })}
          />
        </Form.Item>
      ) : null}
      <Form.Item label="找不到人" htmlFor="node-empty">
        <Select id="node-empty" value={settings.emptyHandler} options={EMPTY} onChange={(emptyHandler) => put({ emptyHandler })} />
      </Form.Item>
      <Form.Item label="是发起人自己" htmlFor="node-self">
        <Select id="node-self" value={settings.selfHandler} options={SELF} onChange={(selfHandler) => put({ selfHandler })} />
      </Form.Item>
      <Form.Item label="同一人又轮到" htmlFor="node-repeat">
        <Select id="node-repeat" value={settings.repeatHandler} options={REPEAT} onChange={(repeatHandler) => put({ repeatHandler })} />
      </Form.Item>
      <Form.Item label="不能与这些节点同一人" htmlFor="node-differ" extra="选了以后，不会自动通过">
        <Select
          id="node-differ"
          mode="multiple"
          allowClear
          value={settings.mustDiffer}
          options={others.map(({ id, businessObject }) => ({ value: id, label: businessObject.name ?? id }))}
          onChange={(mustDiffer) => put({ mustDiffer })}
        />
      </Form.Item>
      <Form.Item label="抄送">
        <WhoInput value={settings.copyTo} optional onChange={(copyTo) => put({ copyTo })} label="抄送" />
      </Form.Item>
    </>
  );
  const rights =
    fields.length === 0 ? (
      <p className="soft">给流程选好表单后，可以逐项设定这个节点能填、只看还是看不到。</p>
    ) : (
      fields.map(({ vModel, label }) => (
        <Form.Item key={vModel} label={label} htmlFor={`right-${vModel}`}>
          <Select
            id={`right-${vModel}`}
            value={settings.fieldRights[vModel] ?? 'read'}
            options={FIELD_RIGHTS.map((value) => ({ value, label: RIGHT_NAMES[value] }))}
            onChange={(right) => put({ fieldRights: { ...settings.fieldRights, [vModel]: right } })}
          />
        </Form.Item>
      ))
    );
  const limit = (
    <>
      <Form.Item label="时限" htmlFor="node-hours">
        <InputNumber
          id="node-hours"
          min={1}
          max={8_760}
          precision={0}
          suffix="小时"
          placeholder="不限"
          value={settings.timeout?.hours ?? null}
          onChange={(hours) => put({ timeout: hours ? { hours, action: settings.timeout?.action ?? 'remind' } : null })}
        />
      </Form.Item>
      {settings.timeout ? (
        <Form.Item label="到期后" htmlFor="node-timeout">
          <Select
            id="node-timeout"
            value={settings.timeout.action}
            options={TIMEOUT}
            onChange={(action) => put({ timeout: { hours: settings.timeout?.hours ?? 24, action } })}
          />
        </Form.Item>
      ) : null}
    </>
  );
  return (
    <Form layout="vertical" className="modeller-form" component="div">
      <NameItem element={element} modeling={modeling} label="节点名称" />
      <Tabs
        size="small"
        items={[
          { key: 'who', label: '办理', children: who },
          { key: 'rights', label: '表单', children: rights },
          { key: 'limit', label: '时限', children: limit },
          { key: 'listeners', label: '监听', children: <ListenerList element={element} modeling={modeling} moddle={moddle} kind="task" /> },
        ]}
      />
    </Form>
  );
}

/** The name of an element; every kind has it. */
export function NameItem({ element, modeling, label }: { element: DiagramElement; modeling: Services['modeling']; label: string }) {
  return (
    <Form.Item label={label} htmlFor="element-name">
      <Input
        id="element-name"
        maxLength={100}
        value={element.businessObject.name ?? ''}
        onChange={(event) => modeling.updateProperties(element, { name: event.target.value })}
      />
    </Form.Item>
  );
}
