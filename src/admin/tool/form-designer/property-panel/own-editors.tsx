import { MB } from '../../../../../contract/limits.ts';
import { acceptChoices, refusedKinds } from '../../../../../contract/workflow/form-value.ts';
import { useUploadRules } from '../../../../api/upload-rules.ts';
import { useId, useState } from 'react';
import { App, AutoComplete, Input, InputNumber, Select, Slider, Space } from 'antd';
import dayjs from 'dayjs';
import { allFields, isRepeat, type FormField } from '../../../../../contract/workflow/form-content.ts';
import { PALETTE } from '../../../../../contract/workflow/form-palette.ts';
import { useDesigner, useStore } from '../designer.store.ts';
import { formatProblem, valueAt } from '../linked-rules.ts';
import { rawText } from '../raw-value.ts';
import { Line } from './plain-line.tsx';

interface Props {
  readonly field: FormField;
  readonly label: string;
}

export function TypeLine({ field, label }: Props) {
  const store = useStore();
  const id = useId();
  const groups = ['输入型', '选择型'].map((group) => ({
    label: group,
    title: group,
    options: PALETTE.filter((entry) => entry.group === group).map((entry) => ({ value: entry.tagIcon, label: entry.name })),
  }));
  return (
    <Line label={label} htmlFor={id}>
      <Select
        id={id}
        size="small"
        style={{ width: '100%' }}
        value={field.tagIcon}
        options={groups}
        onChange={(tagIcon: string) => store.changeType([field.formId], tagIcon)}
      />
    </Line>
  );
}

/** The name is checked while typing; only a usable one reaches the form. */
export function NameLine({ field, label, deployed }: Props & { deployed: boolean }) {
  const store = useStore();
  const { modal } = App.useApp();
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const problem = typed === null ? null : store.renameProblem(field.formId, typed);
  const leave = (): void => {
    setTyped(null);
    if (typed === null || problem !== null || typed === field.vModel) return;
    if (!deployed) return void store.rename(field.formId, typed);
    void modal.confirm({
      title: '系统提示',
      content: '已填写的数据按旧字段名保存，改名后新旧数据不在同一个字段里。要改名吗？',
      okText: '改名',
      cancelText: '取消',
      onOk: () => void store.rename(field.formId, typed),
    });
  };
  return (
    <Line label={label} htmlFor={id} problem={problem}>
      <Input
        id={id}
        size="small"
        className="code"
        maxLength={40}
        value={typed ?? field.vModel ?? ''}
        {...(problem ? { status: 'error' as const } : {})}
        onChange={(event) => setTyped(event.target.value.trim())}
        onPressEnter={leave}
        onBlur={leave}
      />
    </Line>
  );
}

export function SpanLine({ fields, label }: { fields: readonly FormField[]; label: string }) {
  const store = useStore();
  const id = useId();
  const ids = fields.map((field) => field.formId);
  const span = fields[0]?.span ?? 24;
  const set = (value: number | null): void => void (value !== null && store.edit(ids, 'span', value));
  return (
    <Line label={label} htmlFor={id}>
      <span className="fd-span">
        <Slider min={1} max={24} marks={{ 12: '12' }} value={span} onChange={set} ariaLabelForHandle={label} />
        <InputNumber id={id} size="small" min={1} max={24} precision={0} value={span} onChange={set} />
      </span>
    </Line>
  );
}

const shownFormat = (format: string): string => dayjs().format(format.replaceAll('yyyy', 'YYYY').replaceAll('dd', 'DD').replaceAll('WW', '[WW]'));

export function FormatLine({ field, label }: Props) {
  const store = useStore();
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const value = typed ?? String(field['format'] ?? '');
  const problem = formatProblem(value);
  const leave = (): void => {
    if (typed !== null && problem === null && typed !== field['format']) store.edit([field.formId], 'format', typed);
    setTyped(null);
  };
  return (
    <Line label={label} htmlFor={id} problem={problem}>
      <Input
        id={id}
        size="small"
        className="code"
        value={value}
        onChange={(event) => setTyped(event.target.value)}
        onPressEnter={leave}
        onBlur={leave}
      />
      {problem ? null : <span className="fd-note-line">{field['type'] === 'week' ? '一周的第几周' : shownFormat(value)}</span>}
    </Line>
  );
}

