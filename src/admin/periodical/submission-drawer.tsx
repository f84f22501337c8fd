import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Descriptions, InputNumber, Select, Skeleton } from 'antd';
import { Link } from 'react-router-dom';
import { deadlineText } from '../../../contract/deadline.ts';
import {
  assignEditor,
  setSimilarity,
  submissionDetail,
  waiveFee,
  withdrawJournalLetter,
  type SubmissionDetail,
} from '../../../contract/periodical/journal-submission.ts';
import { journalSubmissionMachine, type STAFF_SUBMISSION_EVENTS } from '../../../contract/periodical/journal-submission.machine.ts';
import { journal } from '../../../contract/periodical/journal.ts';
import { articlePath } from '../../../contract/periodical/periodical.site.ts';
import { FEE_NAMES } from '../../../contract/periodical/periodical-limits.ts';
import { yuan } from '../../../contract/money.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { FeeOrderLine } from '../commerce/fee-order-line.tsx';
import { LoadFailed } from '../crud/list-states.tsx';
import { EventButtons } from '../state-machine/event-buttons.tsx';
import { EventDialog } from '../state-machine/event-dialog.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { TransitionLog } from '../state-machine/transition-log.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { Labelled } from '../ui/labelled.tsx';
import { useNarrow } from '../ui/use-device.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import { ArticlePart } from './article-part.tsx';
import { NoticePart } from './notice-part.tsx';
import { ReviewPart } from './review-part.tsx';
import { SubmissionEventDialog } from './submission-event-dialog.tsx';
import { SubmissionFiles } from './submission-files.tsx';
import { useChange } from './use-change.ts';
import { Tabs } from '../ui/tabs.tsx';

type Event = (typeof STAFF_SUBMISSION_EVENTS)[number];

/** One submission: facts, reviews of all rounds, files with the blind check, copy-editing, letters, and the next step. */
export function SubmissionDrawer({ submissionId, onClose }: { submissionId: number; onClose: () => void }) {
  useRestoreFocus();
  const narrow = useNarrow();
  const [event, setEvent] = useState<Event | null>(null);
  const found = useQuery({ ...queryOf(submissionDetail, { params: { submissionId } }), staleTime: 0 });
  const { data: one } = found;
  return (
    <Drawer
      open
      size={narrow ? '100%' : 960}
      title={one ? `《${one.journalName}》${one.submissionNo}` : '来稿'}
      onClose={onClose}
      footer={
        one && one.can.length > 0 ? (
          <div className="submission-footer">
            {one.blocked.length > 0 && one.can.includes('passScreening') ? <span className="soft">送外审前：{one.blocked.join('；')}</span> : null}
            <EventButtons machine={journalSubmissionMachine} can={one.can} onPick={(picked) => setEvent(picked as Event)} />
          </div>
        ) : null
      }
    >
      {found.isError && !one ? <LoadFailed query={found} /> : one ? <Work one={one} /> : <Skeleton active title={false} paragraph={{ rows: 10 }} />}
      {event && one ? <SubmissionEventDialog one={one} event={event} onClose={() => setEvent(null)} /> : null}
    </Drawer>
  );
}

function Work({ one }: { one: SubmissionDetail }) {
  const editing = ['accepted', 'copyediting', 'scheduled', 'published'].includes(one.status);
  return (
    <div className="submission-work">
      <div className="submission-head">
        <h2>{one.title}</h2>
        <StateTag machine={journalSubmissionMachine} state={one.status} />
        <span className="soft">
          轮到{one.turnName} · 第 {one.days} 天{one.dueAt ? ` · 期限 ${deadlineText(one.dueAt)}` : ''}
        </span>
        {one.status === 'published' ? <Link to={articlePath(one.submissionId)}>看文章</Link> : null}
      </div>
      {one.appealText ? <Alert type="warning" showIcon title="作者申诉，须由另一位编辑处理" description={one.appealText} /> : null}
      {one.answerBy ? <p className="soft">{deadlineText(one.answerBy)} 前须答复作者（《著作权法》第三十五条）。</p> : null}
      <Tabs
        items={[
          { key: 'facts', label: '概况', children: <Facts one={one} /> },
          { key: 'reviews', label: `审稿 ${one.reviews.filter(({ status }) => status === 'done').length || ''}`, children: <ReviewPart one={one} /> },
          { key: 'files', label: '文件与匿名', children: <SubmissionFiles one={one} /> },
          ...(editing ? [{ key: 'article', label: '编校', children: <ArticlePart key={one.submissionId} one={one} /> }] : []),
          ...(one.status === 'published' ? [{ key: 'notices', label: '更正与声明', children: <NoticePart one={one} /> }] : []),
          { key: 'letters', label: '信件', children: <Letters one={one} /> },
          { key: 'log', label: '流转记录', children: <TransitionLog rows={one.log} /> },
        ]}
      />
    </div>
  );
}

