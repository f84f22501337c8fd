import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, Button, Input, Skeleton } from 'antd';
import { Link } from 'react-router-dom';
import { topicDetail, topicDocument, topicEvent, type TopicDetail } from '../../../contract/topic/topic.ts';
import { topicMachine, type TOPIC_EVENTS } from '../../../contract/topic/topic.machine.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { EventButtons } from '../state-machine/event-buttons.tsx';
import { EventDialog } from '../state-machine/event-dialog.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { TransitionLog } from '../state-machine/transition-log.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { useNarrow } from '../ui/use-device.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import { TopicFacts } from './topic-facts.tsx';

type OwnEvent = (typeof TOPIC_EVENTS)[number];

interface Props {
  readonly topicId: number;
  readonly onClose: () => void;
  readonly onDone: () => void;
  readonly onEdit: (row: TopicDetail['topic']) => void;
}

/** One topic: the form, its sessions and its log, with the steps that the user may take. */
export function TopicDrawer({ topicId, onClose, onDone, onEdit }: Props) {
  useRestoreFocus();
  const narrow = useNarrow();
  const { message } = App.useApp();
  const [event, setEvent] = useState<OwnEvent | null>(null);
  const { data, error, refetch } = useQuery({ ...queryOf(topicDetail, { params: { topicId } }), staleTime: 0 });
  const download = async () => {
    try {
      await receiveFile({ ...topicDocument, path: topicDocument.path.replace('{topicId}', String(topicId)) });
    } catch (failure) {
      void message.error(errorMessage(failure));
    }
  };
  return (
    <Drawer
      open
      size={narrow ? '100%' : 760}
      title={data ? `选题 ${data.topic.topicNo || '（草稿）'}` : '选题'}
      onClose={onClose}
      footer={
        data ? (
          <div className="topic-footer">
            <Link to={`/press/declarationForm/print/${topicId}`}>打印</Link>
            <Button type="link" onClick={() => void download()}>
              导出 docx
            </Button>
            <span className="grow" />
            {data.editable ? <Button onClick={() => onEdit(data.topic)}>修改</Button> : null}
            <EventButtons machine={topicMachine} can={data.can} onPick={(picked) => setEvent(picked as OwnEvent)} />
          </div>
        ) : null
      }
    >
      {error && !data ? (
        <Alert type="error" showIcon title={errorMessage(error)} action={<Button onClick={() => void refetch()}>重试</Button>} />
      ) : !data ? (
        <Skeleton active title={false} paragraph={{ rows: 10 }} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the drawer scrolls, and nothing in it may take the focus
        <section aria-label="选题的内容" tabIndex={0}>
          <div className="topic-head">
            <h2>{data.topic.title}</h2>
            <StateTag machine={topicMachine} state={data.topic.status as 'draft'} />
          </div>
          <Waiting detail={data} />
          <TopicFacts detail={data} />
          <h3>流转记录</h3>
          <TransitionLog rows={data.log} />
        </section>
      )}
      {event && data ? (
        <StepDialog
          event={event}
          detail={data}
          onClose={() => setEvent(null)}
          onDone={() => {
            void refetch();
            onDone();
          }}
        />
      ) : null}
    </Drawer>
  );
}

const NOTES: Readonly<Partial<Record<string, string>>> = {
  draft: '草稿只有写好提交后才进入论证。',
  submitted: '等编辑室主任审核。',
  section_passed: '等编务列入论证会议程。',
  scheduled: '已列入论证会议程，会后按纪要定结论。',
  deferred: '缓议的选题可以列入下一次论证会。',
};

/** Says what comes next, and what a returned form has to change. */
function Waiting({ detail }: { detail: TopicDetail }) {
  const { topic, log } = detail;
  if (topic.status === 'revise')
    return (
      <Alert
        type="warning"
        showIcon
        title="编辑室退回修改"
        description={log.findLast(({ event }) => event === '退回修改')?.note ?? ''}
        className="topic-note"
      />
    );
  if (topic.status === 'approved' && topic.isMajor === '1' && topic.recordNo === '')
    return <Alert type="warning" showIcon title="重大选题：取得备案号后稿件才能终审通过" className="topic-note" />;
  const note = NOTES[topic.status];
  return note ? <p className="soft topic-note">{note}</p> : null;
}

function StepDialog({ event, detail, onClose, onDone }: { event: OwnEvent; detail: TopicDetail; onClose: () => void; onDone: () => void }) {
  const { message } = App.useApp();
  const [recordNo, setRecordNo] = useState(detail.topic.recordNo);
  const { topicId, title } = detail.topic;
  const record = event === 'record';
  return (
    <EventDialog
      event={topicMachine.events[event]}
      name={`《${title}》`}
      {...(event === 'sectionPass' ? { reasonLabel: '意见（可不填）' } : {})}
      ready={!record || recordNo.trim() !== ''}
      onClose={onClose}
      onSend={async (reason) => {
        await call(topicEvent, { params: { event, topicId }, body: { reason, recordNo: record ? recordNo : null } });
        void message.success(`已${topicMachine.events[event].label}`);
        onDone();
      }}
    >
      {record ? (
        <div>
          <label htmlFor="topic-record">备案号</label>
          <Input id="topic-record" value={recordNo} maxLength={40} onChange={({ target }) => setRecordNo(target.value)} />
        </div>
      ) : null}
    </EventDialog>
  );
}
