import { useId, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, DatePicker, Modal, type TableColumnsType } from 'antd';
import dayjs from 'dayjs';
import { assignEditorTo, editList, editors, type Editor, type EditRow } from '../../../contract/manuscript/edit-task.ts';
import { manuscriptMachine } from '../../../contract/manuscript/manuscript.machine.ts';
import { call } from '../../api/call.ts';
import { loadable } from '../../loading/loadable.ts';
import { queryOf } from '../../api/query-client.ts';
import { useCan } from '../crud/use-resource.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { useOpenRow } from '../crud/use-open-row.ts';
import { oneOf, usePageList } from '../crud/use-page-list.ts';
import { HiddenTitle } from '../ui/page-title.tsx';
import { Due, TaskList, TaskTabs, WorkTitle, titleColumn } from './task-list.tsx';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import { EditorSelect } from './manuscript-actions.tsx';

const EditDrawer = loadable(async () => (await import('./edit-drawer.tsx')).EditDrawer);

type Tab = 'unassigned' | 'assigned' | 'mine';
const TAB_NAMES: Readonly<Record<Tab, string>> = { unassigned: '待派', assigned: '已派', mine: '我负责' };
const FILTERS = { tab: oneOf(Object.keys(TAB_NAMES)) };

/** #77: manuscripts that wait for an editor, and those in work, with the workload of the editors. */
export function EditorPage() {
  const may = useCan();
  const assigns = may('press:editor:assign');
  const { id: open, open: show, close } = useOpenRow();
  const { filter, setFilter, page, setPage } = usePageList(FILTERS);
  const { tab = assigns ? 'unassigned' : 'mine' } = filter as { tab?: Tab };
  const [assigned, setAssigned] = useState<EditRow | null>(null);
  const list = useQuery({ ...queryOf(editList, { query: { tab, ...page } }), placeholderData: (before) => before });
  const actions = (row: EditRow) => (
    <>
      {tab === 'unassigned' && assigns ? (
        <button type="button" className="row-act" onClick={() => setAssigned(row)}>
          派责编
        </button>
      ) : null}
      <button type="button" className="row-act" onClick={() => show(row.archiveId)}>
        打开
      </button>
    </>
  );
  const columns: TableColumnsType<EditRow> = [
    titleColumn,
    { title: '状态', dataIndex: 'status', width: 110, render: (_value, row) => <StateTag machine={manuscriptMachine} state={row.status} /> },
    { title: '作者', dataIndex: 'authorsText', width: 120, ellipsis: true },
    { title: '责任编辑', dataIndex: 'editorName', width: 100, render: (name: string) => name || '—' },
    { title: '在此环节', dataIndex: 'days', width: 90, render: (days: number) => `${days} 天` },
    { title: '期限', dataIndex: 'dueAt', width: 130, render: (dueAt: string, row) => <Due dueAt={dueAt} late={row.late} /> },
    { title: '质疑', dataIndex: 'openQueries', width: 70 },
    { title: '必办', dataIndex: 'openTasks', width: 70 },
    { title: '操作', key: 'actions', width: 130, render: (_value, row) => actions(row) },
  ];
  return (
    <section className="admin-card crud pipeline" aria-label="责任编辑任务">
      <HiddenTitle />
      <Workload />
      <TaskTabs names={TAB_NAMES} tab={tab} onPick={(picked) => setFilter({ tab: picked })} />
      <TaskList
        list={list}
        rowKey="archiveId"
        columns={columns}
        width={1020}
        empty="暂无待派稿件"
        page={page}
        setPage={setPage}
        card={(row) => (
          <>
            <WorkTitle title={row.title} /> <StateTag machine={manuscriptMachine} state={row.status} />
            <div className="soft">
              {row.authorsText} · {row.editorName || '未派责编'} · {row.days} 天
            </div>
            {actions(row)}
          </>
        )}
      />
      {assigned ? <AssignDialog row={assigned} onClose={() => setAssigned(null)} /> : null}
      {open ? <EditDrawer archiveId={open} onClose={close} /> : null}
    </section>
  );
}

/** Manuscripts in hand of each editor against the limit. */
function Workload() {
  const people = useQuery(queryOf(editors, {}));
  if (!people.data || people.data.length === 0) return null;
  return (
    <ul className="workload" aria-label="编辑的工作量">
      {people.data.map((one: Editor) => (
        <li key={one.userId}>
          <span>
            {one.nickName}
            <span className="soft"> {one.qualification}</span>
          </span>
          <progress max={one.most} value={Math.min(one.load, one.most)} aria-label={`${one.nickName}在手${one.load}部，上限${one.most}部`} />
          <span className={one.blocked ? 'late' : 'soft'}>
            {one.load}/{one.most}
            {one.blocked ? ` ${one.blocked}` : ''}
            {one.deputyName ? ` 休假，${one.deputyName}代` : ''}
          </span>
        </li>
      ))}
    </ul>
  );
}

function AssignDialog({ row, onClose }: { row: EditRow; onClose: () => void }) {
  const id = useId();
  useRestoreFocus();
  const client = useQueryClient();
  const { message } = App.useApp();
  const [editorId, setEditorId] = useState<number | null>(null);
  const [dueDate, setDueDate] = useState('');
  const [busy, setBusy] = useState(false);
  const send = async () => {
    if (editorId === null) return;
    setBusy(true);
    try {
      await call(assignEditorTo, { body: { archiveId: row.archiveId, editorId, dueDate } });
      void message.success('已派责任编辑');
      await client.invalidateQueries();
      onClose();
    } catch (error) {
      void message.error(errorMessage(error));
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`派责任编辑：《${row.title}》`}
      okText="派责编"
      cancelText="取消"
      confirmLoading={busy}
      okButtonProps={{ disabled: editorId === null }}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <div className="event-fields">
        <EditorSelect value={editorId} onChange={setEditorId} />
        <div>
          <label htmlFor={`${id}-field1`}>期限</label>
          <DatePicker
            id={`${id}-field1`}
            value={dueDate ? dayjs(dueDate) : null}
            style={{ width: '100%' }}
            onChange={(day) => setDueDate(day ? day.format('YYYY-MM-DD') : '')}
          />
        </div>
      </div>
    </Modal>
  );
}
