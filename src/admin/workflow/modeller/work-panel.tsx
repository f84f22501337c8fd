import { useQuery } from '@tanstack/react-query';
import { Form, Input, Select } from 'antd';
import { listDefinitions } from '../../../../contract/workflow/flow-definition.ts';
import type { NodeWho } from '../../../../contract/workflow/node-settings.ts';
import { queryOf } from '../../../api/query-client.ts';
import type { DiagramElement, Services } from './diagram-types.ts';
import type { FormFieldName } from './node-panel.tsx';
import { WhoInput } from './who-input.tsx';

interface Props {
  readonly element: DiagramElement;
  readonly modeling: Services['modeling'];
  readonly fields: readonly FormFieldName[];
}

/** Settings as they are being typed: complete or not, the check reports what is missing. */
interface Draft {
  readonly do?: 'notify' | 'set' | 'call' | 'start';
  readonly to?: NodeWho;
  readonly title?: string;
  readonly content?: string;
  readonly field?: string;
  readonly value?: string;
  readonly url?: string;
  readonly method?: 'get' | 'post';
  readonly send?: readonly string[];
  readonly into?: string;
  readonly flowKey?: string;
  readonly input?: Readonly<Record<string, string>>;
  readonly output?: Readonly<Record<string, string>>;
}

const WORKS = [
  { value: 'notify', label: '发站内消息' },
  { value: 'set', label: '写一个表单字段' },
  { value: 'call', label: '调用外部地址' },
];
const METHODS = [
  { value: 'post', label: '发送（POST）' },
  { value: 'get', label: '读取（GET）' },
];

function draftOf(element: DiagramElement): Draft {
  const text = element.businessObject.get('shuzhou:settings');
  try {
    return typeof text === 'string' && text !== '' ? (JSON.parse(text) as Draft) : {};
  } catch {
    return {};
  }
}

/** Lines of `a=b` as a mapping of fields, and back. */
const linesOf = (names: Readonly<Record<string, string>> = {}): string =>
  Object.entries(names)
    .map(([from, to]) => (to === '' ? from : `${from}=${to}`))
    .join('\n');
const mappingOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const [from = '', to = ''] = line.split('=');
        return [from.trim(), line.includes('=') ? to.trim() : from.trim()];
      }),
  );

