import { Button, Input, InputNumber, Segmented, Select } from 'antd';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import {
  FORM_LIMITS,
  isRepeat,
  type Comparison,
  type ConditionTerm,
  type FieldCondition,
  type FormField,
} from '../../../../../contract/workflow/form-content.ts';
import { conditionCycle, conditionTerms } from '../../../../../contract/workflow/form-condition.ts';
import { useDesigner, useStore } from '../designer.store.ts';
import { parentsOf } from '../form-edit.ts';
import { rawText, rawValue } from '../raw-value.ts';

const NAMES: readonly (readonly [Comparison, string])[] = [
  ['eq', '等于'],
  ['ne', '不等于'],
  ['in', '是其中之一'],
  ['notIn', '不是其中之一'],
  ['empty', '为空'],
  ['notEmpty', '不为空'],
  ['gt', '大于'],
  ['gte', '不小于'],
  ['lt', '小于'],
  ['lte', '不大于'],
  ['contains', '包含'],
];
const WITHOUT_VALUE = new Set<Comparison>(['empty', 'notEmpty']);
const LISTS = new Set<Comparison>(['in', 'notIn']);

/** Fields that a condition of `field` may read: those of its own scope and of the form around it. */
function readable(fields: readonly FormField[], field: FormField): FormField[] {
  const table = parentsOf(fields, field.formId)?.findLast(isRepeat)?.formId ?? null;
  const found: FormField[] = [];
  const walk = (list: readonly FormField[], scope: number | null): void => {
    for (const one of list) {
      if (one.vModel && one.formId !== field.formId && (scope === null || scope === table)) found.push(one);
      if (one.children) walk(one.children, isRepeat(one) ? one.formId : scope);
    }
  };
  walk(fields, null);
  return found;
}

const kindOf = (condition: FieldCondition | undefined): 'all' | 'any' => (condition && 'any' in condition ? 'any' : 'all');

/** A condition as a list of comparisons; there is no expression text. */
export function ConditionEditor({ field, property }: { field: FormField; property: 'visibleWhen' | 'requiredWhen' }) {
  const store = useStore();
  const fields = useDesigner((state) => state.form.fields);
  const condition = field.shuzhou?.[property];
  const terms = condition ? conditionTerms(condition) : [];
  const others = readable(fields, field);
  const cycle = property === 'visibleWhen' && condition ? conditionCycle(fields) : null;
  const set = (next: readonly ConditionTerm[], kind = kindOf(condition)): void =>
    store.edit([field.formId], `shuzhou.${property}`, next.length === 0 ? undefined : kind === 'all' ? { all: next } : { any: next });
  const change = (at: number, part: Partial<ConditionTerm>): void => set(terms.map((one, index) => (index === at ? { ...one, ...part } : one)));
  const what = property === 'visibleWhen' ? '显示条件' : '必填条件';
  return (
    <div className="fd-options">
      {terms.length > 1 ? (
        <Segmented
          size="small"
          aria-label={`${what}之间的关系`}
          value={kindOf(condition)}
          options={[
            { value: 'all', label: '全部满足' },
            { value: 'any', label: '满足一条' },
          ]}
          onChange={(kind) => set(terms, kind === 'any' ? 'any' : 'all')}
        />
      ) : null}
      {terms.map((term, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- every part is being edited
        <div className="fd-term" key={at}>
          <Select
            size="small"
            aria-label={`${what}第${at + 1}条的字段`}
            value={term.field}
            options={others.map((one) => ({ value: one.vModel as string, label: one.label || one.vModel }))}
            onChange={(name: string) => change(at, { field: name })}
          />
          <Select
            size="small"
            aria-label={`${what}第${at + 1}条的比较`}
            value={term.is}
            options={NAMES.map(([value, label]) => ({ value, label }))}
            onChange={(is: Comparison) => change(at, { is, ...(LISTS.has(is) !== LISTS.has(term.is) ? { value: LISTS.has(is) ? [] : '' } : {}) })}
          />
          <Button
            size="small"
            type="text"
            danger
            icon={<DeleteOutlined aria-hidden />}
            aria-label={`删除${what}第${at + 1}条`}
            onClick={() => set(terms.filter((_, index) => index !== at))}
          />
          {WITHOUT_VALUE.has(term.is) ? null : (
            <TermValue
              term={term}
              name={`${what}第${at + 1}条的值`}
              target={others.find((one) => one.vModel === term.field)}
              onChange={(value) => change(at, { value })}
            />
          )}
        </div>
      ))}
      {cycle ? <span className="fd-problem">显示条件互相依赖：{cycle.labels.join(' → ')}</span> : null}
      <Button
        size="small"
        type="dashed"
        icon={<PlusOutlined aria-hidden />}
        disabled={others.length === 0 || terms.length >= FORM_LIMITS.conditionTerms}
        onClick={() => set([...terms, { field: others[0]?.vModel ?? '', is: 'eq', value: '' }])}
      >
        添加{what}
      </Button>
      {others.length === 0 ? <span className="fd-note-line">表单里还没有别的字段</span> : null}
    </div>
  );
}

interface ValueProps {
  readonly term: ConditionTerm;
  readonly name: string;
  readonly target: FormField | undefined;
  readonly onChange: (value: unknown) => void;
}

function TermValue({ term, name, target, onChange }: ValueProps) {
  const choices =
    target?.tagIcon === 'switch'
      ? [
          { value: target['active-value'] as string, label: rawText(target['active-text']) || '开' },
          { value: target['inactive-value'] as string, label: rawText(target['inactive-text']) || '关' },
        ]
      : (target?.options ?? []).map((one) => ({ value: one.value as string, label: one.label }));
  if (choices.length > 0 && target?.tagIcon !== 'cascader')
    return (
      <Select
        size="small"
        className="fd-term-value"
        aria-label={name}
        {...(LISTS.has(term.is)
          ? { mode: 'multiple' as const, value: Array.isArray(term.value) ? term.value : [] }
          : { value: term.value === '' ? null : term.value })}
        placeholder="选择值"
        options={choices}
        onChange={(value: unknown) => onChange(value)}
      />
    );
  if (LISTS.has(term.is))
    return (
      <Select
        size="small"
        className="fd-term-value"
        mode="tags"
        aria-label={name}
        placeholder="输入后按回车"
        value={Array.isArray(term.value) ? term.value.map(String) : []}
        onChange={(values: string[]) => onChange(values.map(rawValue))}
      />
    );
  if (target && ['number', 'slider', 'rate'].includes(target.tagIcon))
    return (
      <InputNumber
        size="small"
        className="fd-term-value"
        aria-label={name}
        value={typeof term.value === 'number' ? term.value : null}
        onChange={(value) => onChange(value ?? 0)}
      />
    );
  return (
    <Input size="small" className="fd-term-value" aria-label={name} value={rawText(term.value)} onChange={(event) => onChange(event.target.value)} />
  );
}
