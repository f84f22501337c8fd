import { useState } from 'react';
import { Button, DatePicker, Space } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { presets, type Days } from './report-days.ts';

const dayOf = (date: Dayjs): string => date.format('YYYY-MM-DD');

/** The days of a report: two dates, of which the first cannot be after the second, and the ranges that are chosen most. */
export function ReportRangeControl({ days, onChange }: { days: Days; onChange: (days: Days) => void }) {
  const [ranges] = useState(() => presets(new Date()));
  const begin = dayjs(days.begin);
  const end = dayjs(days.end);
  return (
    <div className="report-range">
      <Space wrap>
        <DatePicker
          aria-label="开始日期"
          allowClear={false}
          value={begin}
          maxDate={end}
          onChange={(date: Dayjs | null) => date && onChange({ ...days, begin: dayOf(date) })}
        />
        至
        <DatePicker
          aria-label="结束日期"
          allowClear={false}
          value={end}
          minDate={begin}
          onChange={(date: Dayjs | null) => date && onChange({ ...days, end: dayOf(date) })}
        />
        {ranges.map(([label, range]) => {
          const on = range.begin === days.begin && range.end === days.end;
          return (
            <Button key={label} size="small" type={on ? 'primary' : 'default'} aria-pressed={on} onClick={() => onChange(range)}>
              {label}
            </Button>
          );
        })}
      </Space>
    </div>
  );
}
