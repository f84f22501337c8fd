import { useState } from 'react';
import { Button, Input, Space } from 'antd';
import { presets, type Days } from './report-days.ts';

/** The days of a report: two dates, and the ranges that are chosen most. */
export function ReportRangeControl({ days, onChange }: { days: Days; onChange: (days: Days) => void }) {
  const [draft, setDraft] = useState(days);
  const [shown, setShown] = useState(days);
  const [ranges] = useState(() => presets(new Date()));
  if (shown.begin !== days.begin || shown.end !== days.end) {
    setShown(days);
    setDraft(days);
  }
  const wrong = draft.begin > draft.end ? '结束日期不能早于开始日期' : '';
  const set = (part: Partial<Days>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    if (next.begin !== '' && next.end !== '' && next.begin <= next.end) onChange(next);
  };
  return (
    <div className="report-range">
      <Space wrap>
        <Input type="date" aria-label="开始日期" value={draft.begin} max={draft.end} onChange={({ target }) => set({ begin: target.value })} />
        至
        <Input
          type="date"
          aria-label="结束日期"
          value={draft.end}
          status={wrong ? 'error' : ''}
          onChange={({ target }) => set({ end: target.value })}
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
      {wrong ? (
        <p className="report-wrong" role="alert">
          {wrong}
        </p>
      ) : null}
    </div>
  );
}
