import { useQuery } from '@tanstack/react-query';
import { Skeleton, Table, Tag, type TableColumnsType } from 'antd';
import { getRuntime, RUNTIME_STATES, type RuntimeRow, type RuntimeSection } from '../../../contract/monitor/runtime.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import '../crud/crud.css';
import { HiddenTitle } from '../ui/page-title.tsx';
import { useNarrow } from '../ui/use-device.ts';
import { MonitorHead, type Fact } from './monitor-head.tsx';
import './monitor.css';

const EVERY_MS = 10_000;
const COLORS = { good: 'success', care: 'warning', bad: 'error' } as const;

const State = ({ state }: Pick<RuntimeRow, 'state'>) => <Tag color={COLORS[state]}>{RUNTIME_STATES[state]}</Tag>;

const What = ({ row }: { row: RuntimeRow }) => (
  <>
    <div className="monitor-text">{row.text}</div>
    {row.advice ? <div className="monitor-advice">{row.advice}</div> : null}
  </>
);

const COLUMNS: TableColumnsType<RuntimeRow> = [
  { title: '名称', dataIndex: 'name', width: 240, rowScope: 'row', render: (name: string) => <span className="monitor-name">{name}</span> },
  { title: '状态', dataIndex: 'state', width: 90, render: (state: RuntimeRow['state']) => <State state={state} /> },
  { title: '现在', key: 'text', render: (_, row) => <What row={row} /> },
  { title: '时间', dataIndex: 'time', width: 180 },
];

/** Rows that need somebody come first. */
const ORDER = { bad: 0, care: 1, good: 2 } as const;
const sorted = (rows: readonly RuntimeRow[]) => rows.toSorted((one, other) => ORDER[one.state] - ORDER[other.state]);

function Section({ title, rows }: RuntimeSection) {
  const narrow = useNarrow();
  return (
    <section className="admin-card crud monitor-section" aria-label={title}>
      <div className="admin-toolbar">
        <h2 className="admin-h2">{title}</h2>
      </div>
      {narrow ? (
        <ul className="admin-cards">
          {sorted(rows).map((row) => (
            <li key={row.name} style={{ display: 'block' }}>
              <State state={row.state} /> <span className="monitor-name">{row.name}</span>
              <What row={row} />
              {row.time ? <div className="soft">{row.time}</div> : null}
            </li>
          ))}
        </ul>
      ) : (
        <Table<RuntimeRow>
          rowKey="name"
          size="small"
          columns={COLUMNS}
          dataSource={sorted(rows)}
          pagination={false}
          locale={{ emptyText: '这台服务器没有' }}
          style={{ paddingInline: 16, paddingBottom: 12 }}
        />
      )}
    </section>
  );
}

/** The state of the installation: what works, what does not, since when, and what to do. */
export function RuntimePage() {
  const state = useQuery({ ...queryOf(getRuntime, {}), staleTime: 0, refetchInterval: EVERY_MS });
  if (state.isError && !state.data) return <LoadFailed query={state} />;
  if (!state.data) return <Skeleton active paragraph={{ rows: 12 }} />;
  const rows = state.data.flatMap((section) => section.rows);
  const count = (wanted: RuntimeRow['state']): number => rows.filter((row) => row.state === wanted).length;
  const facts: Fact[] = [
    ['异常', `${count('bad')} 项`],
    ['注意', `${count('care')} 项`],
    ['正常', `${count('good')} 项`],
  ];
  return (
    <>
      <HiddenTitle />
      <MonitorHead facts={facts} refresh={() => void state.refetch()} />
      {state.data.map((section) => (
        <Section key={section.title} {...section} />
      ))}
    </>
  );
}
