import { useId, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Checkbox, Select, Skeleton } from 'antd';
import { manuscriptDetail } from '../../../contract/manuscript/manuscript.ts';
import { LEVEL_NAMES, reviewMachine, type REVIEW_EVENTS } from '../../../contract/review/review.machine.ts';
import { reviewDetail, reviewers, reviewEvent, type ReviewDetail } from '../../../contract/review/review.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { MANUSCRIPT, REVIEWER_FILE_ROLES } from '../../../contract/manuscript/manuscript-limits.ts';
import { DecisionLetters } from '../manuscript/decision-letters.tsx';
import { FileList } from '../manuscript/file-list.tsx';
import { ManuscriptHead } from '../manuscript/manuscript-head.tsx';
import { RevisionList } from '../manuscript/revision-list.tsx';
import { VersionList } from '../manuscript/version-list.tsx';
import { EventButtons } from '../state-machine/event-buttons.tsx';
import { EventDialog, type Letter } from '../state-machine/event-dialog.tsx';
import { TransitionLog } from '../state-machine/transition-log.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { useNarrow } from '../ui/use-device.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import { ManuscriptReading } from './manuscript-reading.tsx';
import { ReportForm, ReportView } from './review-report.tsx';
import { Tabs } from '../ui/tabs.tsx';

type Event = (typeof REVIEW_EVENTS)[number];

/** One review task: the manuscript to read, the report, the earlier levels, and the decision. */
export function ReviewDrawer({ auditId, onClose }: { auditId: number; onClose: () => void }) {
  useRestoreFocus();
  const narrow = useNarrow();
  const [event, setEvent] = useState<Event | null>(null);
  const found = useQuery({ ...queryOf(reviewDetail, { params: { auditId } }), staleTime: 0 });
  const { data: one } = found;
  return (
    <Drawer
      open
      size={narrow ? '100%' : 960}
      title={one ? `${LEVEL_NAMES[one.level]} · 第${one.round}轮` : '审稿任务'}
      onClose={onClose}
      footer={
        one && one.can.length > 0 ? <EventButtons machine={reviewMachine} can={one.can} onPick={(picked) => setEvent(picked as Event)} /> : null
      }
    >
      {found.isError && !one ? <LoadFailed query={found} /> : one ? <Work one={one} /> : <Skeleton active title={false} paragraph={{ rows: 8 }} />}
      {event && one ? <ReviewEventDialog one={one} event={event} onClose={() => setEvent(null)} /> : null}
    </Drawer>
  );
}

function Work({ one }: { one: ReviewDetail }) {
  const manuscript = useQuery({ ...queryOf(manuscriptDetail, { params: { archiveId: one.archiveId } }), staleTime: 0 });
  const writes = one.can.includes('submitAdopt');
  return (
    <div className="manuscript">
      {manuscript.data ? (
        <>
          <ManuscriptHead one={manuscript.data} level={2} />
          <DecisionLetters one={manuscript.data} waiting />
        </>
      ) : manuscript.isError ? (
        <LoadFailed query={manuscript} />
      ) : (
        <Skeleton active title={false} />
      )}
      <Tabs
        items={[
          {
            key: 'report',
            label: '审读报告',
            children: (
              <>
                <RevisionList archiveId={one.archiveId} />
                {one.before.map((level) => (
                  <ReportView
                    key={level.auditId}
                    title={`${LEVEL_NAMES[level.level]} ${level.auditorName}`}
                    report={level.report}
                    at={level.finishedAt}
                    auditId={level.auditId}
                  />
                ))}
                {writes ? (
                  <ReportForm key={`${one.auditId} ${one.status}`} one={one} />
                ) : one.report.opinion ? (
                  <ReportView title={`${LEVEL_NAMES[one.level]} ${one.auditorName}`} report={one.report} at="" auditId={one.auditId} />
                ) : (
                  <p className="soft">{one.status === 'assigned' ? '接收任务后填写审读报告。' : '还没有审读报告。'}</p>
                )}
              </>
            ),
          },
          { key: 'text', label: '正文', children: <ManuscriptReading archiveId={one.archiveId} /> },
          { key: 'versions', label: '版本', children: <VersionList archiveId={one.archiveId} writable={writes} /> },
          { key: 'files', label: '文件', children: <FileList archiveId={one.archiveId} writable={writes} roles={REVIEWER_FILE_ROLES} /> },
          { key: 'log', label: '流转记录', children: <TransitionLog rows={one.log} /> },
        ]}
      />
    </div>
  );
}