function Facts({ one }: { one: SubmissionDetail }) {
  const over = one.similarityRate !== null && one.similarityRate > one.similarityLimit;
  return (
    <div className="submission-facts">
      <p className="submission-text">{one.abstract}</p>
      <Descriptions
        size="small"
        column={{ xs: 1, md: 2 }}
        items={[
          { key: 'keywords', label: '关键词', children: one.keywords.join('；') },
          { key: 'column', label: '栏目', children: one.columnName },
          { key: 'words', label: '字数', children: one.wordCount.toLocaleString('zh-CN') },
          { key: 'fund', label: '基金', children: one.fund || '—' },
          { key: 'submitted', label: '投稿', children: one.submittedAt.slice(0, 16) },
          { key: 'owner', label: '投稿人', children: one.ownerName },
          { key: 'conflict', label: '利益冲突', children: one.conflictText || '没有' },
          { key: 'cover', label: '给编辑的话', children: one.coverLetter || '—' },
          { key: 'issue', label: '刊期', children: one.issueLabel ? `${one.issueLabel} ${one.pages}` : '—' },
          { key: 'pay', label: '稿酬', children: one.payFen > 0 ? `¥${yuan(one.payFen)}` : '—' },
        ]}
      />
      <h3>作者</h3>
      <ul className="submission-people">
        {one.authors.map((author, index) => (
          <li key={`${author.name} ${index}`}>
            <strong>{author.name}</strong> {author.unit} <span className="soft">{author.mail}</span>
            {author.corresponding ? '（通讯作者）' : ''}
          </li>
        ))}
      </ul>
      <People title="作者推荐的审稿人" people={one.suggested} />
      <People title="作者请求回避" people={one.excluded} />
      <div className="submission-settings">
        <EditorSelect one={one} />
        <Similarity one={one} over={over} />
        <Fee one={one} />
      </div>
    </div>
  );
}

function People({ title, people }: { title: string; people: SubmissionDetail['suggested'] }) {
  if (people.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul className="submission-people">
        {people.map((person) => (
          <li key={`${person.name} ${person.mail}`}>
            <strong>{person.name}</strong> {person.unit} <span className="soft">{[person.mail, person.reason].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function EditorSelect({ one }: { one: SubmissionDetail }) {
  const change = useChange();
  const people = useQuery(queryOf(journal.get, { params: { id: one.journalId } }));
  const { chiefIds = [], editorIds = [], chiefNames = '', editorNames = '' } = people.data ?? {};
  const names = [...chiefNames.split('、'), ...editorNames.split('、')].filter(Boolean);
  return (
    <Labelled label="责任编辑">
      {(id) => (
        <Select
          id={id}
          value={one.editorId}
          placeholder="还没有指定"
          loading={people.isPending}
          options={[...chiefIds, ...editorIds].map((userId, index) => ({ value: userId, label: names[index] ?? String(userId) }))}
          style={{ width: 180 }}
          onChange={(editorId: number) =>
            void change(() => call(assignEditor, { params: { submissionId: one.submissionId }, body: { editorId } }), '已指定责任编辑')
          }
        />
      )}
    </Labelled>
  );
}

function Similarity({ one, over }: { one: SubmissionDetail; over: boolean }) {
  const change = useChange();
  const [rate, setRate] = useState(one.similarityRate);
  return (
    <Labelled label={`查重（上限 ${one.similarityLimit}%）`}>
      {(id) => (
        <span className="submission-inline">
          <InputNumber id={id} min={0} max={100} precision={2} value={rate} suffix="%" status={over ? 'error' : ''} onChange={setRate} />
          <Button
            disabled={rate === null || rate === one.similarityRate}
            onClick={() =>
              void change(() => call(setSimilarity, { params: { submissionId: one.submissionId }, body: { rate: rate ?? 0 } }), '查重结果已登记')
            }
          >
            登记
          </Button>
          {over ? <span className="late">超过上限</span> : null}
        </span>
      )}
    </Labelled>
  );
}

const WAIVE = { label: '减免版面费', reason: { min: 1, message: '' }, from: [], to: '' } as const;

/** The page fee with its order, which alone sets it to paid; a chief editor may waive it. */
function Fee({ one }: { one: SubmissionDetail }) {
  const change = useChange();
  const [waiving, setWaiving] = useState(false);
  if (one.feeStatus === 'none') return null;
  const { submissionId } = one;
  const due = one.feeStatus === 'due';
  return (
    <Labelled label={`版面费 ¥${yuan(one.feeFen)}`}>
      {(id) => (
        <span className="submission-inline" id={id}>
          {FEE_NAMES[one.feeStatus]}
          {one.feeNote ? <span className="soft">{one.feeNote}</span> : null}
          {one.feeOrder || due ? <FeeOrderLine order={one.feeOrder} due={due} kind="page_fee" targetId={submissionId} /> : null}
          {due && one.duty === 'chief' ? <Button onClick={() => setWaiving(true)}>减免</Button> : null}
          {waiving ? (
            <EventDialog
              event={WAIVE}
              name={`《${one.title}》`}
              reasonLabel="减免的原因"
              onClose={() => setWaiving(false)}
              onSend={async (note) => {
                await change(() => call(waiveFee, { params: { submissionId }, body: { note } }), '已减免');
              }}
            />
          ) : null}
        </span>
      )}
    </Labelled>
  );
}

function Letters({ one }: { one: SubmissionDetail }) {
  const change = useChange();
  if (one.letters.length === 0) return <p className="soft">还没有信件</p>;
  const states = { waiting: '十分钟内送达', sent: '已送达', withdrawn: '已撤回' } as const;
  return (
    <ul className="submission-letters">
      {one.letters.map((letter) => (
        <li key={letter.letterId}>
          <p>
            <strong>{letter.subject}</strong>{' '}
            <span className="soft">
              {states[letter.status]} {letter.sendAt.slice(0, 16)}
            </span>{' '}
            {letter.withdrawable ? (
              <Button
                size="small"
                danger
                onClick={() => void change(() => call(withdrawJournalLetter, { params: { letterId: letter.letterId } }), '信件和决定已撤回')}
              >
                撤回信件和决定
              </Button>
            ) : null}
          </p>
          <p className="submission-text">{letter.content}</p>
        </li>
      ))}
    </ul>
  );
}
