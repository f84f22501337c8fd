import { useQuery } from '@tanstack/react-query';
import { Select, type TableColumnsType } from 'antd';
import { myJournals } from '../../../contract/periodical/journal.ts';
import { SUBMISSION_TABS, submissionCounts, submissionList, type SubmissionRow } from '../../../contract/periodical/journal-submission.ts';
import { journalSubmissionMachine } from '../../../contract/periodical/journal-submission.machine.ts';
import { queryOf } from '../../api/query-client.ts';
import { loadable } from '../../loading/loadable.ts';
import { Due, TaskList, TaskSearch, WorkTitle } from '../manuscript/task-list.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { useOpenRow } from '../crud/use-open-row.ts';
import { anyText, oneOf, usePageList } from '../crud/use-page-list.ts';
import { HiddenTitle } from '../ui/page-title.tsx';
import './periodical.css';

const SubmissionDrawer = loadable(async () => (await import('./submission-drawer.tsx')).SubmissionDrawer);

type Tab = (typeof SUBMISSION_TABS)[number];
const TABS: Readonly<Record<Tab, string>> = {
  mine: '等我处理',
  author: '等作者',
  outsider: '等审稿人',
  late: '逾期',
  quiet: '30天无动静',
  open: '全部在审',
  done: '已结束',
};

const FILTERS = { tab: oneOf(Object.keys(TABS)), keyword: anyText, journalId: (value: string) => /^[1-9]\d{0,14}$/.test(value) };

/** A3: the queue of submissions with turn and days. */
export function SubmissionPage() {
  const { id: open, open: show, close } = useOpenRow();
  const { filter: chosen, setFilter, page, setPage } = usePageList(FILTERS);
  const { tab = 'mine', keyword } = chosen as { tab?: Tab; keyword?: string };
  const journalId = chosen.journalId === undefined ? null : Number(chosen.journalId);
  const filter = journalId === null ? {} : { journalId };
  const journals = useQuery(queryOf(myJournals, {}));
  const counts = useQuery({ ...queryOf(submissionCounts, { query: filter }), staleTime: 0 });
  const list = useQuery({
    ...queryOf(submissionList, { query: { tab, ...filter, ...page, ...(keyword ? { keyword } : {}) } }),
    placeholderData: (before) => before,
    staleTime: 0,
  });
  const act = (row: SubmissionRow) => (
    <button type="button" className="row-act" onClick={() => show(row.submissionId)}>
      打开
    </button>
  );
  const columns: TableColumnsType<SubmissionRow> = [
    { title: '题名', dataIndex: 'title', rowScope: 'row', width: 190, ellipsis: true, render: (title: string) => <WorkTitle title={title} /> },
    { title: '状态', dataIndex: 'status', width: 92, render: (_value, row) => <StateTag machine={journalSubmissionMachine} state={row.status} /> },
    { title: '作者', dataIndex: 'authorsText', width: 96, ellipsis: true },
    { title: '轮到', dataIndex: 'turnName', width: 76, ellipsis: true },
    { title: '已等', dataIndex: 'days', width: 84, render: (days: number) => `第 ${days} 天` },
    { title: '期限', dataIndex: 'dueAt', width: 150, render: (dueAt: string, row) => <Due dueAt={dueAt} late={row.late} /> },
    {
      title: '审稿',
      key: 'reviews',
      width: 106,
      render: (_value, row) => (row.round === 0 ? <span className="soft">—</span> : `${row.reviewsDone}/${row.reviewsAsked} · ${row.round}轮`),
    },
    { title: '期刊', dataIndex: 'journalName', width: 130, ellipsis: true },
    { title: '编号', dataIndex: 'submissionNo', width: 128 },
    { title: '操作', key: 'actions', width: 70, render: (_value, row) => act(row) },
  ];
  return (
    <section className="admin-card crud" aria-label="来稿">
      <HiddenTitle />
      <fieldset className="submission-tabs" aria-label="来稿分组">
        {SUBMISSION_TABS.map((one) => (
          <button
            key={one}
            type="button"
            className={tab === one ? 'queue-button on' : 'queue-button'}
            aria-pressed={tab === one}
            onClick={() => setFilter({ tab: one })}
          >
            {TABS[one]} <span className="queue-total">{counts.data?.[one] ?? ''}</span>
          </button>
        ))}
      </fieldset>
      <div className="submission-filter">
        <Select
          aria-label="期刊"
          value={journalId}
          allowClear
          placeholder="全部期刊"
          loading={journals.isFetching}
          options={(journals.data ?? []).map((one) => ({ value: one.journalId, label: one.journalName }))}
          style={{ width: 200 }}
          onChange={(value) => setFilter({ journalId: value ?? undefined })}
        />
        <TaskSearch words="题名、作者或编号" keyword={keyword} onSearch={(text) => setFilter({ keyword: text })} />
      </div>
      <TaskList
        list={list}
        rowKey="submissionId"
        columns={columns}
        width={1122}
        empty="暂无来稿"
        page={page}
        setPage={setPage}
        card={(row) => (
          <>
            <WorkTitle title={row.title} /> <StateTag machine={journalSubmissionMachine} state={row.status} />
            <div className="soft">
              {row.authorsText} · {row.turnName} · 第 {row.days} 天 · <Due dueAt={row.dueAt} late={row.late} />
            </div>
            {act(row)}
          </>
        )}
      />
      {open ? <SubmissionDrawer submissionId={open} onClose={close} /> : null}
    </section>
  );
}