/** What a service or send task does, or which process a call activity starts. */
export function WorkPanel({ element, modeling, fields }: Props) {
  const isCall = element.type === 'bpmn:CallActivity';
  const draft = draftOf(element);
  const put = (change: Draft) =>
    modeling.updateProperties(element, { 'shuzhou:settings': JSON.stringify({ ...(isCall ? { do: 'start' } : {}), ...draft, ...change }) });
  const names = fields.map(({ vModel, label }) => ({ value: vModel, label: `${label} ${vModel}` }));
  if (isCall) return <CallPanel draft={draft} put={put} />;
  return (
    <>
      <Form.Item label="要做的事" htmlFor="work-do">
        <Select
          id="work-do"
          placeholder="请选择"
          value={draft.do === 'start' ? null : (draft.do ?? null)}
          options={WORKS}
          onChange={(next: 'notify' | 'set' | 'call') => modeling.updateProperties(element, { 'shuzhou:settings': JSON.stringify({ do: next }) })}
        />
      </Form.Item>
      {draft.do === 'notify' ? (
        <>
          <Form.Item label="发给">
            <WhoInput value={draft.to ?? null} onChange={(to) => put({ to: to as NodeWho })} label="发给" />
          </Form.Item>
          <Form.Item label="标题" htmlFor="work-title" extra="可以写 ${字段名}">
            <Input id="work-title" maxLength={50} value={draft.title ?? ''} onChange={({ target }) => put({ title: target.value })} />
          </Form.Item>
          <Form.Item label="内容" htmlFor="work-content">
            <Input.TextArea
              id="work-content"
              maxLength={500}
              autoSize={{ minRows: 2 }}
              value={draft.content ?? ''}
              onChange={({ target }) => put({ content: target.value })}
            />
          </Form.Item>
        </>
      ) : null}
      {draft.do === 'set' ? (
        <>
          <Form.Item label="字段" htmlFor="work-field">
            <FieldName id="work-field" names={names} value={draft.field ?? ''} onChange={(field) => put({ field })} />
          </Form.Item>
          <Form.Item label="写成" htmlFor="work-value" extra="可以写 ${字段名}">
            <Input id="work-value" maxLength={500} value={draft.value ?? ''} onChange={({ target }) => put({ value: target.value })} />
          </Form.Item>
        </>
      ) : null}
      {draft.do === 'call' ? (
        <>
          <Form.Item label="地址" htmlFor="work-url" extra="站点须先写进参数 flow.call.hosts；失败会重试，仍不成功可在“流程实例”里重试">
            <Input
              id="work-url"
              className="code"
              maxLength={500}
              value={draft.url ?? ''}
              onChange={({ target }) => put({ url: target.value.trim() })}
            />
          </Form.Item>
          <Form.Item label="方式" htmlFor="work-method">
            <Select id="work-method" value={draft.method ?? 'post'} options={METHODS} onChange={(method) => put({ method })} />
          </Form.Item>
          {draft.method === 'get' ? null : (
            <Form.Item label="发送的字段" htmlFor="work-send">
              <Select id="work-send" mode="tags" value={[...(draft.send ?? [])]} options={names} onChange={(send: string[]) => put({ send })} />
            </Form.Item>
          )}
          <Form.Item label="回答写进字段" htmlFor="work-into">
            <FieldName id="work-into" names={names} value={draft.into ?? ''} onChange={(into) => put({ into })} />
          </Form.Item>
        </>
      ) : null}
    </>
  );
}

interface NameProps {
  readonly id: string;
  readonly names: { value: string; label: string }[];
  readonly value: string;
  readonly onChange: (name: string) => void;
}

/** A field of the form, or another variable by its name. */
const FieldName = ({ id, names, value, onChange }: NameProps) => (
  <Select
    id={id}
    mode="tags"
    maxCount={1}
    value={value === '' ? [] : [value]}
    options={names}
    placeholder="选字段，或输入变量名"
    onChange={(next: string[]) => onChange(next.at(-1) ?? '')}
  />
);

const MOST_FLOWS = 100;

function CallPanel({ draft, put }: { draft: Draft; put: (change: Draft) => void }) {
  const flows = useQuery(queryOf(listDefinitions, { query: { startable: '1', pageSize: MOST_FLOWS } }));
  return (
    <>
      <Form.Item label="调用的流程" htmlFor="work-flow" extra="由发起人的名义发起，结束后才往下走；结果在变量「节点编号_result」里">
        <Select
          id="work-flow"
          placeholder="请选择"
          loading={flows.isFetching}
          value={draft.flowKey ?? null}
          options={(flows.data?.records ?? []).map(({ flowKey, name }) => ({ value: flowKey, label: `${name} ${flowKey}` }))}
          onChange={(flowKey: string) => put({ flowKey })}
        />
      </Form.Item>
      <Form.Item label="带过去的字段" htmlFor="work-input" extra="每行一个，写成 本流程字段=那边字段">
        <Input.TextArea
          id="work-input"
          className="code"
          autoSize={{ minRows: 2 }}
          defaultValue={linesOf(draft.input)}
          onChange={({ target }) => put({ input: mappingOf(target.value) })}
        />
      </Form.Item>
      <Form.Item label="带回来的字段" htmlFor="work-output" extra="每行一个，写成 那边字段=本流程字段">
        <Input.TextArea
          id="work-output"
          className="code"
          autoSize={{ minRows: 2 }}
          defaultValue={linesOf(draft.output)}
          onChange={({ target }) => put({ output: mappingOf(target.value) })}
        />
      </Form.Item>
    </>
  );
}
