import { DatePicker, TimePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { formatDate, readTimeRange, shownFormat, valueFormat } from '../../../contract/workflow/form-date.ts';
import { dateOf, mondayOf, partsOf, textOf } from '../../form-renderer/moment-text.ts';
import { describedBy, flagAttribute, textAttribute, widthOf, type ControlProps } from './control-props.ts';

const read = (text: unknown, format: string): Dayjs | null => {
  const date = dateOf(text, format);
  return date ? dayjs(date) : null;
};
const pair = (value: unknown, format: string): [Dayjs | null, Dayjs | null] => {
  const [from, to] = Array.isArray(value) ? (value as unknown[]) : [];
  return [read(from, format), read(to, format)];
};
/** dayjs writes years and days with capital letters. */
const dayjsFormat = (format: string): string => format.replaceAll('yyyy', 'YYYY').replaceAll('dd', 'DD');

const PICKER: Readonly<Record<string, 'date' | 'week' | 'month' | 'year'>> = { week: 'week', month: 'month', monthrange: 'month', year: 'year' };

export function DateControl({ field, state, place }: ControlProps) {
  const type = textAttribute(field, 'type') || 'date';
  const format = valueFormat(field, 'date');
  const shown = shownFormat(field, 'date');
  const time = type === 'datetime' ? { showTime: true as const } : {};
  const week = type === 'week';
  return (
    <DatePicker
      id={state.id}
      picker={PICKER[type] ?? 'date'}
      {...time}
      value={read(state.value, format)}
      format={week ? (day: Dayjs) => formatDate(partsOf(day.toDate()), shown) : dayjsFormat(shown)}
      placeholder={textAttribute(field, 'placeholder')}
      allowClear={flagAttribute(field, 'clearable')}
      {...(week ? { inputReadOnly: true } : {})}
      style={{ width: '100%', ...widthOf(field) }}
      onChange={(day: Dayjs | null) => state.change(day ? textOf(week ? mondayOf(day.toDate()) : day.toDate(), format) : null)}
      {...(place ? { 'aria-label': `第${place.row + 1}行 ${field.label}` } : {})}
      {...describedBy(state)}
    />
  );
}

export function DateRangeControl({ field, state }: ControlProps) {
  const type = textAttribute(field, 'type') || 'daterange';
  const format = valueFormat(field, 'date-range');
  return (
    <DatePicker.RangePicker
      id={{ start: state.id, end: `${state.id}-end` }}
      picker={PICKER[type] ?? 'date'}
      {...(type === 'datetimerange' ? { showTime: true } : {})}
      value={pair(state.value, format)}
      format={dayjsFormat(shownFormat(field, 'date-range'))}
      placeholder={[textAttribute(field, 'start-placeholder') || '开始日期', textAttribute(field, 'end-placeholder') || '结束日期']}
      separator={textAttribute(field, 'range-separator') || '至'}
      allowClear={flagAttribute(field, 'clearable')}
      style={{ width: '100%', ...widthOf(field) }}
      onChange={(days) => state.change(days?.[0] && days[1] ? [textOf(days[0].toDate(), format), textOf(days[1].toDate(), format)] : null)}
      {...describedBy(state)}
    />
  );
}

const numbers = (count: number, out: (one: number) => boolean): number[] => Array.from({ length: count }, (_, at) => at).filter(out);

/** Hours, minutes and seconds outside the selectable time of the field cannot be chosen. */
function disabledTime(field: ControlProps['field']) {
  const range = readTimeRange((field['picker-options'] as { selectableRange?: unknown } | undefined)?.selectableRange);
  if (!range) return {};
  const outside = (from: number, to: number) => to < range.from || from > range.to;
  return {
    disabledTime: () => ({
      disabledHours: () => numbers(24, (hour) => outside(hour * 3_600, hour * 3_600 + 3_599)),
      disabledMinutes: (hour: number) => numbers(60, (minute) => hour >= 0 && outside(hour * 3_600 + minute * 60, hour * 3_600 + minute * 60 + 59)),
      disabledSeconds: (hour: number, minute: number) =>
        numbers(60, (second) => hour >= 0 && minute >= 0 && outside(hour * 3_600 + minute * 60 + second, hour * 3_600 + minute * 60 + second)),
    }),
  };
}

export function TimeControl({ field, state, place }: ControlProps) {
  const format = valueFormat(field, 'time');
  return (
    <TimePicker
      id={state.id}
      value={read(state.value, format)}
      format={dayjsFormat(shownFormat(field, 'time'))}
      placeholder={textAttribute(field, 'placeholder')}
      allowClear={flagAttribute(field, 'clearable')}
      style={{ width: '100%', ...widthOf(field) }}
      onChange={(time: Dayjs | null) => state.change(time ? textOf(time.toDate(), format) : null)}
      {...disabledTime(field)}
      {...(place ? { 'aria-label': `第${place.row + 1}行 ${field.label}` } : {})}
      {...describedBy(state)}
    />
  );
}

export function TimeRangeControl({ field, state }: ControlProps) {
  const format = valueFormat(field, 'time-range');
  return (
    <TimePicker.RangePicker
      id={{ start: state.id, end: `${state.id}-end` }}
      value={pair(state.value, format)}
      format={dayjsFormat(shownFormat(field, 'time-range'))}
      placeholder={[textAttribute(field, 'start-placeholder') || '开始时间', textAttribute(field, 'end-placeholder') || '结束时间']}
      separator={textAttribute(field, 'range-separator') || '至'}
      allowClear={flagAttribute(field, 'clearable')}
      style={{ width: '100%', ...widthOf(field) }}
      onChange={(times) => state.change(times?.[0] && times[1] ? [textOf(times[0].toDate(), format), textOf(times[1].toDate(), format)] : null)}
      {...disabledTime(field)}
      {...describedBy(state)}
    />
  );
}
