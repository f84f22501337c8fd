import { memo, type ReactNode } from 'react';
import CalendarOutlined from '@ant-design/icons/CalendarOutlined';
import ClockCircleOutlined from '@ant-design/icons/ClockCircleOutlined';
import DownOutlined from '@ant-design/icons/DownOutlined';
import StarFilled from '@ant-design/icons/StarFilled';
import StarOutlined from '@ant-design/icons/StarOutlined';
import UploadOutlined from '@ant-design/icons/UploadOutlined';
import type { FormField, FormOption } from '../../../../contract/workflow/form-content.ts';
import { rawText } from './raw-value.ts';

/** Options drawn of a group; the others are counted. */
const DRAWN_OPTIONS = 24;

const text = (field: FormField, key: string): string => (typeof field[key] === 'string' ? field[key] : '');

/** A box that looks like an input. Real controls would take most of the time of a long form. */
function Box({ value, hint, end, tall }: { value?: string; hint?: string; end?: ReactNode; tall?: number }) {
  return (
    <span className="fd-box" {...(tall ? { style: { minHeight: tall * 22 + 10, alignItems: 'flex-start' } } : {})}>
      {value ? <span className="fd-value">{value}</span> : <span className="fd-placeholder">{hint}</span>}
      {end ? <span className="fd-end">{end}</span> : null}
    </span>
  );
}

const labelOf = (options: readonly FormOption[] | undefined, value: unknown): string => options?.find((one) => one.value === value)?.label ?? '';

function chosenText(field: FormField): string {
  const { defaultValue, options } = field;
  if (Array.isArray(defaultValue)) return defaultValue.map((one) => labelOf(options, one) || rawText(one)).join('、');
  return defaultValue === undefined || defaultValue === null || defaultValue === '' ? '' : labelOf(options, defaultValue) || rawText(defaultValue);
}

function Choices({ field, square }: { field: FormField; square: boolean }) {
  const options = field.options ?? [];
  const chosen = (value: unknown): boolean => (Array.isArray(field.defaultValue) ? field.defaultValue.includes(value) : field.defaultValue === value);
  const button = field['optionType'] === 'button';
  if (options.length === 0) return <span className="fd-placeholder">{field.shuzhou?.dict ? `字典 ${field.shuzhou.dict}` : '还没有选项'}</span>;
  return (
    <span className="fd-choices">
      {options.slice(0, DRAWN_OPTIONS).map((option) => (
        <span
          key={`${typeof option.value} ${option.value}`}
          className={button ? `fd-choice-button${chosen(option.value) ? ' on' : ''}` : `fd-choice${field['border'] === true ? ' framed' : ''}`}
        >
          {button ? null : <i className={`${square ? 'fd-check' : 'fd-radio'}${chosen(option.value) ? ' on' : ''}`} />}
          {option.label}
        </span>
      ))}
      {options.length > DRAWN_OPTIONS ? <span className="fd-placeholder">等 {options.length} 项</span> : null}
    </span>
  );
}

const RANGE_HINTS = (field: FormField): string =>
  [text(field, 'start-placeholder'), text(field, 'range-separator') || '至', text(field, 'end-placeholder')].join(' ');

