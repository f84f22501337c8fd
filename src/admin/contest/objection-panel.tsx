import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { Alert, App, Button, Input, Modal, Radio } from 'antd';
import type { ContestBoard } from '../../../contract/contest/contest.ts';
import { answerObjection, objectionList, type StaffObjection } from '../../../contract/contest/contest-publicity.ts';
import { CONTEST, OBJECTION_STATE_NAMES } from '../../../contract/contest/contest-limits.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useOpenRow } from '../crud/use-open-row.ts';
import { useCan } from '../crud/use-resource.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';

interface Props {
  readonly board: ContestBoard;
  readonly onDone: () => Promise<void>;
}

/** Objections with their answers; the contest cannot end while one is open. */
export function ObjectionPanel({ board, onDone }: Props) {
  const may = useCan();
  const asked = useOpenRow();
  const [search] = useSearchParams();
  const [chosen, setChosen] = useState<StaffObjection | null>(null);
  const list = useQuery({ ...queryOf(objectionList, { query: { contestId: board.contestId, pageNum: 1, pageSize: 100 } }), staleTime: 0 });
  const rows = list.data?.rows ?? [];
  const answers = may('contest:contest:announce') && !board.entered;
  const open =
    chosen ?? (answers && search.get('kind') !== 'exception' ? rows.find((one) => one.objectionId === asked.id && one.status === 'open') : undefined);
  const close = () => {
    setChosen(null);
    if (asked.id !== null) asked.close();
  };
  return (
    <section className="admin-card contest-box" aria-label="异议">
      <h2 className="contest-heading">异议</h2>
      {list.isError && !list.data ? <LoadFailed query={list} /> : null}
      {list.data && rows.length === 0 ? <p className="soft">没有异议。</p> : null}
      <ul className="contest-scores">
        {rows.map((one) => (
          <li key={one.objectionId}>
            <div className="contest-file-line">
              <strong>{one.raisedBy}</strong>
              <span className="soft">{one.createTime.slice(0, 16)}</span>
              <span className={one.status === 'open' ? 'late' : 'soft'}>{OBJECTION_STATE_NAMES[one.status]}</span>
              <span className="grow" />
              {one.status === 'open' && answers ? <Button onClick={() => setChosen(one)}>处理</Button> : null}
            </div>
            <p>
              {one.title ? `关于《${one.title}》（${one.submitNo}）：` : ''}
              {one.content}
            </p>
            {one.contact ? <p className="soft">联系：{one.contact}</p> : null}
            {one.reply ? <p className="soft">答复：{one.reply}</p> : null}
          </li>
        ))}
      </ul>
      {open ? (
        <AnswerDialog
          objection={open}
          onClose={close}
          onDone={async () => {
            await Promise.all([list.refetch(), onDone()]);
          }}
        />
      ) : null}
    </section>
  );
}

function AnswerDialog({ objection, onClose, onDone }: { objection: StaffObjection; onClose: () => void; onDone: () => Promise<void> }) {
  useRestoreFocus();
  const { message } = App.useApp();
  const [status, setStatus] = useState<'upheld' | 'dismissed'>('dismissed');
  const [reply, setReply] = useState('');
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');
  const send = async () => {
    setBusy(true);
    setWrong('');
    try {
      await call(answerObjection, { params: { objectionId: objection.objectionId }, body: { status, reply: reply.trim() } });
      void message.success('已答复');
      await onDone();
      onClose();
    } catch (error) {
      setWrong(errorMessage(error));
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title="处理异议"
      okText="答复"
      cancelText="取消"
      confirmLoading={busy}
      okButtonProps={{ disabled: [...reply.trim()].length < 10 }}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <p>{objection.content}</p>
      {wrong ? <Alert type="error" showIcon title={wrong} /> : null}
      <Radio.Group
        value={status}
        options={[
          { value: 'dismissed', label: '不成立' },
          { value: 'upheld', label: '成立' },
        ]}
        onChange={({ target }) => setStatus(target.value as 'upheld' | 'dismissed')}
      />
      {status === 'upheld' && objection.submitId ? <p className="soft">成立后请到“作品”里取消这件作品的资格，后面的名次会自动递补。</p> : null}
      <div className="contest-field">
        <label htmlFor="objection-reply">答复（至少10个字，提出人会收到）</label>
        <Input.TextArea
          id="objection-reply"
          value={reply}
          maxLength={CONTEST.objection.max}
          autoSize={{ minRows: 3, maxRows: 8 }}
          onChange={({ target }) => setReply(target.value)}
        />
      </div>
    </Modal>
  );
}
