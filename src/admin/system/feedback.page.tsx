import { useCallback, useMemo, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Image, Skeleton } from 'antd';
import { feedback, feedbackEvent, type Feedback, type FeedbackEvent } from '../../../contract/system/feedback.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import { useFeedbackPictures } from '../../feedback/use-feedback-pictures.ts';
import { AnswerDrawer } from '../crud/answer-drawer.tsx';
import { DictTag } from '../crud/field/dict-tag.tsx';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { useCan } from '../crud/use-resource.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { errorMessage } from '../ui/error-message.ts';

const REPLY_LEAST = 5;

/** #99: feedback from readers, and the answers. */
export function FeedbackPage() {
  const [opened, setOpened] = useState<Feedback | null>(null);
  const client = useQueryClient();
  const refresh = useCallback(() => void [feedback.list, feedback.get].forEach((one) => void client.invalidateQueries(allOf(one))), [client]);
  const feedbacks = useMemo(
    () =>
      resource(feedback, {
        columns: ['content', 'type', 'userName', 'contact', 'status', 'createTime'],
        search: ['content', 'type', 'status'],
        empty: '暂无反馈',
        widths: { content: 360, type: 100, status: 90 },
        cell: { userName: (row) => row.userName || <span className="soft">访客</span> },
        detail: ['content', 'type', 'status', 'userName', 'contact', 'reply', 'replyBy', 'replyTime', 'createTime'],
        rowActions: (row) => [{ key: 'open', label: row.status === 'new' || row.status === 'handling' ? '处理' : '查看', run: () => setOpened(row) }],
        opened: (feedbackId, onClose) => <AskedAnswer key={feedbackId} feedbackId={feedbackId} onClose={onClose} onDone={refresh} />,
        lost: () => '移入回收站，30 天内可以恢复。',
      }),
    [refresh],
  );
  return (
    <>
      <ResourcePage resource={feedbacks} />
      {opened ? <Answer row={opened} onClose={() => setOpened(null)} onDone={refresh} /> : null}
    </>
  );
}

interface AskedProps {
  readonly feedbackId: number;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** The feedback of the address, which may be on any page of the list. */
function AskedAnswer({ feedbackId, onClose, onDone }: AskedProps) {
  const found = useQuery({ ...queryOf(feedback.get, { params: { id: feedbackId } }), staleTime: 0 });
  if (found.data) return <Answer row={found.data} onClose={onClose} onDone={onDone} />;
  return (
    <Drawer open title="意见反馈" onClose={onClose}>
      {found.isError ? (
        <Alert type="error" title={errorMessage(found.error)} action={<Button onClick={() => void found.refetch()}>重试</Button>} />
      ) : (
        <Skeleton active />
      )}
    </Drawer>
  );
}

function Answer({ row: first, onClose, onDone }: { row: Feedback; onClose: () => void; onDone: () => void }) {
  const may = useCan();
  const { message } = App.useApp();
  const [row, setRow] = useState(first);
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');
  const pictures = useFeedbackPictures(row);
  const sendEvent = async (event: FeedbackEvent, done: string) => {
    setBusy(true);
    setWrong('');
    try {
      await call(feedbackEvent, { params: { event, feedbackId: row.feedbackId }, body: { text } });
      void message.success(done);
      onDone();
      if (event === 'handle') setRow({ ...row, status: 'handling' });
      else onClose();
    } catch (error) {
      setWrong(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  const staff = may('system:feedback:edit');
  const open = staff && (row.status === 'new' || row.status === 'handling');
  const count = [...text.trim()].length;
  const buttons =
    row.status === 'new' ? (
      <>
        <Button
          danger
          disabled={busy || count === 0}
          title={count === 0 ? '请先填写忽略的原因' : ''}
          onClick={() => void sendEvent('ignore', '已忽略，并把原因告诉提交人')}
        >
          忽略
        </Button>
        <Button type="primary" loading={busy} onClick={() => void sendEvent('handle', '已开始处理')}>
          开始处理
        </Button>
      </>
    ) : (
      <Button type="primary" loading={busy} disabled={count < REPLY_LEAST} onClick={() => void sendEvent('reply', '已回复')}>
        回复提交人
      </Button>
    );
  const below = row.status === 'new' ? '只有忽略时才需要填写' : `${count >= REPLY_LEAST ? '✓ ' : ''}${count} 字 / 至少 ${REPLY_LEAST} 字`;
  return (
    <AnswerDrawer
      title="意见反馈"
      wrong={wrong}
      onClose={onClose}
      items={[
        { key: 'status', label: '状态', children: <DictTag type="system_feedback_status" value={row.status} /> },
        { key: 'type', label: '类型', children: <DictTag type="system_feedback_type" value={row.type} /> },
        { key: 'who', label: '提交人', children: `${row.userName || '访客'}${row.contact ? ` · ${row.contact}` : ''}` },
        { key: 'when', label: '提交时间', children: row.createTime },
        { key: 'content', label: '内容', children: <span style={{ whiteSpace: 'pre-wrap' }}>{row.content}</span> },
        ...(row.images.length > 0
          ? [
              {
                key: 'images',
                label: '图片',
                children: row.images.map((src, index) => <Image key={src} src={pictures[String(index)] ?? ''} alt={`图片${index + 1}`} width={80} />),
              },
            ]
          : []),
        ...(row.reply ? [{ key: 'reply', label: '回复', children: `${row.reply}（${row.replyBy} ${row.replyTime.slice(0, 16)}）` }] : []),
      ]}
      answer={
        open
          ? {
              label: row.status === 'new' ? '忽略的原因' : '回复',
              text,
              onText: setText,
              max: 1000,
              rows: 4,
              below: <span className="soft">{below}</span>,
              buttons,
            }
          : null
      }
    />
  );
}