const LETTERS: Readonly<Partial<Record<Event, (title: string, reason: string) => Letter>>> = {
  submitRevise: (title, reason) => ({
    subject: `请修改《${title}》`,
    content: `您好：\n\n《${title}》经审读需要修改，意见如下：\n\n${reason}\n\n请在${MANUSCRIPT.revisionDays}天内修回。`,
  }),
  submitReject: (title, reason) => ({
    subject: `《${title}》未能采用`,
    content: `您好：\n\n感谢您把《${title}》交给我们。经审读，未能采用，意见如下：\n\n${reason}`,
  }),
};

function ReviewEventDialog({ one, event, onClose }: { one: ReviewDetail; event: Event; onClose: () => void }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const title = useQuery(queryOf(manuscriptDetail, { params: { archiveId: one.archiveId } })).data?.title ?? '';
  const [auditorId, setAuditorId] = useState<number | null>(null);
  const [readWhole, setReadWhole] = useState(false);
  const assigns = event === 'assign' || event === 'transfer';
  const letter = LETTERS[event];
  const send = async (reason: string, written: Letter | null | undefined) => {
    await call(reviewEvent, {
      params: { event, auditId: one.auditId },
      body: { reason, readWhole, ...(assigns ? { auditorId } : {}), ...(written === undefined ? {} : { letter: written }) },
    });
    void message.success(`已${reviewMachine.events[event].label}`);
    await client.invalidateQueries();
  };
  return (
    <EventDialog
      event={reviewMachine.events[event]}
      name={`《${title}》`}
      {...(event.startsWith('submit') ? { reasonLabel: event === 'submitAdopt' ? '审读结论' : '给作者的意见' } : {})}
      {...(letter ? { letter: (reason: string) => letter(title, reason) } : {})}
      ready={!assigns || auditorId !== null}
      onSend={send}
      onClose={onClose}
    >
      {assigns ? <ReviewerSelect auditId={one.auditId} value={auditorId} onChange={setAuditorId} /> : null}
      {event === 'submitAdopt' && one.level === 'last' && one.differ ? (
        <Checkbox checked={readWhole} onChange={({ target }) => setReadWhole(target.checked)}>
          初审与复审意见不一致，我已通读全稿
        </Checkbox>
      ) : null}
    </EventDialog>
  );
}

function ReviewerSelect({ auditId, value, onChange }: { auditId: number; value: number | null; onChange: (userId: number) => void }) {
  const id = useId();
  const people = useQuery(queryOf(reviewers, { params: { auditId } }));
  return (
    <div>
      <label htmlFor={`${id}-field1`}>审稿人</label>
      <Select
        id={`${id}-field1`}
        value={value}
        placeholder="请选择审稿人"
        loading={people.isPending}
        showSearch={{ optionFilterProp: 'label' }}
        notFoundContent={people.isError ? '加载失败，请关闭后重试' : '没有可指派的人，请先在出版岗位人员里添加'}
        options={(people.data ?? []).map((one) => ({
          value: one.userId,
          label: `${one.nickName}（${one.qualification}，在手 ${one.load}${one.declined ? '，谢绝过这件' : ''}）${one.blocked ? `：${one.blocked}` : ''}`,
          disabled: one.blocked !== '',
        }))}
        style={{ width: '100%' }}
        onChange={onChange}
      />
    </div>
  );
}
