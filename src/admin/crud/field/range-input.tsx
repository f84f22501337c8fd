import { DatePicker, InputNumber, Space } from 'antd';
import dayjs from 'dayjs';
import type { FieldMeta } from '../../../../contract/field.ts';

interface Props {
  readonly meta: FieldMeta;
  /** `least,most` as sent; either end may be empty. */
  readonly value: string;
  readonly onChange: (range: string) => void;
}

const FEN = 100;

/** A filter from one value to another: days for dates and times, otherwise numbers; amounts are typed in yuan and sent in fen. */
export const RangeInput = (props: Props) =>
  props.meta.kind === 'date' || props.meta.kind === 'time' ? <DayRange {...props} /> : <NumberRange {...props} />;

function DayRange({ meta, value, onChange }: Props) {
  const [first = '', last = ''] = value.split(',');
  const day = (text: string) => (text === '' ? null : dayjs(text));
  return (
    <DatePicker.RangePicker
      aria-label={meta.label}
      allowEmpty={[true, true]}
      value={[day(first), day(last)]}
      onChange={(range) => {
        const days = [range?.[0], range?.[1]].map((one) => one?.format('YYYY-MM-DD') ?? '');
        onChange(days.every((one) => one === '') ? '' : days.join(','));
      }}
    />
  );
}

function NumberRange({ meta, value, onChange }: Props) {
  const unit = meta.kind === 'money' ? FEN : 1;
  const [least = '', most = ''] = value.split(',');
  const ends = [least, most].map((one) => (one === '' ? null : Number(one) / unit));
  const put = (at: 0 | 1, next: number | null) => {
    const sent = [least, most];
    sent[at] = next === null ? '' : String(Math.round(next * unit));
    onChange(sent.every((one) => one === '') ? '' : sent.join(','));
  };
  const end = (at: 0 | 1, name: string) => (
    <InputNumber
      aria-label={`${meta.label}${name}`}
      placeholder={name}
      min={0}
      precision={meta.kind === 'money' ? 2 : 0}
      value={ends[at] ?? null}
      style={{ width: '50%' }}
      onChange={(next) => put(at, next)}
    />
  );
  return (
    <Space.Compact block>
      {end(0, '最低')}
      {end(1, '最高')}
    </Space.Compact>
  );
}
