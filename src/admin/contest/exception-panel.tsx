import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { Alert, App, Button, Input, Modal } from 'antd';
import type { ContestBoard } from '../../../contract/contest/contest.ts';
import {
  decideException,
  EXCEPTION_KIND_NAMES,
  EXCEPTION_STATE_NAMES,
  type ContestException,
  exceptionList,
  type ExceptionKind,
  proposeException,
} from '../../../contract/contest/contest-exception.ts';
import { CONTEST } from '../../../contract/contest/contest-limits.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryClient, queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useOpenRow } from '../crud/use-open-row.ts';
import { useCan } from '../crud/use-resource.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';

interface Props {
  readonly board: ContestBoard;
  readonly onDone: () => Promise<void>;
}

/** Exceptions from the announced end and from the quotas: one person proposes, another decides. */
export function ExceptionPanel({ board, onDone }: Props) {
  const may = useCan();
  const [asking, setAsking] = useState(false);
  const [chosen, setChosen] = useState<ContestException | null>(null);
  const asked = useOpenRow();
  const [search] = useSearchParams();
  const list = useQuery({ ...queryOf(exceptionList, { query: { contestId: board.contestId, pageNum: 1, pageSize: 100 } }), staleTime: 0 });
  const rows = list.data?.rows ?? [];
  const acts = may('contest:contest:announce') && !board.entered;
  const early = acts && board.status === 'publicity' && !board.can.includes('finish');
  const linked = acts && search.get('kind') === 'exception' ? rows.find((one) => one.exceptionId === asked.id && one.mayDecide) : undefined;
  const deciding = chosen ?? linked;
  const close = () => {
    setChosen(null);
    if (linked) asked.close();
  };
  if (!early && rows.length === 0 && !list.isError) return null;
  return (
    <section className="admin-card contest-box" aria-label="例外">
      <div className="contest-round-head">
        <h2>例外</h2>
        <span className="soft">由一人填写理由申请，另一人确认后生效。</span>
        <span className="grow" />
        {early ? <Button onClick={() => setAsking(true)}>申请提前结束公示</Button> : null}
      </div>
      {list.isError && !list.data ? <LoadFailed query={list} /> : null}
      <ul className="contest-scores">
        {rows.map((one) => (
          <li key={one.exceptionId}>
            <div className="contest-file-line">
              <strong>{EXCEPTION_KIND_NAMES[one.kind]}</strong>
              <span className="soft">
                {one.proposedByName} {one.createTime.slice(0, 16)}
              </span>
              <span className={one.status === 'waiting' ? 'late' : 'soft'}>{EXCEPTION_STATE_NAMES[one.status]}</span>
              <span className="grow" />
              {acts && one.mayDecide ? <Button onClick={() => setChosen(one)}>确认或驳回</Button> : null}
            </div>
            <Reason one={one} />
            {one.decidedByName ? (
              <p className="soft">
                {one.decidedByName} {one.decidedAt.slice(0, 16)}
                {one.decidedNote ? `：${one.decidedNote}` : ''}
              </p>
            ) : null}
          </li>
        ))}
      </ul>
      {asking ? (
        <ExceptionDialog contestId={board.contestId} kind="early_finish" awards={[]} onClose={() => setAsking(false)} onDone={onDone} />
      ) : null}
      {deciding ? <DecideDialog one={deciding} onClose={close} onDone={onDone} /> : null}
    </section>
  );
}

const Reason = ({ one }: { one: ContestException }) => (
  <>
    <p>{one.reason}</p>
    {one.awards.length > 0 ? (
      <ul className="contest-exception-awards">
        {[...new Set(one.awards.map(({ awardName }) => awardName))].map((award) => {
          const works = one.awards.filter(({ awardName }) => awardName === award);
          return (
            <li key={award}>
              {award || '不授奖'} {works.length} 件：{works.map(({ title }) => `《${title}》`).join('')}
            </li>
          );
        })}
      </ul>
    ) : null}
  </>
);

const refresh = (): Promise<void> => queryClient.invalidateQueries(allOf(exceptionList));

interface DialogProps {
  readonly contestId: number;
  readonly kind: ExceptionKind;
  readonly awards: { submitId: number; awardName: string }[];
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}

const CONSEQUENCE: Readonly<Record<ExceptionKind, string>> = {
  early_finish: '另一人确认后立即结束公示：授奖并生成证书。',
  over_quota: '另一人确认后，按现在选的奖项写入，不再受名额限制。',
};

export function ExceptionDialog({ contestId, kind, awards, onClose, onDone }: DialogProps) {
  useRestoreFocus();
  const { message } = App.useApp();
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');
  const send = async () => {
    setBusy(true);
    setWrong('');
    try {
      await call(proposeException, { body: { contestId, kind, awards, reason: reason.trim() } });
      void message.success('已提交，等另一人确认');
      await Promise.all([refresh(), onDone()]);
      onClose();
    } catch (error) {
      setWrong(errorMessage(error));
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`申请${EXCEPTION_KIND_NAMES[kind]}`}
      okText="提交申请"
      cancelText="取消"
      confirmLoading={busy}
      okButtonProps={{ disabled: [...reason.trim()].length < CONTEST.minutes.min }}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <p>
        {kind === 'over_quota' && awards.length === 0 ? '另一人确认后，按名次授奖，并列的都授予，不再受名额限制；然后再公示。' : CONSEQUENCE[kind]}
      </p>
      {wrong ? <Alert type="error" showIcon title={wrong} /> : null}
      <div className="contest-field">
        <label htmlFor="exception-reason">理由（至少{CONTEST.minutes.min}个字，写入操作记录）</label>
        <Input.TextArea
          id="exception-reason"
          value={reason}
          maxLength={CONTEST.reason}
          autoSize={{ minRows: 3, maxRows: 8 }}
          onChange={({ target }) => setReason(target.value)}
        />
      </div>
    </Modal>
  );
}

function DecideDialog({ one, onClose, onDone }: { one: ContestException; onClose: () => void; onDone: () => Promise<void> }) {
  useRestoreFocus();
  const { message } = App.useApp();
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');
  const decide = async (status: 'confirmed' | 'rejected') => {
    setBusy(true);
    setWrong('');
    try {
      await call(decideException, { params: { exceptionId: one.exceptionId }, body: { status, note: note.trim() } });
      void message.success(status === 'confirmed' ? '已确认' : '已驳回');
      await Promise.all([refresh(), onDone()]);
      onClose();
    } catch (error) {
      setWrong(errorMessage(error));
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`${EXCEPTION_KIND_NAMES[one.kind]}：确认或驳回`}
      onCancel={onClose}
      footer={[
        <Button key="reject" loading={busy} onClick={() => void decide('rejected')}>
          驳回
        </Button>,
        <Button key="confirm" type="primary" loading={busy} onClick={() => void decide('confirmed')}>
          确认
        </Button>,
      ]}
    >
      <p>
        {one.proposedByName}申请。{one.kind === 'over_quota' ? '确认后按下面的名单授奖，不再受名额限制。' : CONSEQUENCE[one.kind]}
      </p>
      <Reason one={one} />
      {wrong ? <Alert type="error" showIcon title={wrong} /> : null}
      <div className="contest-field">
        <label htmlFor="exception-note">说明（可不填）</label>
        <Input.TextArea
          id="exception-note"
          value={note}
          maxLength={CONTEST.reason}
          autoSize={{ minRows: 2, maxRows: 6 }}
          onChange={({ target }) => setNote(target.value)}
        />
      </div>
    </Modal>
  );
}
