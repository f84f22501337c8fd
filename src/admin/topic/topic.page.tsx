import { useMemo } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSnapshot } from 'valtio/react';
import { topic, topicCounts } from '../../../contract/topic/topic.ts';
import { TOPIC_STATES, topicMachine, type TopicState } from '../../../contract/topic/topic.machine.ts';
import { loadable } from '../../loading/loadable.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import { session } from '../../session/session.store.ts';
import { FieldControl } from '../crud/field/field-control.tsx';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { useListFilter } from '../crud/use-list-filter.ts';
import { useOpenRow } from '../crud/use-open-row.ts';
import { HiddenTitle } from '../ui/page-title.tsx';
import { ArchiveSelect } from './archive-select.tsx';
import { BreakEvenNote } from './break-even-note.tsx';
import '../manuscript/manuscript.css';
import './topic.css';

const TopicDrawer = loadable(async () => (await import('./topic-drawer.tsx')).TopicDrawer);

const HEADINGS = {
  archiveId: '书稿与作者',
  contentIntro: '内容',
  targetReaders: '读者与市场',
  planWordCount: '规格',
  planPriceFen: '成本与保本',
  isMajor: '备案与版权',
};

const isState = (value: string): boolean => TOPIC_STATES.some((state) => state === value);

/** #74: topics by state, their declaration form and what each person does with them. */
export function TopicPage() {
  const client = useQueryClient();
  const { now } = useSnapshot(session);
  const userId = now.state === 'authenticated' ? now.user.userId : null;
  const [status, setStatus] = useListFilter('status', isState);
  const counts = useQuery(queryOf(topicCounts, {}));
  const refresh = () => {
    void client.invalidateQueries(allOf(topic.list));
    void client.invalidateQueries(allOf(topicCounts));
  };
  const { open: show } = useOpenRow();
  const topics = useMemo(
    () =>
      resource(topic, {
        columns: ['title', 'status', 'authorNames', 'declarerName', 'planPriceFen', 'planPrintRun', 'breakEven', 'isMajor', 'kind', 'topicNo'],
        search: ['title', 'topicNo', 'declarerName', 'kind', 'isMajor', 'createTime'],
        form: [
          'archiveId',
          'authorUserId',
          'title',
          'kind',
          'authorNames',
          'series',
          'authorIntro',
          'contentIntro',
          'significance',
          'outline',
          'targetReaders',
          'marketAnalysis',
          'competitors',
          'planWordCount',
          'planPages',
          'planFormat',
          'planPublishDate',
          'planPriceFen',
          'planPrintRun',
          'costFen',
          'unitCostFen',
          'discountBp',
          'royaltyBp',
          'payMode',
          'isMajor',
          'majorCategory',
          'translationRights',
          'remark',
        ],
        headings: HEADINGS,
        formWidth: 880,
        empty: '暂无选题',
        detail: [],
        widths: {
          title: 180,
          status: 100,
          authorNames: 90,
          kind: 90,
          declarerName: 80,
          planPriceFen: 90,
          planPrintRun: 80,
          breakEven: 90,
          isMajor: 80,
          topicNo: 130,
        },
        cell: {
          title: (row) => (
            <button type="button" className="link-button work-title" onClick={() => show(row.topicId)}>
              {row.title}
            </button>
          ),
          breakEven: (row) =>
            row.breakEven === 0 ? (
              <span className="soft">—</span>
            ) : (
              <span className={row.planPrintRun > 0 && row.planPrintRun < row.breakEven ? 'late' : ''}>{row.breakEven.toLocaleString('zh-CN')}</span>
            ),
          isMajor: (row) =>
            row.isMajor === '1' ? row.recordNo ? '已备案' : <strong className="late">须备案</strong> : <span className="soft">否</span>,
        },
        control: {
          archiveId: (props) => <ArchiveSelect {...props} />,
          payMode: ({ values = {}, ...props }) => (
            <>
              <FieldControl {...props} meta={topic.meta.payMode} />
              <p className="topic-break-even">
                <BreakEvenNote values={values} />
              </p>
            </>
          ),
        },
        shows: {
          authorUserId: (values) => !values['archiveId'],
          majorCategory: (values) => values['isMajor'] === '1',
        },
        locked: (row) =>
          row.declarerId !== userId
            ? '只有申报人可以修改申报表'
            : row.status === 'draft' || row.status === 'revise'
              ? false
              : '申报表已提交；需要修改时请编辑室主任退回',
        lost: () => '草稿对应的稿件会回到已投稿。30天内可以在回收站恢复。',
        written: refresh,
        opened: (topicId, onClose, tools) => (
          <TopicDrawer
            topicId={topicId}
            onClose={onClose}
            onDone={refresh}
            onEdit={(row) => {
              onClose();
              tools.open('form', row);
            }}
          />
        ),
        rowActions: (row, tools) => [
          { key: 'open', label: '打开', permission: 'press:topic:query', run: () => show(row.topicId) },
          ...(row.status === 'rejected' && row.declarerId === userId
            ? [
                {
                  key: 'discard',
                  label: '删除',
                  permission: 'press:topic:remove',
                  danger: true,
                  run: () =>
                    tools.ask(
                      { title: `删除选题《${row.title}》？`, content: '30天内可以在回收站恢复。', verb: '删除', danger: true },
                      () => call(topic.remove, { params: { ids: String(row.topicId) } }),
                      '删除成功',
                    ),
                },
              ]
            : []),
        ],
      }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the client of the page does not change
    [userId],
  );
  const total = (state: TopicState): number => counts.data?.find((one) => one.status === state)?.total ?? 0;
  const all = counts.data?.reduce((sum, one) => sum + one.total, 0) ?? 0;
  const heading = (
    <>
      <HiddenTitle />
      <fieldset className="topic-states" aria-label="选题状态">
        <StateButton name="全部" total={all} on={status === ''} onPick={() => setStatus('')} />
        {TOPIC_STATES.filter((state) => total(state) > 0 || state === status).map((state) => (
          <StateButton
            key={state}
            name={topicMachine.states[state].label}
            total={total(state)}
            on={status === state}
            onPick={() => setStatus(state)}
          />
        ))}
      </fieldset>
    </>
  );
  return <ResourcePage resource={topics} heading={heading} />;
}

function StateButton({ name, total, on, onPick }: { name: string; total: number; on: boolean; onPick: () => void }) {
  return (
    <button type="button" className={on ? 'queue-button on' : 'queue-button'} aria-pressed={on} onClick={onPick}>
      {name} <span className="queue-total">{total}</span>
    </button>
  );
}
