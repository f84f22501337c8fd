import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, Button, Descriptions, Input, Modal, Skeleton, Timeline } from 'antd';
import { MODE_NAMES, TUTOR } from '../../../contract/tutor/tutor-limits.ts';
import { tutorMachine, type TutorStep } from '../../../contract/tutor/tutor.machine.ts';
import { tutorDetail, tutorEvent, type TutorDetail } from '../../../contract/tutor/tutor.ts';
import { eventLabel } from '../../../contract/state-machine.ts';
import { yuan } from '../../../contract/money.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { FeeOrderLine } from '../commerce/fee-order-line.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { useNarrow } from '../ui/use-device.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';

const WIDTH = 640;
const feeWords = (fen: number): string => (fen === 0 ? '免费' : `¥ ${yuan(fen)}`);

interface Props {
  readonly tutorId: number;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** One tutoring with thread and transition log; staff see the order of its fee and cancel it. */
export function TutorDrawer({ tutorId, onClose, onDone }: Props) {
  useRestoreFocus();
  const narrow = useNarrow();
  const { data, error, refetch } = useQuery({ ...queryOf(tutorDetail, { params: { tutorId } }), staleTime: 0 });
  const [event, setEvent] = useState<TutorStep | null>(null);
  const staff = data?.can.filter((name) => tutorMachine.events[name].label && 'permission' in tutorMachine.events[name]) ?? [];
  return (
    <Drawer
      open
      size={narrow ? '100%' : WIDTH}
      title={data ? `辅导 ${data.tutorNo}` : '辅导'}
      onClose={onClose}
      footer={
        staff.length > 0 ? (
          <div style={{ display: 'flex', gap: 8, justifyContent: 'flex-end' }}>
            {staff.map((name) => (
              <Button key={name} danger onClick={() => setEvent(name)}>
                {tutorMachine.events[name].label}
              </Button>
            ))}
          </div>
        ) : null
      }
    >
      {error && !data ? (
        <Alert type="error" showIcon title={errorMessage(error)} action={<Button onClick={() => void refetch()}>重试</Button>} />
      ) : data ? (
        <Shown one={data} />
      ) : (
        <Skeleton active />
      )}
      {event ? (
        <Arbitration
          event={event}
          tutorId={tutorId}
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

const PART = { fontSize: 16, marginBlock: '16px 8px' };

const long = (text: string) => <span style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</span>;

function Shown({ one }: { one: TutorDetail }) {
  const rows: readonly (readonly [string, React.ReactNode])[] = [
    ['状态', <StateTag key="state" machine={tutorMachine} state={one.status} />],
    ['主题', one.topic],
    ['申请人', one.applicantName],
    ['专家', one.professorName],
    ['时间', `${one.expectTime.slice(0, 16)}（${one.minutes} 分钟，${MODE_NAMES[one.mode]}）`],
    ['链接或地点', one.link],
    ['辅导费', feeWords(one.feeFen)],
    [
      '辅导费的订单',
      one.order || one.status === 'wait_pay' ? (
        <FeeOrderLine key="order" order={one.order} due={one.status === 'wait_pay'} kind="tutor" targetId={one.tutorId} />
      ) : (
        ''
      ),
    ],
    ['收款说明', one.payNote],
    ['应退', one.refundFen > 0 ? feeWords(one.refundFen) : ''],
    ['问题', long(one.question)],
    ['总结', one.summary ? long(one.summary) : ''],
    ['评价', one.rating ? `${one.rating} 星${one.ratingNote ? `：${one.ratingNote}` : ''}` : ''],
  ];
  const items = rows.filter(([, value]) => value !== '').map(([label, children]) => ({ key: label, label, children }));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the drawer scrolls, and nothing in it may take the focus
    <section aria-label="辅导的内容" tabIndex={0}>
      <Descriptions bordered size="small" column={1} items={items} />
      <h2 style={PART}>留言</h2>
      {one.thread.length === 0 ? <p className="soft">还没有留言</p> : null}
      {one.thread.map((row) => (
        <div key={row.messageId} style={{ marginBottom: 12 }}>
          <strong>{row.nickName}</strong> <span className="soft">{row.createTime.slice(0, 16)}</span>
          <div>{long(row.content)}</div>
        </div>
      ))}
      <h2 style={PART}>流转记录</h2>
      <Timeline
        items={one.log.map((step) => ({
          content: (
            <>
              <strong>{step.nickName}</strong> {step.event === 'apply' ? '申请' : eventLabel(tutorMachine, step.event)} →{' '}
              {tutorMachine.states[step.status].label}
              <div className="soft">{step.at}</div>
              {step.note ? <div>{long(step.note)}</div> : null}
            </>
          ),
        }))}
      />
    </section>
  );
}

function Arbitration({ event, tutorId, onClose, onDone }: Props & { readonly event: TutorStep }) {
  useRestoreFocus();
  const { message } = App.useApp();
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState('');
  const [busy, setBusy] = useState(false);
  const { label, ...rest } = tutorMachine.events[event];
  const least = 'reason' in rest ? rest.reason.min : 1;
  const send = async () => {
    setBusy(true);
    setWrong('');
    try {
      await call(tutorEvent, { params: { event, tutorId }, body: { text } });
      void message.success(`已${label}`);
      onDone();
      onClose();
    } catch (error) {
      setWrong(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={label}
      okText={label}
      cancelText="返回"
      okButtonProps={{ danger: true, disabled: [...text.trim()].length < least, loading: busy }}
      onOk={() => void send()}
      onCancel={onClose}
    >
      {'consequence' in rest ? <p>{rest.consequence}</p> : null}
      {wrong ? <Alert type="error" showIcon title={wrong} style={{ marginBottom: 12 }} /> : null}
      <label htmlFor="tutor-reason">理由（双方会看到，至少{least}个字）</label>
      <Input.TextArea
        id="tutor-reason"
        value={text}
        maxLength={TUTOR.reason}
        showCount
        autoSize={{ minRows: 3 }}
        onChange={(changed) => setText(changed.target.value)}
      />
    </Modal>
  );
}
