import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Empty, Input, Pagination, Skeleton, Table, type TableColumnsType } from 'antd';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { forceLogout, listOnline, type OnlineSession } from '../../../contract/monitor/online.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import '../crud/crud.css';
import { BatchBar, CardPick, PickAll, toggled } from '../crud/card-batch.tsx';
import { listPaging } from '../crud/list-paging.tsx';
import { useActs, useCan } from '../crud/use-resource.tsx';
import { HiddenTitle } from '../ui/page-title.tsx';
import { useNarrow } from '../ui/use-device.ts';
import './monitor.css';
import { LoadFailed } from '../crud/list-states.tsx';

const REFRESH_MS = 15_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const clock = (at: number): string => {
  const [day = '', time = ''] = new Date(at + 8 * HOUR).toISOString().slice(0, 16).split('T');
  const today = new Date(Date.now() + 8 * HOUR).toISOString().slice(0, 10);
  return day === today ? time : `${day.slice(5)} ${time}`;
};
const since = (at: number, now: number): string =>
  now - at < 2 * MINUTE ? '刚刚' : now - at < HOUR ? `${Math.floor((now - at) / MINUTE)} 分钟前` : clock(at);
const matches = (row: OnlineSession, words: string): boolean =>
  [row.userName, row.nickName, row.ipaddr, row.deptName].some((text) => text.toLowerCase().includes(words));

