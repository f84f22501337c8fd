import { useState } from 'react';
import CalendarPicker from 'antd-mobile/es/components/calendar-picker';
import DatePicker from 'antd-mobile/es/components/date-picker';
import Picker from 'antd-mobile/es/components/picker';
import { displayText } from '../../../contract/workflow/form-display.ts';
import { readTimeRange, valueFormat } from '../../../contract/workflow/form-date.ts';
import { isEmpty } from '../../../contract/workflow/form-plain.ts';
import { dateOf, mondayOf, textOf } from '../moment-text.ts';
import type { MobileControlProps } from './mobile-control-props.ts';
import { Opener } from './mobile-choices.tsx';

const PRECISION: Readonly<Record<string, 'day' | 'month' | 'year' | 'second'>> = {
  month: 'month',
  monthrange: 'month',
  year: 'year',
  datetime: 'second',
  datetimerange: 'second',
};

const EARLIEST = new Date(1900, 0, 1);
const LATEST = new Date(2100, 11, 31);
const hint = (field: MobileControlProps['field'], key = 'placeholder', fallback = `请选择${field.label}`): string =>
  typeof field[key] === 'string' && field[key] !== '' ? field[key] : fallback;

export function MobileDate({ field, state }: MobileControlProps) {
  const [open, setOpen] = useState(false);
  const [now] = useState(() => new Date());
  const format = valueFormat(field, 'date');
  const week = field['type'] === 'week';
  return (
    <>
      <Opener
        id={state.id}
        text={isEmpty(state.value) ? '' : displayText(field, state.value)}
        placeholder={hint(field)}
        onOpen={() => setOpen(true)}
      />
      <DatePicker
        destroyOnClose
        visible={open}
        title={field.label}
        precision={PRECISION[String(field['type'])] ?? 'day'}
        min={EARLIEST}
        max={LATEST}
        value={dateOf(state.value, format) ?? now}
        onClose={() => setOpen(false)}
        onConfirm={(date) => state.change(textOf(week ? mondayOf(date) : date, format))}
      />
    </>
  );
}

export function MobileDateRange({ field, state }: MobileControlProps) {
  const [open, setOpen] = useState<'both' | 'from' | 'to' | null>(null);
  const [now] = useState(() => new Date());
  const format = valueFormat(field, 'date-range');
  const [from, to] = Array.isArray(state.value) ? (state.value as unknown[]) : [];
  const text = isEmpty(state.value) ? '' : displayText(field, state.value);
  if (field['type'] === 'daterange' || field['type'] === undefined) {
    const [start, end] = [dateOf(from, format), dateOf(to, format)];
    return (
      <>
        <Opener id={state.id} text={text} placeholder={hint(field, 'start-placeholder', '请选择日期')} onOpen={() => setOpen('both')} />
        {open === 'both' ? (
          <CalendarPicker
            visible
            selectionMode="range"
            title={field.label}
            defaultValue={start && end ? [start, end] : null}
            onClose={() => setOpen(null)}
            onConfirm={(days) => state.change(days ? days.map((day) => textOf(day, format)) : null)}
          />
        ) : null}
      </>
    );
  }
  // Months and moments have no calendar: the end is asked after the start.
  const at = open === 'to' ? to : from;
  return (
    <>
      <Opener id={state.id} text={text} placeholder={hint(field, 'start-placeholder', '请选择起止时间')} onOpen={() => setOpen('from')} />
      <DatePicker
        destroyOnClose
        visible={open !== null}
        title={open === 'to' ? hint(field, 'end-placeholder', '结束') : hint(field, 'start-placeholder', '开始')}
        precision={PRECISION[String(field['type'])] ?? 'day'}
        min={EARLIEST}
        max={LATEST}
        value={dateOf(at, format) ?? now}
        onCancel={() => setOpen(null)}
        onConfirm={(date) => {
          const picked = textOf(date, format);
          state.change(open === 'to' ? [from ?? picked, picked] : [picked, to ?? picked]);
          setOpen(open === 'to' ? null : 'to');
        }}
      />
    </>
  );
}

const two = (value: number): string => String(value).padStart(2, '0');
const numbers = (count: number): { label: string; value: string }[] => Array.from({ length: count }, (_, at) => ({ label: two(at), value: two(at) }));

const selectable = (field: MobileControlProps['field']) =>
  readTimeRange((field['picker-options'] as { selectableRange?: unknown } | undefined)?.selectableRange);

/** Columns of hours, minutes and, when the format has them, seconds. */
function timeColumns(field: MobileControlProps['field'], format: string) {
  const range = selectable(field);
  const hours = numbers(24).filter((one) => !range || (Number(one.value) * 3_600 + 3_599 >= range.from && Number(one.value) * 3_600 <= range.to));
  return [hours, numbers(60), ...(format.includes('ss') ? [numbers(60)] : [])];
}

/** Keys of the columns. The wheel of an empty field starts at the first time that may be chosen. */
function wheel(field: MobileControlProps['field'], value: unknown, format: string): string[] {
  const date = dateOf(value, format);
  const from = selectable(field)?.from ?? 0;
  const keys = date
    ? [date.getHours(), date.getMinutes(), date.getSeconds()]
    : [Math.floor(from / 3_600), Math.floor((from % 3_600) / 60), from % 60];
  return keys.slice(0, format.includes('ss') ? 3 : 2).map(two);
}
const timeText = (keys: readonly unknown[], format: string): string => {
  const [hour = 0, minute = 0, second = 0] = keys.map(Number);
  return textOf(new Date(1970, 0, 1, hour, minute, second), format);
};

export function MobileTime({ field, state }: MobileControlProps) {
  const [open, setOpen] = useState(false);
  const format = valueFormat(field, 'time');
  return (
    <>
      <Opener
        id={state.id}
        text={isEmpty(state.value) ? '' : displayText(field, state.value)}
        placeholder={hint(field)}
        onOpen={() => setOpen(true)}
      />
      <Picker
        destroyOnClose
        visible={open}
        title={field.label}
        columns={timeColumns(field, format)}
        value={wheel(field, state.value, format)}
        onClose={() => setOpen(false)}
        onConfirm={(keys) => state.change(timeText(keys, format))}
      />
    </>
  );
}

export function MobileTimeRange({ field, state }: MobileControlProps) {
  const [open, setOpen] = useState<'from' | 'to' | null>(null);
  const format = valueFormat(field, 'time-range');
  const [from, to] = Array.isArray(state.value) ? (state.value as unknown[]) : [];
  return (
    <>
      <Opener
        id={state.id}
        text={isEmpty(state.value) ? '' : displayText(field, state.value)}
        placeholder={hint(field, 'start-placeholder', '请选择时间')}
        onOpen={() => setOpen('from')}
      />
      <Picker
        destroyOnClose
        key={open ?? 'closed'}
        visible={open !== null}
        title={open === 'to' ? hint(field, 'end-placeholder', '结束时间') : hint(field, 'start-placeholder', '开始时间')}
        columns={timeColumns(field, format)}
        value={wheel(field, open === 'to' ? (to ?? from) : from, format)}
        onCancel={() => setOpen(null)}
        onConfirm={(keys) => {
          const picked = timeText(keys, format);
          state.change(open === 'to' ? [from ?? picked, picked] : [picked, to ?? picked]);
          setOpen(open === 'to' ? null : 'to');
        }}
      />
    </>
  );
}
