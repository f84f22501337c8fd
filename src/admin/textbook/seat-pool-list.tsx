import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, InputNumber, type TableColumnsType } from 'antd';
import { SEATS } from '../../../contract/commerce/order-limits.ts';
import {
  closeSeatPool,
  SEAT_POOL_REASON,
  SEAT_POOL_SOURCES,
  seatPools,
  setSeatNumber,
  type SeatPoolRow,
} from '../../../contract/commerce/seat-pool.ts';
import { allOf } from '../../api/all-of.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { loadable } from '../../loading/loadable.ts';
import { FilterText } from '../crud/list-filters.tsx';
import { anyText, usePageList } from '../crud/use-page-list.ts';
import { useCan } from '../crud/use-resource.tsx';
import { TaskList } from '../manuscript/task-list.tsx';
import { EventDialog } from '../state-machine/event-dialog.tsx';

const SeatPoolForm = loadable(async () => (await import('./seat-pool-form.tsx')).SeatPoolForm);

const FILTERS = { publishTitle: anyText, userName: anyText };
const endOf = ({ endDate, ended }: SeatPoolRow): string => (endDate === '' ? '不限' : ended ? `${endDate} 已到期` : endDate);
const stateOf = ({ closed, closeReason }: SeatPoolRow): string => (closed ? `已关闭：${closeReason}` : '');

const REASON = { min: SEAT_POOL_REASON.least, message: `请写明原因，至少${SEAT_POOL_REASON.least}个字` } as const;
const CLOSE = {
  label: '关闭席位池',
  from: [],
  to: '',
  reason: REASON,
  consequence: '老师不能再分配席位，班级也不再自动分配；已分配的席位可以用到到期日。会通知老师，不能恢复。',
  danger: true,
} as const;
const NUMBER = { label: '调整席位数', from: [], to: '', reason: REASON, consequence: '已分配的席位不受影响，会通知老师。' } as const;

/** Pools of seats for textbooks: those of orders, and those that staff make for a teacher. */
export function SeatPoolList() {
  const may = useCan();
  const client = useQueryClient();
  const { message } = App.useApp();
  const [making, setMaking] = useState(false);
  const [asked, setAsked] = useState<{ row: SeatPoolRow; what: 'close' | 'number' } | null>(null);
  const [n, setN] = useState<number | null>(null);
  const { filter, setFilter, page, setPage } = usePageList(FILTERS);
  const query = {
    ...page,
    ...(filter.publishTitle ? { publishTitle: filter.publishTitle } : {}),
    ...(filter.userName ? { userName: filter.userName } : {}),
  };
  const list = useQuery({ ...queryOf(seatPools, { query }), placeholderData: (before) => before });
  const ask = (row: SeatPoolRow, what: 'close' | 'number'): void => {
    setN(row.n);
    setAsked({ row, what });
  };
  const acts = (row: SeatPoolRow) =>
    row.mayChange && may('textbook:code:issue') ? (
      <>
        <button type="button" className="row-act" onClick={() => ask(row, 'number')}>
          调整席位数
        </button>
        <button type="button" className="row-act" onClick={() => ask(row, 'close')}>
          关闭
        </button>
      </>
    ) : null;
  const columns: TableColumnsType<SeatPoolRow> = [
    { title: '教材', dataIndex: 'publishTitle', width: 220, ellipsis: true },
    { title: '老师', key: 'owner', width: 180, ellipsis: true, render: (_value, { nickName, userName }) => `${nickName}（${userName}）` },
    { title: '席位', dataIndex: 'n', width: 80, align: 'right' },
    { title: '已分配', dataIndex: 'given', width: 80, align: 'right' },
    { title: '已开始阅读', dataIndex: 'opened', width: 110, align: 'right' },
    { title: '到期日', key: 'end', width: 160, render: (_value, row) => endOf(row) },
    { title: '来源', dataIndex: 'source', width: 100, render: (source: SeatPoolRow['source']) => SEAT_POOL_SOURCES[source] },
    { title: '状态', key: 'state', width: 200, ellipsis: true, render: (_value, row) => stateOf(row) || '可分配' },
    { title: '新建时间', dataIndex: 'createTime', width: 180 },
    { title: '操作', key: 'acts', width: 160, render: (_value, row) => acts(row) },
  ];
  const send = async (reason: string): Promise<void> => {
    if (!asked) return;
    const params = { poolId: asked.row.poolId };
    await (asked.what === 'close' ? call(closeSeatPool, { params, body: { reason } }) : call(setSeatNumber, { params, body: { n: n ?? 0, reason } }));
    void message.success(asked.what === 'close' ? '已关闭，已通知老师' : '已调整，已通知老师');
    await client.invalidateQueries(allOf(seatPools));
  };
  return (
    <>
      <search className="crud-search">
        <FilterText label="教材" value={filter.publishTitle} onSearch={(text) => setFilter({ publishTitle: text })} />
        <FilterText label="老师" value={filter.userName} onSearch={(text) => setFilter({ userName: text })} />
      </search>
      {may('textbook:code:issue') ? (
        <div className="admin-toolbar">
          <Button type="primary" onClick={() => setMaking(true)}>
            新建席位池
          </Button>
        </div>
      ) : null}
      <TaskList
        list={list}
        rowKey="poolId"
        columns={columns}
        width={1470}
        empty="没有符合条件的席位池"
        page={page}
        setPage={setPage}
        card={(row) => (
          <>
            <strong>{row.publishTitle}</strong>
            <div className="soft">
              {row.nickName}（{row.userName}） · {SEAT_POOL_SOURCES[row.source]}
            </div>
            <div className="soft">
              已分配 {row.given}/{row.n} · 到期日 {endOf(row)}
            </div>
            {row.closed ? <div className="soft">{stateOf(row)}</div> : null}
            {acts(row)}
          </>
        )}
      />
      {asked ? (
        <EventDialog
          event={asked.what === 'close' ? CLOSE : NUMBER}
          name={`《${asked.row.publishTitle}》${asked.row.nickName}`}
          ready={asked.what === 'close' || (n !== null && n !== asked.row.n)}
          onSend={send}
          onClose={() => setAsked(null)}
        >
          {asked.what === 'number' ? (
            <div>
              <label htmlFor="seat-pool-number">
                席位数<span className="soft">（已分配 {asked.row.given} 个，不能更少）</span>
              </label>
              <InputNumber
                id="seat-pool-number"
                min={Math.max(1, asked.row.given)}
                max={SEATS.most}
                precision={0}
                style={{ width: '100%' }}
                value={n}
                onChange={setN}
              />
            </div>
          ) : null}
        </EventDialog>
      ) : null}
      {making ? <SeatPoolForm onClose={() => setMaking(false)} /> : null}
    </>
  );
}
