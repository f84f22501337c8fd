import { useQuery } from '@tanstack/react-query';
import { type TableColumnsType } from 'antd';
import { LEVEL_NAMES, reviewMachine, type Level } from '../../../contract/review/review.machine.ts';
import { reviewList, type ReviewRow } from '../../../contract/review/review.ts';
import { loadable } from '../../loading/loadable.ts';
import { queryOf } from '../../api/query-client.ts';
import { useOpenRow } from '../crud/use-open-row.ts';
import { anyText, oneOf, usePageList } from '../crud/use-page-list.ts';
import { StateTag } from '../state-machine/state-tag.tsx';
import { HiddenTitle } from '../ui/page-title.tsx';
import { Due, TaskList, TaskSearch, TaskTabs, WorkTitle, titleColumn } from '../manuscript/task-list.tsx';

const ReviewDrawer = loadable(async () => (await import('./review-drawer.tsx')).ReviewDrawer);

type Tab = 'open' | 'mine' | 'done';
const TABS: Readonly<Record<Tab, string>> = { mine: '等我审读', open: '进行中', done: '已完成' };
const FILTERS = { tab: oneOf(Object.keys(TABS)), keyword: anyText };

/** #78, #79, #80: the tasks of one level of the three reviews. */
function ReviewPage({ level }: { level: Level }) {
  const { id: open, open: show, close } = useOpenRow();
  const { filter, setFilter, page, setPage } = usePageList(FILTERS);
  const { tab = 'open', keyword } = filter as { tab?: Tab; keyword?: string };
  const list = useQuery({
    ...queryOf(reviewList, { query: { level, tab, ...page, ...(keyword ? { keyword } : {}) } }),
    placeholderData: (before) => before,
  });
  const empty = `暂无${LEVEL_NAMES[level]}任务`;
  const act = (row: ReviewRow) => (
    <button type="button" className="row-act" onClick={() => show(row.auditId)}>
      {row.mine && row.status !== 'adopted' ? '审读' : '查看'}
    </button>
  );
  const columns: TableColumnsType<ReviewRow> = [
    titleColumn,
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
      <TaskTabs names={TABS} tab={tab} onPick={(picked) => setFilter({ tab: picked })} />
      <TaskSearch keyword={keyword} onSearch={(text) => setFilter({ keyword: text })} />
      <TaskList
        list={list}
        rowKey="auditId"
        columns={columns}
        width={970}
        empty={empty}
        page={page}
        setPage={setPage}
        card={(row) => (
          <>
            <WorkTitle title={row.title} /> <StateTag machine={reviewMachine} state={row.status} />
            <div className="soft">
              {row.authorsText} · {row.auditorName || '待指派'} · <Due dueAt={row.dueAt} late={row.late} />
            </div>
            {act(row)}
          </>
        )}
      />
      {open ? <ReviewDrawer auditId={open} onClose={close} /> : null}
    </section>
  );
}

export const ReviewOnePage = () => <ReviewPage level="one" />;
export const ReviewTwoPage = () => <ReviewPage level="two" />;
export const ReviewLastPage = () => <ReviewPage level="last" />;
