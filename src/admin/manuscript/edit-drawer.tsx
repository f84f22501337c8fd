import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Input, Skeleton, Tag } from 'antd';
import { deadlineText } from '../../../contract/deadline.ts';
import { editQueryMachine } from '../../../contract/manuscript/edit-query.machine.ts';
import { addStageTask, askQuery, editWork, queryEvent, saveCompleteness, tickTask, type EditWork } from '../../../contract/manuscript/edit-task.ts';
import { manuscriptDetail, type ManuscriptDetail } from '../../../contract/manuscript/manuscript.ts';
import { manuscriptMachine } from '../../../contract/manuscript/manuscript.machine.ts';
import { inGroup } from '../../../contract/state-machine.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { EventButtons } from '../state-machine/event-buttons.tsx';
import { TransitionLog } from '../state-machine/transition-log.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { useNarrow } from '../ui/use-device.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import { CoAuthorList } from './co-author-list.tsx';
import { FileList } from './file-list.tsx';
import { ManuscriptEventDialog, type StaffEvent } from './manuscript-actions.tsx';
import { ManuscriptHead } from './manuscript-head.tsx';
import { PermissionList } from './permission-list.tsx';
import { RevisionList } from './revision-list.tsx';
import { useEditCall } from './use-edit-call.ts';
import { VersionList } from './version-list.tsx';
import { Tabs } from '../ui/tabs.tsx';

/** 编辑加工: ticks, 齐清定, queries to the author, licences, versions and files of one manuscript. */
export function EditDrawer({ archiveId, onClose }: { archiveId: number; onClose: () => void }) {
  useRestoreFocus();
  const narrow = useNarrow();
  const [event, setEvent] = useState<StaffEvent | null>(null);
  const found = useQuery({ ...queryOf(manuscriptDetail, { params: { archiveId } }), staleTime: 0 });
  const work = useQuery({ ...queryOf(editWork, { params: { archiveId } }), staleTime: 0 });
  const failed = found.isError ? found : work.isError ? work : null;
  return (
    <Drawer
      open
      size={narrow ? '100%' : 880}
      title="编辑加工"
      onClose={onClose}
      footer={
        found.data ? <EventButtons machine={manuscriptMachine} can={found.data.can} onPick={(picked) => setEvent(picked as StaffEvent)} /> : null
      }
    >
      {failed && !(found.data && work.data) ? (
        <LoadFailed query={failed} />
      ) : found.data && work.data ? (
        <Work one={found.data} work={work.data} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      )}
      {event && found.data ? <ManuscriptEventDialog one={found.data} event={event} onClose={() => setEvent(null)} /> : null}
    </Drawer>
  );
}

function Work({ one, work }: { one: ManuscriptDetail; work: EditWork }) {
  const open = work.queries.filter(({ status }) => inGroup(editQueryMachine, 'unsettled', status)).length;
  return (
    <div className="manuscript">
      <ManuscriptHead one={one} level={2} />
      <Tabs
        items={[
          { key: 'tasks', label: '办理', children: <Tasks work={work} /> },
          {
            key: 'queries',
            label: `质疑 ${open || ''}`,
            children: (
              <>
                <RevisionList archiveId={work.archiveId} />
                <Queries work={work} />
              </>
            ),
          },
          {
            key: 'permissions',
            label: '授权清单',
            children: (
              <>
                <CoAuthorList archiveId={work.archiveId} />
                <PermissionList work={work} />
              </>
            ),
          },
          { key: 'versions', label: '版本', children: <VersionList archiveId={work.archiveId} writable={work.writable} /> },
          { key: 'files', label: '文件', children: <FileList archiveId={work.archiveId} writable={work.writable} /> },
          { key: 'log', label: '流转记录', children: <TransitionLog rows={one.log} /> },
        ]}
      />
    </div>
  );
}

const COMPLETENESS = ['齐（正文、附件、图稿齐备）', '清（文字、图稿清楚）', '定（内容已定，不再大改）'] as const;

