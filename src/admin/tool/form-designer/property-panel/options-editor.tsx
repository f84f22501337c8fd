import { useState, type ReactNode } from 'react';
import { Button, Input } from 'antd';
import DownOutlined from '@ant-design/icons/DownOutlined';
import MinusCircleOutlined from '@ant-design/icons/MinusCircleOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import UpOutlined from '@ant-design/icons/UpOutlined';
import HolderOutlined from '@ant-design/icons/HolderOutlined';
import { FORM_LIMITS, type FormField, type FormOption } from '../../../../../contract/workflow/form-content.ts';
import { useStore } from '../designer.store.ts';
import { rawText, rawValue } from '../raw-value.ts';

/** Reads one option a line: `label,value`; without a value the label is the value. */
export function readOptionLines(text: string): FormOption[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .slice(0, FORM_LIMITS.options)
    .map((line) => {
      const at = Math.max(line.lastIndexOf(','), line.lastIndexOf('，'));
      const [label, value] = at < 0 ? [line, line] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
      return { label: (label || value).slice(0, FORM_LIMITS.optionLabel), value: rawValue(value || label) };
    });
}

const moved = <T,>(list: readonly T[], from: number, to: number): T[] => {
  const next = [...list];
  const [one] = next.splice(from, 1);
  if (one !== undefined) next.splice(to, 0, one);
  return next;
};

/** Value of a new option: the number after the highest one. */
const nextValue = (options: readonly FormOption[]): number =>
  options.reduce((most, { value }) => (typeof value === 'number' ? Math.max(most, Math.floor(value)) : most), options.length > 0 ? 0 : 0) + 1;

/** The options of a select, a radio or a checkbox group. */
export function OptionsEditor({ field }: { field: FormField }) {
  const store = useStore();
  const [lines, setLines] = useState<string | null>(null);
  const [from, setFrom] = useState<number | null>(null);
  const options = field.options ?? [];
  const set = (next: readonly FormOption[]): void => store.edit([field.formId], 'options', next);
  const change = (at: number, part: Partial<FormOption>): void => set(options.map((one, index) => (index === at ? { ...one, ...part } : one)));
  if (lines !== null)
    return (
      <div className="fd-options">
        <Input.TextArea
          aria-label="批量编辑选项，每行一个：选项名,选项值"
          autoSize={{ minRows: 4, maxRows: 12 }}
          value={lines}
          onChange={(event) => setLines(event.target.value)}
        />
        <span className="fd-note-line">每行一个：选项名,选项值</span>
        <span className="fd-buttons">
          <Button size="small" onClick={() => setLines(null)}>
            取消
          </Button>
          <Button
            size="small"
            type="primary"
            onClick={() => {
              set(readOptionLines(lines));
              setLines(null);
            }}
          >
            确定
          </Button>
        </span>
      </div>
    );
  return (
    <div className="fd-options">
      {options.map((option, at) => (
        <OptionLine
          // oxlint-disable-next-line react/no-array-index-key -- label and value are being edited
          key={at}
          option={option}
          name={`第${at + 1}个选项`}
          duplicate={options.some((one, index) => index !== at && one.value === option.value)}
          onChange={(part) => change(at, part)}
          onRemove={() => set(options.filter((_, index) => index !== at))}
          onUp={at > 0 ? () => set(moved(options, at, at - 1)) : null}
          onDown={at < options.length - 1 ? () => set(moved(options, at, at + 1)) : null}
          onDragStart={() => setFrom(at)}
          onDrop={() => {
            if (from !== null && from !== at) set(moved(options, from, at));
            setFrom(null);
          }}
        />
      ))}
      <span className="fd-buttons">
        <Button
          size="small"
          type="dashed"
          icon={<PlusOutlined aria-hidden />}
          disabled={options.length >= FORM_LIMITS.options}
          onClick={() => {
            const value = nextValue(options);
            set([...options, { label: `选项${value}`, value }]);
          }}
        >
          添加选项
        </Button>
        <Button size="small" type="text" onClick={() => setLines(options.map(({ label, value }) => `${label},${value}`).join('\n'))}>
          批量编辑
        </Button>
      </span>
    </div>
  );
}

interface LineProps {
  readonly option: FormOption;
  readonly name: string;
  readonly duplicate: boolean;
  readonly onChange: (part: Partial<FormOption>) => void;
  readonly onRemove: () => void;
  readonly onUp: (() => void) | null;
  readonly onDown: (() => void) | null;
  readonly onDragStart: () => void;
  readonly onDrop: () => void;
}

function OptionLine({ option, name, duplicate, onChange, onRemove, onUp, onDown, onDragStart, onDrop }: LineProps): ReactNode {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrow buttons do the same
    <div className="fd-option" onDragOver={(event) => event.preventDefault()} onDrop={(event) => (event.preventDefault(), onDrop())}>
      <span className="fd-handle" draggable onDragStart={onDragStart} aria-hidden>
        <HolderOutlined aria-hidden />
      </span>
      <Input
        size="small"
        aria-label={`${name}的选项名`}
        value={option.label}
        maxLength={FORM_LIMITS.optionLabel}
        onChange={(event) => onChange({ label: event.target.value })}
      />
      <Input
        size="small"
        className="code fd-option-value"
        aria-label={`${name}的选项值`}
        {...(duplicate ? { status: 'error' as const, title: '选项值重复' } : {})}
        value={rawText(option.value)}
        onChange={(event) => onChange({ value: rawValue(event.target.value) })}
      />
      <span className="fd-option-move">
        <button type="button" disabled={!onUp} aria-label={`${name}上移`} onClick={() => onUp?.()}>
          <UpOutlined aria-hidden />
        </button>
        <button type="button" disabled={!onDown} aria-label={`${name}下移`} onClick={() => onDown?.()}>
          <DownOutlined aria-hidden />
        </button>
      </span>
      <Button size="small" type="text" danger icon={<MinusCircleOutlined aria-hidden />} aria-label={`删除${name}`} onClick={onRemove} />
    </div>
  );
}