/** #145: active sessions with their origin, and the action to end one. */
export function OnlinePage() {
  const narrow = useNarrow();
  const may = useCan();
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [page, setPage] = useState({ pageNum: 1, pageSize: PAGE_SIZE as number });
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const list = useQuery({ ...queryOf(listOnline, { query: {} }), staleTime: 0, refetchInterval: REFRESH_MS });
  const { ask } = useActs(async () => {
    setChosen([]);
    await client.invalidateQueries(allOf(listOnline));
  });
  const now = list.dataUpdatedAt;
  const words = typed.trim().toLowerCase();
  const rows = (list.data?.rows ?? []).filter((row) => matches(row, words));
  const picks = may('monitor:online:batchLogout') && may('monitor:online:forceLogout');
  const out = (sessions: readonly OnlineSession[]) => {
    const [first] = sessions;
    if (!first) return;
    const own = sessions.some((row) => row.current);
    const who = sessions.length === 1 ? `${first.nickName}（${first.userName}）在 ${first.ipaddr} 的登录` : `选中的 ${sessions.length} 个登录`;
    ask(
      {
        title: own ? '其中有您正在使用的这个登录，确定把自己也退出？' : `强制退出${who}？`,
        content: own
          ? '确定后，您会立即回到登录页，没有保存的内容会丢失。'
          : '对方的下一步操作会回到登录页；没有保存的内容可能丢失。账号本身不受影响。',
        verb: own ? '连自己一起退出' : '强制退出',
        danger: true,
      },
      // The own session is ended last; otherwise the other ones could no longer be ended.
      async () => {
        for (const row of [...sessions].sort((one, other) => Number(one.current) - Number(other.current)))
          await call(forceLogout, { params: { tokenId: row.tokenId } });
      },
      '已强制退出',
    );
  };
  const action = (row: OnlineSession) =>
    may('monitor:online:forceLogout') ? (
      <Button type="link" size="small" danger onClick={() => out([row])} aria-label={`强退${row.userName}`}>
        强退
      </Button>
    ) : null;
  const who = (row: OnlineSession) => (
    <>
      <strong>{row.nickName}</strong> <span className="code soft monitor-account">{row.userName}</span>
      {row.current ? (
        <>
          {' '}
          <span className="state-tag tag-success">本人</span>
        </>
      ) : null}
    </>
  );
  const columns: TableColumnsType<OnlineSession> = [
    { title: '用户', key: 'userName', rowScope: 'row', width: 220, ellipsis: true, render: (_value, row) => who(row) },
    { title: '部门', dataIndex: 'deptName', width: 110, ellipsis: true, render: (name: string) => name || <span className="soft">—</span> },
    { title: '登录地址', dataIndex: 'ipaddr', width: 130, render: (ip: string) => <span className="code">{ip}</span> },
    { title: '地点', dataIndex: 'loginLocation', width: 80, render: (place: string) => place || <span className="soft">—</span> },
    { title: '浏览器', dataIndex: 'browser', width: 110 },
    { title: '操作系统', dataIndex: 'os', width: 110 },
    { title: '登录时间', dataIndex: 'loginTime', width: 110, render: clock },
    { title: '最后活动', dataIndex: 'lastSeen', width: 100, render: (at: number) => since(at, now) },
    {
      title: '会话',
      dataIndex: 'tokenId',
      width: 110,
      render: (id: string) => <span className="code soft">{`${id.slice(0, 4)}…${id.slice(-4)}`}</span>,
    },
    { title: '操作', key: 'actions', width: 80, fixed: 'right', render: (_value, row) => action(row) },
  ];
  const total = list.data?.total ?? 0;
  const empty = (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={words ? '没有符合条件的在线用户' : '暂无在线用户'} style={{ padding: 24 }} />
  );
  const listed = rows.slice((page.pageNum - 1) * page.pageSize, page.pageNum * page.pageSize);
  const paging = { current: page.pageNum, pageSize: page.pageSize, total: rows.length };
  return (
    <section className="admin-card crud" aria-label="在线用户列表">
      <HiddenTitle />
      <div className="admin-toolbar">
        {picks && !narrow ? (
          <Button danger disabled={chosen.length === 0} onClick={() => out((list.data?.rows ?? []).filter((row) => chosen.includes(row.tokenId)))}>
            批量强退
          </Button>
        ) : null}
        <span className="soft">{list.data ? `${total} 个登录，每 15 秒刷新` : ''}</span>
        <span className="grow" />
        <Input.Search
          aria-label="用户名、地址或部门"
          placeholder="用户名、地址或部门"
          allowClear
          style={{ width: narrow ? 'calc(100% - 52px)' : 240 }}
          value={typed}
          onChange={(event) => (setTyped(event.target.value), setPage({ ...page, pageNum: 1 }))}
        />
        <Button icon={<ReloadOutlined />} aria-label="刷新" onClick={() => void list.refetch()} />
      </div>
      {list.isError ? (
        <LoadFailed query={list} />
      ) : list.isPending ? (
        <Skeleton active paragraph={{ rows: 8 }} style={{ padding: 16 }} />
      ) : narrow ? (
        <>
          {rows.length === 0 ? empty : null}
          {picks ? <PickAll keys={listed.map(({ tokenId }) => tokenId)} chosen={chosen} onChoose={setChosen} /> : null}
          <ul className="admin-cards">
            {listed.map((row) => (
              <li key={row.tokenId} className={chosen.includes(row.tokenId) ? 'chosen' : ''}>
                {picks ? (
                  <CardPick
                    name={`${row.userName} ${row.ipaddr}`}
                    checked={chosen.includes(row.tokenId)}
                    onChange={(on) => setChosen(toggled(chosen, row.tokenId, on))}
                  />
                ) : null}
                <div style={{ flex: 1, minWidth: 0 }}>
                  {who(row)}
                  <div className="soft">{[row.deptName, row.ipaddr, row.browser, row.os].filter(Boolean).join(' · ')}</div>
                  <div className="soft">
                    {clock(row.loginTime)} 登录，{since(row.lastSeen, now)}活动
                  </div>
                </div>
                {action(row)}
              </li>
            ))}
          </ul>
          <BatchBar count={chosen.length} onCancel={() => setChosen([])}>
            <Button danger onClick={() => out((list.data?.rows ?? []).filter((row) => chosen.includes(row.tokenId)))}>
              批量强退
            </Button>
          </BatchBar>
          {rows.length > page.pageSize ? (
            <Pagination simple {...paging} style={{ padding: 12 }} onChange={(pageNum) => setPage({ ...page, pageNum })} />
          ) : null}
        </>
      ) : (
        <Table<OnlineSession>
          rowKey="tokenId"
          size="medium"
          columns={columns}
          dataSource={rows}
          scroll={{ x: columns.reduce((sum, column) => sum + Number(column.width), 48) }}
          pagination={{
            ...listPaging(page, rows.length, narrow, setPage),
            onChange: (pageNum, pageSize) => setPage({ pageNum, pageSize }),
          }}
          locale={{ emptyText: empty }}
          {...(picks
            ? {
                rowSelection: {
                  selectedRowKeys: [...chosen],
                  onChange: (keys) => setChosen(keys as string[]),
                  getCheckboxProps: (row) => ({ 'aria-label': `选择${row.userName}` }) as object,
                },
              }
            : {})}
          style={{ paddingInline: 16 }}
        />
      )}
    </section>
  );
}
