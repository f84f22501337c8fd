import { ColorPicker, Input, InputNumber, Rate, Slider, Space, Switch } from 'antd';
import { colorFormat } from '../../../contract/workflow/form-color.ts';
import { RichTextInput } from '../crud/field/rich-text-input.tsx';
import { describedBy, flagAttribute, numberAttribute, textAttribute, widthOf, type ControlProps } from './control-props.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : value === null || value === undefined ? '' : String(value));

/** An icon of the element font; without the font nothing is drawn. */
const Icon = ({ name }: { name: string }) => (/^el-icon-[\w-]+$/.test(name) ? <i className={name} aria-hidden /> : null);

export function TextControl({ field, state, place }: ControlProps) {
  const max = numberAttribute(field, 'maxlength');
  const [prepend, append] = [textAttribute(field, 'prepend'), textAttribute(field, 'append')];
  const password = flagAttribute(field, 'show-password');
  const props = {
    id: state.id,
    value: text(state.value),
    placeholder: textAttribute(field, 'placeholder'),
    allowClear: flagAttribute(field, 'clearable'),
    ...(max === undefined ? {} : { maxLength: max }),
    showCount: flagAttribute(field, 'show-word-limit') && max !== undefined,
    prefix: <Icon name={textAttribute(field, 'prefix-icon')} />,
    suffix: <Icon name={textAttribute(field, 'suffix-icon')} />,
    style: widthOf(field),
    onChange: (event: { target: { value: string } }) => state.change(event.target.value),
    onBlur: state.blur,
    ...(place ? { 'aria-label': `第${place.row + 1}行 ${field.label}` } : {}),
    ...describedBy(state),
  };
  const input = password ? <Input.Password {...props} autoComplete="new-password" /> : <Input {...props} />;
  if (prepend === '' && append === '') return input;
  return (
    <Space.Compact block>
      {prepend === '' ? null : <Space.Addon>{prepend}</Space.Addon>}
      {input}
      {append === '' ? null : <Space.Addon>{append}</Space.Addon>}
    </Space.Compact>
  );
}

export function TextAreaControl({ field, state }: ControlProps) {
  const max = numberAttribute(field, 'maxlength');
  const { minRows = 2, maxRows } = (field['autosize'] ?? {}) as { minRows?: number; maxRows?: number };
  return (
    <Input.TextArea
      id={state.id}
      value={text(state.value)}
      placeholder={textAttribute(field, 'placeholder')}
      autoSize={maxRows === undefined ? { minRows } : { minRows, maxRows }}
      {...(max === undefined ? {} : { maxLength: max })}
      showCount={flagAttribute(field, 'show-word-limit') && max !== undefined}
      style={widthOf(field)}
      onChange={(event) => state.change(event.target.value)}
      onBlur={state.blur}
      {...describedBy(state)}
    />
  );
}

export const RichTextControl = ({ field, state }: ControlProps) => (
  <RichTextInput id={state.id} label={field.label} value={text(state.value)} onChange={state.change} />
);

export function NumberControl({ field, state, place }: ControlProps) {
  const [min, max, step, precision] = ['min', 'max', 'step', 'precision'].map((key) => numberAttribute(field, key));
  return (
    <InputNumber
      id={state.id}
      value={typeof state.value === 'number' ? state.value : null}
      placeholder={textAttribute(field, 'placeholder')}
      {...(min === undefined ? {} : { min })}
      {...(max === undefined ? {} : { max })}
      {...(step === undefined ? {} : { step })}
      {...(precision === undefined ? {} : { precision })}
      style={{ width: place ? '100%' : 200 }}
      changeOnWheel={false}
      onChange={state.change}
      onBlur={state.blur}
      {...(place ? { 'aria-label': `第${place.row + 1}行 ${field.label}` } : {})}
      {...describedBy(state)}
    />
  );
}