function Tasks({ work }: { work: EditWork }) {
  const run = useEditCall();
  const [title, setTitle] = useState('');
  const keep = (flags: readonly boolean[]) =>
    run(
      () =>
        call(saveCompleteness, {
          body: {
            archiveId: work.archiveId,
            completeness: [flags[0] ?? false, flags[1] ?? false, flags[2] ?? false],
            editedWordCount: work.editedWordCount,
          },
        }),
      '已保存',
    );
  return (
    <section className="manuscript-part" aria-label="办理事项">
      <h3>齐、清、定</h3>
      <div className="event-fields">
        {COMPLETENESS.map((label, index) => (
          <Checkbox
            key={label}
            checked={work.completeness[index] ?? false}
            disabled={!work.writable}
            onChange={({ target }) => void keep(work.completeness.map((flag, at) => (at === index ? target.checked : flag)))}
          >
            {label}
          </Checkbox>
        ))}
      </div>
      <h3>必办事项</h3>
      {work.tasks.length === 0 ? <p className="soft">没有必办事项</p> : null}
      <ul className="part-list">
        {work.tasks.map((task) => (
          <li key={task.taskId}>
            <Checkbox
              checked={task.done}
              disabled={!work.writable}
              onChange={({ target }) => void run(() => call(tickTask, { body: { taskId: task.taskId, done: target.checked } }), '已保存')}
            >
              {task.title}
            </Checkbox>
            {task.blocking === '1' ? <Tag>必办</Tag> : null}
            <span className="grow" />
            <span className="soft">
              {manuscriptMachine.states[task.stage].label}
              {task.done ? `，${task.doneByName} ${task.doneAt.slice(0, 10)}` : task.dueAt ? `，期限 ${deadlineText(task.dueAt)}` : ''}
            </span>
          </li>
        ))}
      </ul>
      {work.writable ? (
        <div style={{ display: 'flex', gap: 8, marginTop: 8 }}>
          <Input
            aria-label="新增必办事项"
            placeholder="新增必办事项"
            value={title}
            maxLength={60}
            onChange={({ target }) => setTitle(target.value)}
          />
          <Button
            disabled={title.trim().length < 2}
            onClick={() =>
              void run(() => call(addStageTask, { body: { archiveId: work.archiveId, title: title.trim() } }), '已增加').then(
                (good) => good && setTitle(''),
              )
            }
          >
            增加
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function Queries({ work }: { work: EditWork }) {
  const run = useEditCall();
  const [asked, setAsked] = useState({ place: '', quote: '', text: '' });
  const step = (queryId: number, event: 'resolve' | 'overrule' | 'reopen', done: string) =>
    void run(() => call(queryEvent, { params: { event, queryId }, body: { text: '' } }), done);
  return (
    <section className="manuscript-part" aria-label="质疑">
      {work.queries.length === 0 ? <p className="soft">还没有质疑</p> : null}
      <ul className="part-list">
        {work.queries.map((query) => (
          <li key={query.queryId}>
            <div className="grow">
              <div>
                {query.place ? <Tag>{query.place}</Tag> : null}
                {query.text}
              </div>
              {query.quote ? <blockquote className="transition-note">{query.quote}</blockquote> : null}
              {query.answer ? <div>答：{query.answer}</div> : null}
              <span className="soft">
                {query.askedByName} {query.createTime.slice(0, 16)} · {editQueryMachine.states[query.status].label}
              </span>
            </div>
            {work.writable ? (
              inGroup(editQueryMachine, 'settled', query.status) ? (
                <Button size="small" onClick={() => step(query.queryId, 'reopen', '已重新打开')}>
                  重新打开
                </Button>
              ) : (
                <>
                  <Button size="small" onClick={() => step(query.queryId, 'resolve', '已解决')}>
                    解决
                  </Button>
                  <Button size="small" onClick={() => step(query.queryId, 'overrule', '已标为不采纳')}>
                    不采纳
                  </Button>
                </>
              )
            ) : null}
          </li>
        ))}
      </ul>
      {work.writable ? (
        <div className="event-fields">
          <h3 style={{ margin: 0 }}>向作者质疑</h3>
          <Input
            aria-label="位置"
            placeholder="位置，例如 第3章第2段"
            value={asked.place}
            maxLength={60}
            onChange={({ target }) => setAsked({ ...asked, place: target.value })}
          />
          <Input
            aria-label="原文"
            placeholder="原文"
            value={asked.quote}
            maxLength={300}
            onChange={({ target }) => setAsked({ ...asked, quote: target.value })}
          />
          <Input.TextArea
            aria-label="要问的内容"
            placeholder="要问的内容"
            value={asked.text}
            maxLength={1000}
            autoSize={{ minRows: 2 }}
            onChange={({ target }) => setAsked({ ...asked, text: target.value })}
          />
          <Button
            type="primary"
            disabled={asked.text.trim().length < 2}
            onClick={() =>
              void run(() => call(askQuery, { body: { archiveId: work.archiveId, ...asked } }), '已发给作者').then(
                (good) => good && setAsked({ place: '', quote: '', text: '' }),
              )
            }
          >
            发给作者
          </Button>
        </div>
      ) : null}
    </section>
  );
}
