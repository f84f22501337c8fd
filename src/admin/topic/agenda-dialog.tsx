import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Modal, Skeleton } from 'antd';
import ArrowDownOutlined from '@ant-design/icons/ArrowDownOutlined';
import ArrowUpOutlined from '@ant-design/icons/ArrowUpOutlined';
import { setAgenda, waitingTopics, type SessionDetail } from '../../../contract/topic/topic-session.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';

interface Line {
  readonly topicId: number;
  readonly title: string;
  readonly note: string;
}

interface Props {
  readonly session: SessionDetail;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Chooses the topics of a session from those that wait, and their order. */
export function AgendaDialog({ session, onClose, onDone }: Props) {
  useRestoreFocus();
  const waiting = useQuery({ ...queryOf(waitingTopics, {}), staleTime: 0 });
  const [lines, setLines] = useState<readonly Line[]>(
    session.agenda.map(({ topicId, title, authorNames, declarerName }) => ({ topicId, title, note: `${authorNames}，申报 ${declarerName}` })),
  );
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');
  const move = (from: number, to: number) => {
    const next = [...lines];
    const [line] = next.splice(from, 1);
    if (line) next.splice(to, 0, line);
    setLines(next);
  };
  const rest = (waiting.data ?? [])
    .map(
      (one): Line => ({
        topicId: one.topicId,
        title: one.title,
        note: [
          one.authorNames,
          `申报 ${one.declarerName}`,
          one.deferred ? '缓议' : '',
          one.isMajor ? '重大选题' : '',
          `${one.since.slice(0, 10)}起待上会`,
        ]
          .filter(Boolean)
          .join('，'),
      }),
    )
    .filter(({ topicId }) => !lines.some((line) => line.topicId === topicId));
  const send = async () => {
    setBusy(true);
    setWrong('');
    try {
      await call(setAgenda, { params: { sessionId: session.sessionId }, body: { topicIds: lines.map(({ topicId }) => topicId) } });
      onDone();
      onClose();
    } catch (error) {
      setWrong(errorMessage(error));
      setBusy(false);
    }
  };
  return (
    <Modal open width={720} title="安排议程" okText="保存议程" cancelText="取消" confirmLoading={busy} onOk={() => void send()} onCancel={onClose}>
      {wrong ? <Alert type="error" showIcon title={wrong} style={{ marginBottom: 12 }} /> : null}
      <h3 className="agenda-part">议程 {lines.length}</h3>
      {lines.length === 0 ? <p className="soft">还没有议题，从下面选择。</p> : null}
      <ol className="agenda-lines">
        {lines.map((line, index) => (
          <li key={line.topicId}>
            <span className="grow">
              <strong className="work-title">{line.title}</strong> <span className="soft">{line.note}</span>
            </span>
            <Button
              size="small"
              icon={<ArrowUpOutlined />}
              aria-label={`上移${line.title}`}
              disabled={index === 0}
              onClick={() => move(index, index - 1)}
            />
            <Button
              size="small"
              icon={<ArrowDownOutlined />}
              aria-label={`下移${line.title}`}
              disabled={index === lines.length - 1}
              onClick={() => move(index, index + 1)}
            />
            <Button size="small" aria-label={`移出${line.title}`} onClick={() => setLines(lines.filter(({ topicId }) => topicId !== line.topicId))}>
              移出
            </Button>
          </li>
        ))}
      </ol>
      <h3 className="agenda-part">待上会的选题 {rest.length}</h3>
      {waiting.isError ? (
        <LoadFailed query={waiting} />
      ) : !waiting.data ? (
        <Skeleton active title={false} />
      ) : rest.length === 0 ? (
        <p className="soft">没有其他待上会的选题</p>
      ) : (
        <ul className="agenda-lines">
          {rest.map((line) => (
            <li key={line.topicId}>
              <span className="grow">
                <strong className="work-title">{line.title}</strong> <span className="soft">{line.note}</span>
              </span>
              <Button size="small" aria-label={`列入${line.title}`} onClick={() => setLines([...lines, line])}>
                列入
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  );
}