export function SwitchControl({ field, state, place }: ControlProps) {
  const [on, off] = [field['active-value'] ?? true, field['inactive-value'] ?? false];
  const color = textAttribute(field, state.value === on ? 'active-color' : 'inactive-color');
  return (
    <Space>
      {textAttribute(field, 'inactive-text')}
      <Switch
        id={state.id}
        checked={state.value === on}
        onChange={(checked) => state.change(checked ? on : off)}
        aria-label={place ? `第${place.row + 1}行 ${field.label}` : field.label}
        {...(/^#[\da-f]{3,8}$/i.test(color) ? { style: { background: color } } : {})}
      />
      {textAttribute(field, 'active-text')}
    </Space>
  );
}

/** Marks are drawn for at most this number of stops. */
const MARKS = 50;

export function SliderControl({ field, state }: ControlProps) {
  const [min = 0, max = 100, step = 1] = [numberAttribute(field, 'min'), numberAttribute(field, 'max'), numberAttribute(field, 'step')];
  const stops = Math.floor((max - min) / step);
  const marks =
    flagAttribute(field, 'show-stops') && stops <= MARKS
      ? Object.fromEntries(Array.from({ length: stops + 1 }, (_, at) => [min + at * step, ' ']))
      : undefined;
  const shared = { min, max, step, ...(marks ? { marks } : {}) };
  const value = state.value;
  if (flagAttribute(field, 'range')) {
    const pair: [number, number] = Array.isArray(value) ? [Number(value[0]), Number(value[1])] : [min, min];
    return <Slider range {...shared} value={pair} onChange={state.change} ariaLabelForHandle={[`${field.label}起点`, `${field.label}终点`]} />;
  }
  return <Slider {...shared} value={typeof value === 'number' ? value : min} onChange={state.change} ariaLabelForHandle={field.label} />;
}

const WORDS = ['极差', '失望', '一般', '满意', '惊喜'];

export function RateControl({ field, state }: ControlProps) {
  const value = typeof state.value === 'number' ? state.value : 0;
  const word = WORDS[Math.ceil(value) - 1];
  return (
    <Space>
      <Rate
        id={state.id}
        count={numberAttribute(field, 'max') ?? 5}
        allowHalf={flagAttribute(field, 'allow-half')}
        value={value}
        onChange={state.change}
      />
      {flagAttribute(field, 'show-score') && value > 0 ? <span>{value}</span> : null}
      {flagAttribute(field, 'show-text') && word ? <span>{word}</span> : null}
    </Space>
  );
}

export function ColorControl({ field, state }: ControlProps) {
  const format = colorFormat(field);
  const alpha = flagAttribute(field, 'show-alpha');
  return (
    <ColorPicker
      value={typeof state.value === 'string' && state.value !== '' ? state.value : null}
      disabledAlpha={!alpha}
      allowClear
      showText
      onChangeComplete={(color) => state.change(colorText(color, format))}
      onClear={() => state.change(null)}
    />
  );
}

interface PickedColor {
  toHexString(): string;
  toRgb(): { r: number; g: number; b: number; a: number };
  toHsb(): { h: number; s: number; b: number; a: number };
}

/** Writes a colour in the format of the field. */
export function colorText(color: PickedColor, format: string): string {
  if (format === 'hex') return color.toHexString();
  const { r, g, b, a } = color.toRgb();
  const alpha = Math.round(a * 100) / 100;
  if (format === 'rgb' || format === 'rgba') return format === 'rgba' ? `rgba(${r}, ${g}, ${b}, ${alpha})` : `rgb(${r}, ${g}, ${b})`;
  const { h, s, b: value } = color.toHsb();
  const percent = (one: number) => `${Math.round(one * 100)}%`;
  const lightness = value * (1 - s / 2);
  const saturation = lightness === 0 || lightness === 1 ? 0 : (value - lightness) / Math.min(lightness, 1 - lightness);
  const parts = format.startsWith('hsl') ? [percent(saturation), percent(lightness)] : [percent(s), percent(value)];
  return `${format}(${Math.round(h)}, ${parts.join(', ')}${format.endsWith('a') ? `, ${alpha}` : ''})`;
}
