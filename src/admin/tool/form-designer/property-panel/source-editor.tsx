import { useEffect, useId, useState } from 'react';
import { AutoComplete, Button, Input, Select, Space } from 'antd';
import { PressMenu } from '../../../ui/press-menu.tsx';
import DownOutlined from '@ant-design/icons/DownOutlined';
import { useQuery } from '@tanstack/react-query';
import { dictTypeOptions } from '../../../../../contract/system/dict-type.ts';
import type { FormField } from '../../../../../contract/workflow/form-content.ts';
import { queryOf } from '../../../../api/query-client.ts';
import { errorMessage } from '../../../ui/error-message.ts';
import { useStore } from '../designer.store.ts';
import { fetchOptions, sourceProblem } from '../option-source.ts';
import { valueAt, withValue } from '../linked-rules.ts';
import { rawText } from '../raw-value.ts';
import { Line } from './plain-line.tsx';

/** A source of this server that fits a choice: address, place of the list, and the keys of its entries. */
interface Preset {
  readonly label: string;
  readonly url: string;
  readonly keys: readonly [label: string, value: string, children?: string];
}

const PRESETS: readonly Preset[] = [
  { label: '字典（把末尾改成字典类型）', url: '/prod-api/system/dict/data/type/sys_process_category', keys: ['dictLabel', 'dictValue'] },
  { label: '部门', url: '/prod-api/system/dept/treeselect', keys: ['label', 'id', 'children'] },
  { label: '图书分类', url: '/prod-api/cms/archiveType/queryTree', keys: ['label', 'id', 'children'] },
];

const PATH = /^[\w-]{1,40}(\.[\w-]{1,40}){0,7}$/;

/** Keys of label, value and children: those of a cascader are attributes of it. */
const keyName = (field: FormField, key: 'label' | 'value' | 'children'): string =>
  field.tagIcon === 'cascader' ? `props.props.${key}` : `shuzhou.${key}Key`;

type State = { kind: 'none' } | { kind: 'loading' } | { kind: 'done'; labels: readonly string[]; count: number } | { kind: 'failed'; words: string };

/** Where the options of a field come from. They are fetched when the address is left, and when the method changes (S4.6). */
export function SourceEditor({ field }: { field: FormField }) {
  const store = useStore();
  const [state, setState] = useState<State>({ kind: 'none' });
  const [url, method, dataPath] = [rawText(field['url']), rawText(field['method']) || 'get', rawText(field['dataPath'])];
  const problem = url === '' ? null : sourceProblem(url, method);
  const pathProblem = dataPath === '' || PATH.test(dataPath) ? null : '数据位置如 data.rows，只用字母、数字、下划线和点';
  const load = async (asked: FormField): Promise<void> => {
    if (rawText(asked['url']) === '' || sourceProblem(rawText(asked['url']), rawText(asked['method'])) !== null) return;
    setState({ kind: 'loading' });
    try {
      const options = await fetchOptions(asked);
      setState({ kind: 'done', labels: options.slice(0, 3).map((one) => one.label), count: options.length });
      // Stored with the form, so that a renderer without fetching still shows them (form-designer §1.6).
      if (asked.tagIcon !== 'table') store.change(asked.formId, 'fetched', (one) => withValue(one, 'options', options));
    } catch (error) {
      setState({ kind: 'failed', words: error instanceof Error && !('code' in error) ? error.message : errorMessage(error) });
    }
  };
  useEffect(() => {
    void load(field);
    // oxlint-disable-next-line react/exhaustive-deps -- fetched when the editor opens for a field
  }, [field.formId]);
  const set = (key: string, value: unknown): FormField => {
    store.edit([field.formId], key, value);
    return withValue(field, key, value);
  };
  return (
    <div className="fd-source">
      <Space.Compact block>
        <Select
          size="small"
          aria-label="请求方式"
          style={{ width: 84 }}
          value={method}
          options={['get', 'post', 'put', 'delete'].map((value) => ({ value, label: value }))}
          onChange={(next: string) => void load(set('method', next))}
        />
        <Blurred label="接口地址" value={url} mono placeholder="/prod-api/… 或 https://…" onLeave={(next) => void load(set('url', next))} />
      </Space.Compact>
      {problem ? <span className="fd-problem">{problem}</span> : null}
      <PressMenu
        menu={{
          items: PRESETS.map(({ label }, key) => ({ key, label })),
          onClick: ({ key }) => {
            const preset = PRESETS[Number(key)];
            if (!preset) return;
            let next: FormField = { ...field, url: preset.url, method: 'get', dataPath: 'data' };
            const [label, value, children] = preset.keys;
            next = withValue(withValue(next, keyName(field, 'label'), label), keyName(field, 'value'), value);
            if (children && field.tagIcon === 'cascader') next = withValue(next, keyName(field, 'children'), children);
            store.change(field.formId, 'source', () => next);
            void load(next);
          },
        }}
      >
        <Button size="small">
          本站数据 <DownOutlined aria-hidden />
        </Button>
      </PressMenu>
      <Line label="数据位置" problem={pathProblem}>
        <Blurred label="数据位置" value={dataPath} mono placeholder="data" onLeave={(next) => void load(set('dataPath', next))} />
      </Line>
      {field.tagIcon === 'table'
        ? null
        : (['label', 'value', 'children'] as const)
            .filter((key) => key !== 'children' || field.tagIcon === 'cascader')
            .map((key) => (
              <Line key={key} label={KEY_LABELS[key]}>
                <Blurred
                  label={KEY_LABELS[key]}
                  value={rawText(valueAt(field, keyName(field, key)))}
                  mono
                  placeholder={key}
                  onLeave={(next) => void load(set(keyName(field, key), next || undefined))}
                />
              </Line>
            ))}
      <SourceState state={state} onRetry={() => void load(field)} />
    </div>
  );
}

