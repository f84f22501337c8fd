import { useId, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, DatePicker, Modal, Skeleton, Table, Tabs, type TableColumnsType } from 'antd';
import dayjs from 'dayjs';
import { useSearchParams } from 'react-router-dom';
import { assignEditorTo, editList, editors, type Editor, type EditRow } from '../../../contract/manuscript/edit-task.ts';
import { manuscriptMachine } from '../../../contract/manuscript/manuscript.machine.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { call } from '../../api/call.ts';
import { loadable } from '../../loading/loadable.ts';
import { queryOf } from '../../api/query-client.ts';
import { CardPaging, listPaging } from '../crud/list-paging.tsx';
import { emptyText, LoadFailed } from '../crud/list-states.tsx';
import { useCan } from '../crud/use-resource.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { HiddenTitle } from '../ui/page-title.tsx';
import { useNarrow } from '../ui/use-device.ts';
import { useReloadState } from '../ui/use-reload-state.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import '../crud/crud.css';
import { EditorSelect } from './manuscript-actions.tsx';
import './manuscript.css';

const EditDrawer = loadable(async () => (await import('./edit-drawer.tsx')).EditDrawer);

type Tab = 'unassigned' | 'assigned' | 'mine';
const TAB_NAMES: Readonly<Record<Tab, string>> = { unassigned: '待派', assigned: '已派', mine: '我负责' };

/** #77: manuscripts that wait for an editor, and those in work, with the workload of the editors. */
export function EditorPage() {
  const narrow = useNarrow();
  const may = useCan();
  const assigns = may('press:editor:assign');
  const [asked, setAsked] = useSearchParams();
  const [tab, setTab] = useReloadState<Tab>('tab', assigns ? 'unassigned' : 'mine');
  const [page, setPage] = useReloadState('page', { pageNum: 1, pageSize: PAGE_SIZE });
  const [assigned, setAssigned] = useState<EditRow | null>(null);
  const list = useQuery({ ...queryOf(editList, { query: { tab, ...page } }), placeholderData: (before) => before });
  const open = Number(asked.get('open')) || null;
  const show = (archiveId: number | null) => setAsked(archiveId === null ? {} : { open: String(archiveId) }, { replace: true });
  const { rows = [], total = 0 } = list.data ?? {};
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
    {
      title: '书名',
      dataIndex: 'title',
      rowScope: 'row',
      width: 220,
      ellipsis: true,
      render: (title: string) => <span className="work-title">{title}</span>,
    },
    { title: '状态', dataIndex: 'status', width: 110, render: (_value, row) => <StateTag machine={manuscriptMachine} state={row.status} /> },
    { title: '作者', dataIndex: 'authorsText', width: 120, ellipsis: true },
    { title: '责任编辑', dataIndex: 'editorName', width: 100, render: (name: string) => name || '—' },
    { title: '在此环节', dataIndex: 'days', width: 90, render: (days: number) => `${days} 天` },
    {
      title: '期限',
      dataIndex: 'dueAt',
      width: 110,
      render: (dueAt: string, row) => <span className={row.late ? 'late' : ''}>{dueAt ? dueAt.slice(0, 10) : '—'}</span>,
    },
    { title: '质疑', dataIndex: 'openQueries', width: 70 },
    { title: '必办', dataIndex: 'openTasks', width: 70 },
    { title: '操作', key: 'actions', width: 130, render: (_value, row) => actions(row) },
  ];
  return (
    <section className="admin-card crud pipeline" aria-label="责任编辑任务">
      <HiddenTitle />
      <Workload />
      <Tabs
        items={(Object.keys(TAB_NAMES) as Tab[]).map((key) => ({ key, label: TAB_NAMES[key] }))}
        activeKey={tab}
        style={{ paddingInline: 16 }}
        onChange={(key) => {
          setTab(key as Tab);
          setPage({ ...page, pageNum: 1 });
        }}
      />
      {list.isError && rows.length === 0 ? (
        <LoadFailed query={list} />
      ) : narrow ? (
        list.isPending ? (
          <Skeleton active title={false} style={{ padding: 16 }} />
        ) : rows.length === 0 ? (
          <p className="soft board-none">暂无待派稿件</p>
        ) : (
          <>
            <ul className="admin-cards">
              {rows.map((row) => (
                <li key={row.archiveId}>
                  <div>
                    <strong className="work-title">{row.title}</strong> <StateTag machine={manuscriptMachine} state={row.status} />
                    <div className="soft">
                      {row.authorsText} · {row.editorName || '未派责编'} · {row.days} 天
                    </div>
                    {actions(row)}
                  </div>
                </li>
              ))}
            </ul>
            <CardPaging page={page} total={total} setPage={setPage} />
          </>
        )
      ) : (
        <Table<EditRow>
          rowKey="archiveId"
          columns={columns}
          dataSource={rows}
          loading={list.isPending}
          pagination={listPaging(page, total, narrow, setPage)}
          onChange={({ current }) => setPage({ ...page, pageNum: current ?? 1 })}
          scroll={{ x: 1020 }}
          locale={{ emptyText: emptyText(list, '暂无待派稿件') }}
          style={{ paddingInline: 16 }}
        />
      )}
      {assigned ? <AssignDialog row={assigned} onClose={() => setAssigned(null)} /> : null}
      {open ? <EditDrawer archiveId={open} onClose={() => show(null)} /> : null}
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