const DRAWINGS: Readonly<Record<string, (field: FormField) => ReactNode>> = {
  input: (field) => (
    <span className="fd-addons">
      {text(field, 'prepend') ? <span className="fd-addon">{text(field, 'prepend')}</span> : null}
      <Box value={rawText(field.defaultValue)} hint={text(field, 'placeholder')} />
      {text(field, 'append') ? <span className="fd-addon">{text(field, 'append')}</span> : null}
    </span>
  ),
  textarea: (field) => {
    const rows = (field['autosize'] as { minRows?: number } | undefined)?.minRows ?? 2;
    return <Box value={rawText(field.defaultValue)} hint={text(field, 'placeholder')} tall={Math.min(rows, 8)} />;
  },
  number: (field) => (
    <span className="fd-number">
      <i>−</i>
      <span className={field.defaultValue === undefined ? 'fd-placeholder' : ''}>{rawText(field.defaultValue) || text(field, 'placeholder')}</span>
      <i>＋</i>
    </span>
  ),
  'rich-text': (field) => (
    <span className="fd-rich">
      <span className="fd-rich-bar">
        <b>B</b> <i>I</i> <u>U</u> ≡ ⋮
      </span>
      <span className="fd-placeholder">{text(field, 'placeholder')}</span>
    </span>
  ),
  select: (field) => <Box value={chosenText(field)} hint={text(field, 'placeholder')} end={<DownOutlined aria-hidden />} />,
  cascader: (field) => <Box value={chosenText(field)} hint={text(field, 'placeholder')} end={<DownOutlined aria-hidden />} />,
  radio: (field) => <Choices field={field} square={false} />,
  checkbox: (field) => <Choices field={field} square />,
  switch: (field) => (
    <span className="fd-choices one-line">
      {text(field, 'inactive-text')}
      <i className={`fd-switch${field.defaultValue === field['active-value'] ? ' on' : ''}`} />
      {text(field, 'active-text')}
    </span>
  ),
  slider: () => (
    <span className="fd-slider">
      <i />
    </span>
  ),
  time: (field) => <Box value={rawText(field.defaultValue)} hint={text(field, 'placeholder')} end={<ClockCircleOutlined aria-hidden />} />,
  'time-range': (field) => <Box value={rawText(field.defaultValue)} hint={RANGE_HINTS(field)} end={<ClockCircleOutlined aria-hidden />} />,
  date: (field) => <Box value={rawText(field.defaultValue)} hint={text(field, 'placeholder')} end={<CalendarOutlined aria-hidden />} />,
  'date-range': (field) => <Box value={rawText(field.defaultValue)} hint={RANGE_HINTS(field)} end={<CalendarOutlined aria-hidden />} />,
  rate: (field) => {
    const most = typeof field['max'] === 'number' ? Math.min(field['max'], 10) : 5;
    const value = typeof field.defaultValue === 'number' ? field.defaultValue : 0;
    return (
      <span className="fd-rate">{Array.from({ length: most }, (_, at) => (at < value ? <StarFilled key={at} /> : <StarOutlined key={at} />))}</span>
    );
  },
  color: (field) => (
    <span className="fd-colour">{typeof field.defaultValue === 'string' ? <i style={{ background: field.defaultValue }} /> : <i />}</span>
  ),
  upload: (field) =>
    field['list-type'] === 'picture-card' ? (
      <span className="fd-card">＋</span>
    ) : (
      <span>
        <span className="fd-button">
          <UploadOutlined aria-hidden /> {text(field, 'buttonText') || '点击上传'}
        </span>
        {field['showTip'] === true ? (
          <span className="fd-tip">
            只能上传不超过 {String(field['fileSize'])}
            {text(field, 'sizeUnit')} 的{text(field, 'accept')}文件
          </span>
        ) : null}
      </span>
    ),
  button: (field) => <span className={`fd-button ${text(field, 'type')}`}>{text(field, 'default') || '按钮'}</span>,
  table: (field) => {
    const columns = field.children ?? [];
    return (
      <span className="fd-table">
        {columns.length === 0 ? (
          <span className="fd-placeholder">在右侧添加列</span>
        ) : (
          columns.map((column) => <b key={column.formId}>{column.label}</b>)
        )}
      </span>
    );
  },
  text: (field) => (
    <span className={`fd-note ${text(field, 'type')}`}>
      <b>{text(field, 'title')}</b>
      {text(field, 'description')}
    </span>
  ),
  divider: (field) => (
    <span className="fd-divider">
      <span>{field.shuzhou?.text}</span>
    </span>
  ),
  signature: () => <span className="fd-signature">在这里签名</span>,
};
const ALIASES: Readonly<Record<string, string>> = { password: 'input' };

/** A light drawing of a component; it cannot be operated. */
export const FieldPreview = memo(function FieldPreview({ field }: { field: FormField }) {
  const draw = DRAWINGS[ALIASES[field.tagIcon] ?? field.tagIcon];
  return draw ? draw(field) : <span className="fd-unknown">未知组件 {field.tag || field.tagIcon}</span>;
});
