import { useQuery } from '@tanstack/react-query';
import { Segmented, type TableColumnsType } from 'antd';
import { workFiles } from '../../../contract/manuscript/work-files.ts';
import { proofMachine, STAGE_NAMES, type Stage } from '../../../contract/proof/proof.machine.ts';
import { proofList, type ProofRow } from '../../../contract/proof/proof.ts';
import { loadable } from '../../loading/loadable.ts';
import { queryOf } from '../../api/query-client.ts';
import { useOpenRow } from '../crud/use-open-row.ts';
import { anyText, oneOf, usePageList } from '../crud/use-page-list.ts';
import { StateTag } from '../state-machine/state-tag.tsx';
import { HiddenTitle } from '../ui/page-title.tsx';
import { Due, TaskList, TaskSearch, TaskTabs, WorkTitle, titleColumn } from '../manuscript/task-list.tsx';
import '../../proof-sheet/proof-sheet.css';
import './proof.css';

const ProofDrawer = loadable(async () => (await import('./proof-drawer.tsx')).ProofDrawer);

/** What the proofreader does with a work of this kind. */
const reads = (kind: string): string => ({ audio: '审听', video: '审看', none: '校对' })[workFiles(kind).parts?.media ?? 'none'];

type Tab = 'open' | 'mine' | 'done';
const TABS: Readonly<Record<Tab, string>> = { mine: '等我处理', open: '进行中', done: '已通过' };
const FILTERS = { stage: oneOf(Object.keys(STAGE_NAMES)), tab: oneOf(Object.keys(TABS)), keyword: anyText };

/** #82, #83, #84: the tasks of one stage; the third page has the reading too. */
function ProofPage({ stages }: { stages: readonly Stage[] }) {
  const { id: open, open: show, close } = useOpenRow();
  const { filter, setFilter, page, setPage } = usePageList(FILTERS);
  const { tab = 'open', keyword } = filter as { tab?: Tab; keyword?: string };
  const stage = stages.find((one) => one === filter.stage) ?? stages[0] ?? 'one';
  const list = useQuery({
    ...queryOf(proofList, { query: { stage, tab, ...page, ...(keyword ? { keyword } : {}) } }),
    placeholderData: (before) => before,
  });
  const empty = `暂无${STAGE_NAMES[stage]}任务`;
  const act = (row: ProofRow) => (
    <button type="button" className="row-act" onClick={() => show(row.proofId)}>
      {row.mine && (row.status === 'assigned' || row.status === 'proofing') ? reads(row.kind) : '打开'}
    </button>
  );
  const columns: TableColumnsType<ProofRow> = [
    titleColumn,
    { title: '状态', dataIndex: 'status', width: 100, render: (_value, row) => <StateTag machine={proofMachine} state={row.status} /> },
    {
      title: '校次',
      dataIndex: 'round',
      width: 110,
      render: (round: number, row) => (workFiles(row.kind).parts ? `${workFiles(row.kind).stages[row.stage]} · 第${round}次` : `第${round}次`),
    },
    { title: '校对', dataIndex: 'proofreaderName', width: 100, render: (name: string) => name || <span className="late">待指派</span> },
    { title: '已用', dataIndex: 'days', width: 80, render: (days: number) => `${days} 天` },
    { title: '期限', dataIndex: 'dueAt', width: 120, render: (dueAt: string, row) => <Due dueAt={dueAt} late={row.late} /> },
    { title: '字数', dataIndex: 'charCount', width: 90, align: 'right', render: (words: number) => `${(words / 10_000).toFixed(1)} 万` },
    { title: '记号', dataIndex: 'marks', width: 70, align: 'right' },
    { title: '差错率', dataIndex: 'rate', width: 90, align: 'right', render: (rate: number | null) => <Rate rate={rate} /> },
    { title: '操作', key: 'actions', width: 80, render: (_value, row) => act(row) },
  ];
  return (
    <section className="admin-card crud" aria-label={`${STAGE_NAMES[stage]}任务`}>
      <HiddenTitle />
      {stages.length > 1 ? (
        <Segmented
          className="proof-stages"
          aria-label="校次"
          value={stage}
          options={stages.map((value) => ({ value, label: STAGE_NAMES[value] }))}
          onChange={(value) => setFilter({ stage: value })}
        />
      ) : null}
      <TaskTabs names={TABS} tab={tab} onPick={(picked) => setFilter({ tab: picked })} />
      <TaskSearch keyword={keyword} onSearch={(text) => setFilter({ keyword: text })} />
      <TaskList
        list={list}
        rowKey="proofId"
        columns={columns}
        width={1060}
        empty={empty}
        page={page}
        setPage={setPage}
        card={(row) => (
          <>
            <WorkTitle title={row.title} /> <StateTag machine={proofMachine} state={row.status} />
            <div className="soft">
              {row.proofreaderName || '待指派'} · <Due dueAt={row.dueAt} late={row.late} /> · 记号 {row.marks}
              {row.rate === null ? '' : ` · 差错率 ${row.rate}`}
            </div>
            {act(row)}
          </>
        )}
      />
      {open ? <ProofDrawer proofId={open} onClose={close} /> : null}
    </section>
  );
}

/** Errors in 10 000 characters; above one in red. */
const Rate = ({ rate }: { rate: number | null }) => (rate === null ? <>—</> : <span className={rate > 1 ? 'late' : ''}>{rate}</span>);

export const ProofOnePage = () => <ProofPage stages={['one']} />;
export const ProofTwoPage = () => <ProofPage stages={['two']} />;
export const ProofThreePage = () => <ProofPage stages={['three', 'read']} />;
