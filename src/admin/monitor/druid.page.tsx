import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Card, Empty, Skeleton, Table, type TableColumnsType } from 'antd';
import { getDruid, type Statement } from '../../../contract/monitor/druid.ts';
import { serverHistory } from '../../../contract/monitor/server.ts';
import { queryOf } from '../../api/query-client.ts';
import { bytes as wordsOfBytes } from '../../format/bytes.ts';
import { Chart } from '../chart/chart.tsx';
import '../crud/crud.css';
import { HiddenTitle } from '../ui/page-title.tsx';
import { useNarrow } from '../ui/use-device.ts';
import { MonitorHead, type Fact } from './monitor-head.tsx';
import './monitor.css';
import { LoadFailed } from '../crud/list-states.tsx';

const EVERY_MS = 5_000;
/** Averages above this are highlighted, ms. */
const SLOW_MS = 50;

const slow = (ms: number) => (ms >= SLOW_MS ? <strong className="monitor-slow">{ms.toFixed(2)}</strong> : ms.toFixed(2));

function Sql({ sql }: { sql: string }) {
  const [open, setOpen] = useState(false);
  return (
    <button type="button" className={open ? 'code monitor-sql open' : 'code monitor-sql'} aria-expanded={open} onClick={() => setOpen(!open)}>
      {sql}
    </button>
  );
}

const COLUMNS: TableColumnsType<Statement> = [
  { title: '语句', dataIndex: 'sql', width: 460, rowScope: 'row', render: (sql: string) => <Sql sql={sql} /> },
  { title: '次数', dataIndex: 'count', width: 100, align: 'right', sorter: (one, other) => one.count - other.count },
  { title: '平均（毫秒）', dataIndex: 'average', width: 130, align: 'right', sorter: (one, other) => one.average - other.average, render: slow },
  { title: '最长（毫秒）', dataIndex: 'max', width: 130, align: 'right', sorter: (one, other) => one.max - other.max, render: slow },
  {
    title: '合计（毫秒）',
    dataIndex: 'total',
    width: 130,
    align: 'right',
    defaultSortOrder: 'descend',
    sorter: (one, other) => one.total - other.total,
    render: (ms: number) => ms.toFixed(0),
  },
  {
    title: '失败',
    dataIndex: 'failures',
    width: 80,
    align: 'right',
    render: (failures: number) => (failures > 0 ? <strong className="late">{failures}</strong> : 0),
  },
  { title: '最近执行', dataIndex: 'lastTime', width: 170 },
];

/** #147: the database: its connections, and the statements that take the most time. */
export function DruidPage() {
  const narrow = useNarrow();
  const state = useQuery({ ...queryOf(getDruid, {}), staleTime: 0, refetchInterval: EVERY_MS });
  const history = useQuery({ ...queryOf(serverHistory, {}), staleTime: 0, refetchInterval: EVERY_MS });
  if (state.isError && !state.data) return <LoadFailed query={state} />;
  if (!state.data) return <Skeleton active paragraph={{ rows: 12 }} />;
  const { version, bytes, since, pool, count, failures, statements } = state.data;
  const samples = history.data ?? [];
  const facts: Fact[] = [
    ['数据库', version],
    ['大小', wordsOfBytes(bytes)],
    ['连接', pool.max === 1 ? '1 个（内置数据库，进程内）' : `打开 ${pool.open} / 上限 ${pool.max}`],
    ...(pool.max === 1 ? [] : ([['空闲与等待', `空闲 ${pool.idle}，等待 ${pool.waiting}`]] as Fact[])),
    ['执行语句', `${count} 条，失败 ${failures} 条`],
    ['统计自', since],
  ];
  return (
    <>
      <HiddenTitle />
      <MonitorHead facts={facts} refresh={() => void Promise.all([state.refetch(), history.refetch()])} />
      <Card title="数据库语句（条/秒，近十分钟）" style={{ marginBottom: 12 }}>
        <Chart
          label="每秒数据库语句"
          kind="line"
          height={160}
          names={samples.map((one) => one.time)}
          series={[{ name: '语句', values: samples.map((one) => one.statements) }]}
        />
      </Card>
      <section className="admin-card crud" aria-label="语句列表">
        <div className="admin-toolbar">
          <h2 className="admin-h2">最费时的语句</h2>
          <span className="soft">参数不显示；点语句看全文</span>
        </div>
        {narrow ? (
          <ul className="admin-cards">
            {statements.map((one) => (
              <li key={one.sql} style={{ display: 'block' }}>
                <Sql sql={one.sql} />
                <div className="soft">
                  {one.count} 次，平均 {one.average} 毫秒，最长 {one.max} 毫秒{one.failures > 0 ? `，失败 ${one.failures}` : ''}
                </div>
              </li>
            ))}
          </ul>
        ) : (
          <Table<Statement>
            rowKey="sql"
            size="medium"
            columns={COLUMNS}
            dataSource={statements}
            pagination={false}
            scroll={{ x: COLUMNS.reduce((sum, column) => sum + Number(column.width), 0) }}
            locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="暂无数据" /> }}
            style={{ paddingInline: 16, paddingBottom: 12 }}
          />
        )}
      </section>
    </>
  );
}