const CLOCK_RANGE = /^\d\d:\d\d:\d\d-\d\d:\d\d:\d\d$/;

export function ClockLine({ field, label }: Props) {
  const store = useStore();
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const value = typed ?? rawText(valueAt(field, 'picker-options.selectableRange'));
  const problem = CLOCK_RANGE.test(value.replaceAll(' ', '')) ? null : '格式如 08:00:00-18:00:00';
  return (
    <Line label={label} htmlFor={id} problem={problem}>
      <Input
        id={id}
        size="small"
        className="code"
        value={value}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => {
          if (typed !== null && problem === null) store.edit([field.formId], 'picker-options.selectableRange', typed.replaceAll(' ', ''));
          setTyped(null);
        }}
      />
    </Line>
  );
}

export function AcceptLine({ field, label }: Props) {
  const store = useStore();
  const rules = useUploadRules();
  const id = useId();
  const refused = refusedKinds(field['accept'], rules);
  return (
    <Line label={label} htmlFor={id}>
      <AutoComplete
        id={id}
        size="small"
        style={{ width: '100%' }}
        value={rawText(field['accept'])}
        placeholder="不限"
        options={acceptChoices(rules).map(({ value, label }) => ({ value, label: value ? `${label} ${value}` : label }))}
        onChange={(value) => store.edit([field.formId], 'accept', value)}
      />
      {refused.length > 0 ? <span className="fd-note-line">本站不接收 {refused.join('、')}，请改选或在参数设置里放开</span> : null}
    </Line>
  );
}

export function SizeLine({ field, label }: Props) {
  const store = useStore();
  const { bytes } = useUploadRules();
  const id = useId();
  return (
    <Line label={label} htmlFor={id}>
      <Space.Compact style={{ width: '100%' }}>
        <InputNumber
          id={id}
          size="small"
          style={{ width: '100%' }}
          min={1}
          precision={0}
          value={typeof field['fileSize'] === 'number' ? field['fileSize'] : 2}
          onChange={(value) => value !== null && store.edit([field.formId], 'fileSize', value)}
        />
        <Select
          size="small"
          aria-label="文件大小的单位"
          style={{ width: 68 }}
          value={rawText(field['sizeUnit']) || 'MB'}
          options={['KB', 'MB', 'GB'].map((value) => ({ value, label: value }))}
          onChange={(value: string) => store.edit([field.formId], 'sizeUnit', value)}
        />
      </Space.Compact>
      <span className="fd-note-line">不会超过本站上限 {bytes / MB}MB</span>
    </Line>
  );
}

/** A number that shows the sum of a column of a repeated table. */
export function SumLine({ field, label }: Props) {
  const store = useStore();
  const id = useId();
  const fields = useDesigner((state) => state.form.fields);
  const columns = allFields(fields)
    .filter(isRepeat)
    .flatMap((table) =>
      (table.children ?? [])
        .filter((column) => column.tagIcon === 'number' && column.formId !== field.formId)
        .map((column) => ({ value: `${table.vModel}.${column.vModel}`, label: `${table.label} · ${column.label}` })),
    );
  if (columns.length === 0 && !field.shuzhou?.sumOf) return null;
  return (
    <Line label={label} htmlFor={id}>
      <Select
        id={id}
        size="small"
        style={{ width: '100%' }}
        allowClear
        placeholder="不合计"
        value={field.shuzhou?.sumOf ?? null}
        options={columns}
        onChange={(value: string | undefined) => store.edit([field.formId], 'shuzhou.sumOf', value || undefined)}
      />
    </Line>
  );
}
