import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Segmented, Skeleton } from 'antd';
import type { browseStat } from '../../../contract/library/browse.ts';
import type { RecordStat } from '../../../contract/library/record-stat.ts';
import type { collectStat, downloadStat, scoreStat } from '../../../contract/library/record.ts';
import { queryOf } from '../../api/query-client.ts';
import { count } from '../../format/number.ts';
import { Chart } from '../chart/chart.tsx';
import { LoadFailed } from '../crud/list-states.tsx';
import { HiddenTitle } from '../ui/page-title.tsx';
import './record-charts.css';

type StatEndpoint = typeof browseStat | typeof collectStat | typeof downloadStat | typeof scoreStat;

interface Props {
  readonly endpoint: StatEndpoint;
  /** What is counted: 浏览. */
  readonly what: string;
  readonly unit: string;
  readonly partsTitle: string;
  readonly partName: (value: string) => string;
}

const PERIODS = [
  { value: 7, label: '近 7 天' },
  { value: 30, label: '近 30 天' },
  { value: 90, label: '近 90 天' },
];

/** The numbers above a list of records: each day, the shares, and what has most records. */
export function RecordCharts({ endpoint, what, unit, partsTitle, partName }: Props) {
  const [days, setDays] = useState(30);
  const found = useQuery({ ...queryOf(endpoint as typeof browseStat, { query: { days } }), placeholderData: (before) => before });
  return (
    <div className="record-charts">
      <HiddenTitle />
      <div className="record-charts-head">
        <Segmented aria-label="统计时段" options={PERIODS} value={days} onChange={(next) => setDays(next)} />
        {found.data ? (
          <span className="soft">
            {what} {count(found.data.total)} {unit}，{count(found.data.people)} 位登录用户
          </span>
        ) : null}
      </div>
      {found.isError && !found.data ? <LoadFailed query={found} /> : null}
      {found.isPending ? <Skeleton active /> : null}
      {found.data && found.data.total > 0 ? (
        <div className="record-charts-row">
          <Chart label={`每天的${what}`} kind="line" names={found.data.days} series={[{ name: what, values: found.data.counts }]} unit={` ${unit}`} />
          <Chart
            label={partsTitle}
            kind="pie"
            names={found.data.parts.map(({ name }) => partName(name))}
            series={[{ name: what, values: found.data.parts.map((one) => one.count) }]}
            unit={` ${unit}`}
          />
          <Top top={found.data.top} what={what} unit={unit} />
        </div>
      ) : null}
    </div>
  );
}

const Top = ({ top, what, unit }: { top: RecordStat['top']; what: string; unit: string }) => (
  <section aria-label={`${what}最多`}>
    <h2>{what}最多</h2>
    <ol className="record-top">
      {top.map(({ name, count: number }) => (
        <li key={name}>
          <span>{name}</span>
          <b>
            {count(number)} {unit}
          </b>
        </li>
      ))}
    </ol>
  </section>
);
