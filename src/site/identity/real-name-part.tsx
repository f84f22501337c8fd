import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ID_TYPE_NAMES } from '../../../contract/system/identity-number.ts';
import { answerRealName, ownIdentityNumber, ownRealName } from '../../../contract/system/real-name.ts';
import { call } from '../../api/call.ts';
import { queryClient, queryOf } from '../../api/query-client.ts';
import { confirm, toast } from '../frame/dialogs.ts';
import { RealNameSheet } from './real-name-sheet.tsx';
import './message.css';

const question = { ...queryOf(ownRealName, {}), staleTime: 0 };
const refresh = () => queryClient.invalidateQueries({ queryKey: question.queryKey });

/** 实名认证: needed to sign an agreement and to be paid. Shows the check that holds, the one that waits, and why the last one failed. */
export function RealNamePart() {
  const { data } = useQuery(question);
  const [opened, setOpened] = useState(false);
  const [number, setNumber] = useState('');
  const onError = (failure: Error): void => void toast(failure.message);
  const answer = useMutation({
    mutationFn: ({ event, checkId }: { event: 'withdraw' | 'remove'; checkId: number }) => call(answerRealName, { params: { event, checkId } }),
    onSuccess: (_done, { event }) => (setNumber(''), void toast(event === 'withdraw' ? '已撤回' : '已删除实名信息')),
    onError,
    onSettled: refresh,
  });
  const show = useMutation({
    mutationFn: (checkId: number) => call(ownIdentityNumber, { params: { checkId } }),
    onSuccess: ({ idNumber }) => setNumber(idNumber),
    onError,
  });
  if (!data) return null;
  const { checks, status } = data;
  const held = checks.find((one) => one.status === 'verified');
  const waiting = checks.find((one) => one.status === 'pending');
  const [last] = checks;
  const remove = async (checkId: number): Promise<void> => {
    const words = '姓名、证件号码和材料马上删除。之后签署协议、收款前须重新认证；已签署的协议不受影响。';
    if (await confirm('删除实名信息', words, '删除')) answer.mutate({ event: 'remove', checkId });
  };
  return (
    <section className="profile-part" aria-labelledby="real-name">
      <h2 id="real-name">实名认证</h2>
      {held ? (
        <div className="apply-mode">
          <div>
            <b>{held.realName}</b>
            <p className="meta">
              {ID_TYPE_NAMES[held.idType]} {number || held.idCardNo} · 已实名
            </p>
          </div>
          <button
            type="button"
            className="button button-line"
            disabled={show.isPending}
            onClick={() => (number ? setNumber('') : show.mutate(held.checkId))}
          >
            {number ? '隐藏号码' : '显示号码'}
          </button>
          <button type="button" className="button button-line" disabled={answer.isPending} onClick={() => void remove(held.checkId)}>
            删除
          </button>
        </div>
      ) : null}
      {waiting ? (
        <div className="apply-mode">
          <div>
            <b>{waiting.realName}</b>
            <p className="meta">
              {ID_TYPE_NAMES[waiting.idType]} {waiting.idCardNo} · 待核实 · {waiting.createTime.slice(0, 10)}
            </p>
          </div>
          <button
            type="button"
            className="button button-line"
            disabled={answer.isPending}
            onClick={() => answer.mutate({ event: 'withdraw', checkId: waiting.checkId })}
          >
            撤回
          </button>
        </div>
      ) : (
        <div className="apply-mode">
          <div>
            <b>{held ? '更换姓名或证件' : '还没有认证'}</b>
            <p className="meta">
              {status === 'failed' && last?.reason ? `未通过：${last.reason}` : held ? '核实通过后代替现在的信息' : '签署协议、领取稿酬前需要'}
            </p>
          </div>
          <button type="button" className={held ? 'button button-line' : 'button button-fill'} onClick={() => setOpened(true)}>
            {held ? '更换' : '去认证'}
          </button>
        </div>
      )}
      {opened ? <RealNameSheet close={() => setOpened(false)} done={refresh} /> : null}
    </section>
  );
}
