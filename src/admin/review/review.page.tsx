import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Input, Skeleton, Table, Tabs, type TableColumnsType } from 'antd';
import { useSearchParams } from 'react-router-dom';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { LEVEL_NAMES, reviewMachine, type Level } from '../../../contract/review/review.machine.ts';
import { reviewList, type ReviewRow } from '../../../contract/review/review.ts';
import { loadable } from '../../loading/loadable.ts';
import { queryOf } from '../../api/query-client.ts';
import '../crud/crud.css';
import { CardPaging, listPaging } from '../crud/list-paging.tsx';
import { emptyText, LoadFailed } from '../crud/list-states.tsx';
import '../manuscript/manuscript.css';
import { StateTag } from '../state-machine/state-tag.tsx';
import { HiddenTitle } from '../ui/page-title.tsx';
import { useNarrow } from '../ui/use-device.ts';
import { useReloadState } from '../ui/use-reload-state.ts';

const ReviewDrawer = loadable(async () => (await import('./review-drawer.tsx')).ReviewDrawer);

type Tab = 'open' | 'mine' | 'done';
const TABS: Readonly<Record<Tab, string>> = { mine: '等我审读', open: '进行中', done: '已完成' };

/** #78, #79, #80: the tasks of one level of the three reviews. */
function ReviewPage({ level }: { level: Level }) {
  const narrow = useNarrow();
  const [asked, setAsked] = useSearchParams();
  const [tab, setTab] = useReloadState<Tab>('tab', 'open');
  const [page, setPage] = useReloadState('page', { pageNum: 1, pageSize: PAGE_SIZE });
  const [keyword, setKeyword] = useState('');
  const list = useQuery({
    ...queryOf(reviewList, { query: { level, tab, ...page, ...(keyword ? { keyword } : {}) } }),
    placeholderData: (before) => before,
  });
  const open = Number(asked.get('open')) || null;
  const show = (auditId: number | null) => setAsked(auditId === null ? {} : { open: String(auditId) }, { replace: true });
  const { rows = [], total = 0 } = list.data ?? {};
  const empty = `暂无${LEVEL_NAMES[level]}任务`;
  const act = (row: ReviewRow) => (
    <button type="button" className="row-act" onClick={() => show(row.auditId)}>
      {row.mine && row.status !== 'adopted' ? '审读' : '查看'}
    </button>
  );
  const columns: TableColumnsType<ReviewRow> = [
    {
      title: '书名',
      dataIndex: 'title',
      rowScope: 'row',
      width: 220,
      ellipsis: true,
      render: (title: string) => <span className="work-title">{title}</span>,
    },
    { title: '状态', dataIndex: 'status', width: 100, render: (_value, row) => <StateTag machine={reviewMachine} state={row.status} /> },
    { title: '作者', dataIndex: 'authorsText', width: 110, ellipsis: true },
    { title: '轮次', dataIndex: 'round', width: 70, render: (round: number) => `第${round}轮` },
    { title: '审稿人', dataIndex: 'auditorName', width: 100, render: (name: string) => name || <span className="late">待指派</span> },
    { title: '已用', dataIndex: 'days', width: 80, render: (days: number) => `${days} 天` },
    { title: '期限', dataIndex: 'dueAt', width: 120, render: (dueAt: string, row) => <Due dueAt={dueAt} late={row.late} /> },
    { title: '字数', dataIndex: 'wordCount', width: 90, render: (words: number) => `${(words / 10_000).toFixed(1)} 万` },
    { title: '操作', key: 'actions', width: 80, render: (_value, row) => act(row) },
  ];
  return (
    <section className="admin-card crud" aria-label={`${LEVEL_NAMES[level]}任务`}>
      <HiddenTitle />
      <Tabs
        items={(Object.keys(TABS) as Tab[]).map((key) => ({ key, label: TABS[key] }))}
        activeKey={tab}
        style={{ paddingInline: 16 }}
        onChange={(key) => {
          setTab(key as Tab);
          setPage({ ...page, pageNum: 1 });
        }}
      />
      {narrow ? null : (
        <div className="admin-toolbar">
          <Input.Search
            aria-label="按书名或编号查找"
            placeholder="书名或编号"
            allowClear
            style={{ width: 240 }}
            onSearch={(text) => setKeyword(text.trim())}
          />
        </div>
      )}
      {list.isError && rows.length === 0 ? (
        <LoadFailed query={list} />
      ) : narrow ? (
        list.isPending ? (
          <Skeleton active title={false} style={{ padding: 16 }} />
        ) : rows.length === 0 ? (
          <p className="soft board-none">{empty}</p>
        ) : (
          <>
            <ul className="admin-cards">
              {rows.map((row) => (
                <li key={row.auditId}>
                  <div>
                    <strong className="work-title">{row.title}</strong> <StateTag machine={reviewMachine} state={row.status} />
                    <div className="soft">
                      {row.authorsText} · {row.auditorName || '待指派'} · <Due dueAt={row.dueAt} late={row.late} />
                    </div>
                    {act(row)}
                  </div>
                </li>
              ))}
            </ul>
            <CardPaging page={page} total={total} setPage={setPage} />
          </>
        )
      ) : (
        <Table<ReviewRow>
          rowKey="auditId"
          columns={columns}
          dataSource={rows}
          loading={list.isPending}
          pagination={listPaging(page, total, narrow, setPage)}
          onChange={({ current }) => setPage({ ...page, pageNum: current ?? 1 })}
          scroll={{ x: 970 }}
          locale={{ emptyText: emptyText(list, empty) }}
          style={{ paddingInline: 16 }}
        />
      )}
      {open ? <ReviewDrawer auditId={open} onClose={() => show(null)} /> : null}
    </section>
  );
}

const Due = ({ dueAt, late }: { dueAt: string; late: boolean }) => (
  <span className={late ? 'late' : ''}>{dueAt ? `${dueAt.slice(0, 10)}${late ? ' 已迟' : ''}` : '—'}</span>
);

export const ReviewOnePage = () => <ReviewPage level="one" />;
export const ReviewTwoPage = () => <ReviewPage level="two" />;
export const ReviewLastPage = () => <ReviewPage level="last" />;