const KEY_LABELS = { label: '标签键名', value: '值键名', children: '子级键名' } as const;

function SourceState({ state, onRetry }: { state: State; onRetry: () => void }) {
  if (state.kind === 'none') return null;
  if (state.kind === 'loading') return <span className="fd-note-line">正在读取选项…</span>;
  if (state.kind === 'done')
    return (
      <output className="fd-good">
        {state.count === 0
          ? '没有读到选项，请核对数据位置和键名'
          : `读到 ${state.count} 项：${state.labels.join('、')}${state.count > 3 ? ' …' : ''}`}
      </output>
    );
  return (
    <span className="fd-problem" role="alert">
      {state.words}{' '}
      <button type="button" className="fd-link" onClick={onRetry}>
        重试
      </button>
    </span>
  );
}

/** An input that reports a changed value when it is left. */
function Blurred({
  label,
  value,
  mono,
  placeholder,
  onLeave,
}: {
  label: string;
  value: string;
  mono?: boolean;
  placeholder: string;
  onLeave: (value: string) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const leave = (): void => {
    if (typed !== null && typed.trim() !== value) onLeave(typed.trim());
    setTyped(null);
  };
  return (
    <Input
      size="small"
      aria-label={label}
      {...(mono ? { className: 'code' } : {})}
      placeholder={placeholder}
      maxLength={300}
      value={typed ?? value}
      onChange={(event) => setTyped(event.target.value)}
      onPressEnter={leave}
      onBlur={leave}
    />
  );
}

/** Options that stay those of a dictionary. */
export function DictLine({ field, label }: { field: FormField; label: string }) {
  const store = useStore();
  const id = useId();
  const types = useQuery({ ...queryOf(dictTypeOptions, {}), staleTime: 60_000 });
  const [typed, setTyped] = useState<string | null>(null);
  const value = typed ?? field.shuzhou?.dict ?? '';
  const set = (next: string): void => {
    setTyped(null);
    if (next !== (field.shuzhou?.dict ?? '') && /^\w{0,100}$/.test(next)) store.edit([field.formId], 'shuzhou.dict', next || undefined);
  };
  return (
    <Line label={label} htmlFor={id}>
      <AutoComplete
        id={id}
        size="small"
        style={{ width: '100%' }}
        allowClear
        placeholder="不用字典"
        value={value}
        showSearch={{ filterOption: (text, option) => `${String(option?.label)}`.includes(text) }}
        options={(types.data ?? []).map((one) => ({ value: one.dictType, label: `${one.dictName} ${one.dictType}` }))}
        onChange={(next: string | undefined) => (next === undefined || next === '' ? set('') : setTyped(next))}
        onSelect={(next) => set(next ?? '')}
        onBlur={() => typed !== null && set(typed)}
      />
    </Line>
  );
}
