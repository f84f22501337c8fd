import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Progress, Skeleton, Tag } from 'antd';
import { compositionMachine } from '../../../contract/composition/composition.machine.ts';
import { compositionEvent } from '../../../contract/composition/composition.ts';
import {
  correctionCheck,
  tickCorrection,
  writeCorrections,
  type CorrectionCheck as Check,
  type CorrectionLine,
} from '../../../contract/proof/correction-check.ts';
import { workFiles } from '../../../contract/manuscript/work-files.ts';
import { placeWords } from '../../../contract/proof/mark-time.ts';
import { MARK_SOURCE_NAMES } from '../../../contract/proof/proof.machine.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useEditCall } from '../manuscript/use-edit-call.ts';
import { EventDialog } from '../state-machine/event-dialog.tsx';
import './correction-check.css';

/** The adopted marks of a work, to be ticked off in the text and on the newest proof. */
export function CorrectionCheck({ archiveId, title }: { archiveId: number; title: string }) {
  const found = useQuery({ ...queryOf(correctionCheck, { params: { archiveId } }), staleTime: 0 });
  const { data: check } = found;
  if (found.isError && !check) return <LoadFailed query={found} />;
  if (!check) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  if (check.lines.length === 0) return <p className="soft">还没有采纳的改动。核红时采纳的记号会列在这里，改好以后逐条打勾。</p>;
  return <Lines archiveId={archiveId} title={title} check={check} />;
}

const proofName = ({ kind }: Pick<Check, 'kind'>): string => workFiles(kind).making.proof;
const isOpen = (line: CorrectionLine, { hasText, hasProof }: Check): boolean =>
  (hasText && line.appliedVersion === null) || (hasProof && line.checkedProofNo === null);

function Lines({ archiveId, title, check }: { archiveId: number; title: string; check: Check }) {
  const run = useEditCall();
  const [onlyOpen, setOnlyOpen] = useState(true);
  const [busy, setBusy] = useState(false);
  const [returns, setReturns] = useState(false);
  const open = check.lines.filter((line) => isOpen(line, check));
  const unwritten = check.hasText ? check.lines.filter(({ appliedVersion }) => appliedVersion === null) : [];
  const due = check.hasProof ? check.lines.filter(({ checkedProofNo, proofIsNewer }) => proofIsNewer && checkedProofNo === null) : [];
  const shown = onlyOpen && open.length > 0 ? open : check.lines;
  const write = async () => {
    setBusy(true);
    await run(async () => {
      const { done } = await call(writeCorrections, { params: { archiveId } });
      if (done === 0) throw new Error('没有一处能自动改入，原因写在各条下面；请在正文里改好，再逐条打勾');
    }, '已改入正文');
    setBusy(false);
  };
  return (
    <section className="correction-check" aria-label="改正核对">
      <div className="correction-check-head">
        <span>
          已核对 {check.lines.length - open.length} / {check.lines.length} 处
        </span>
        <Progress percent={Math.round(((check.lines.length - open.length) / check.lines.length) * 100)} size="small" aria-label="改正核对的进度" />
        {open.length > 0 && open.length < check.lines.length ? (
          <Checkbox checked={onlyOpen} onChange={({ target }) => setOnlyOpen(target.checked)}>
            只看未核对的
          </Checkbox>
        ) : null}
      </div>
      {open.length > 0 ? <Alert type="warning" showIcon title={stateWords(check, unwritten, due.length)} /> : null}
      <ol className="correction-lines">
        {shown.map((line) => (
          <Line key={line.markId} line={line} check={check} />
        ))}
      </ol>
      <div className="correction-acts">
        {check.checks && unwritten.length > 0 ? (
          <Button loading={busy} onClick={() => void write()}>
            把 {unwritten.length} 处改入正文
          </Button>
        ) : null}
        {check.returns ? (
          <Button danger onClick={() => setReturns(true)}>
            退回改样（{due.length} 处未改）
          </Button>
        ) : null}
      </div>
      {returns && check.compositionId !== null ? (
        <EventDialog
          event={compositionMachine.events.recorrect}
          name={`《${title}》的第 ${check.proofNo} 次${proofName(check)}`}
          onSend={async (reason) => {
            await call(compositionEvent, { params: { event: 'recorrect', compositionId: check.compositionId ?? 0 }, body: { reason } });
            await run(() => Promise.resolve(), '已退回改样');
          }}
          onClose={() => setReturns(false)}
        />
      ) : null}
    </section>
  );
}

function stateWords(check: Check, unwritten: readonly CorrectionLine[], due: number): string {
  const failed = unwritten.filter(({ textReason }) => textReason !== '').length;
  const words = [
    ...(failed > 0 ? [`${failed} 处不能自动改入正文，请改好正文再打勾，否则不能生成电子版和上架。`] : []),
    ...(unwritten.length > failed ? [`${unwritten.length - failed} 处还没有改入正文：核红通过时自动改入，也可以现在改入。`] : []),
    ...(due > 0 ? [`${due} 处没有在第 ${check.proofNo} 次${proofName(check)}上核对，核对完才能核红和付印。`] : []),
  ];
  return words.length > 0 ? words.join('') : `等${workFiles(check.kind).making.work}人员改样，出了新${proofName(check)}再逐条核对。`;
}

function Line({ line, check }: { line: CorrectionLine; check: Check }) {
  const { wrong, right, note, context } = line;
  const name = right ? `“${wrong || context}”改为“${right}”` : wrong ? `“${wrong}”` : note;
  return (
    <li>
      <p className="correction-words">
        {context ? <span className="soft">{context}</span> : null}
        {wrong ? <del>{wrong}</del> : null}
        {wrong && right ? ' → ' : ''}
        {right ? <ins>{right}</ins> : null}
        {wrong || right ? null : note}
      </p>
      <p className="soft correction-about">
        {workFiles(check.kind).stages[line.stage]} · {placeWords(check.kind, line)}
        {line.source === 'proofreader' ? '' : ` · ${MARK_SOURCE_NAMES[line.source]}`}
        {line.fateByName ? ` · ${line.fateByName}采纳` : ''}
        {note && (wrong || right) ? ` · ${note}` : ''}
      </p>
      <div className="correction-ticks">
        {check.hasText ? <TextTick line={line} checks={check.checks} name={name} /> : null}
        {check.hasProof ? <ProofTick line={line} check={check} name={name} /> : null}
      </div>
    </li>
  );
}

function TextTick({ line, checks, name }: { line: CorrectionLine; checks: boolean; name: string }) {
  const run = useEditCall();
  const { markId, appliedVersion, textByName, textReason } = line;
  const tick = (done: boolean) =>
    void run(() => call(tickCorrection, { params: { markId }, body: { place: 'text', done } }), done ? '已记：正文已改' : '已撤去这处核对');
  // What the server wrote needs no person.
  if (appliedVersion !== null && textByName === '') return <Tag color="success">正文第{appliedVersion}版已改</Tag>;
  const label = appliedVersion === null ? '正文已改' : `正文已改（${textByName}）`;
  return (
    <span className="correction-tick">
      {checks ? (
        <Checkbox checked={appliedVersion !== null} aria-label={`${name}：${label}`} onChange={({ target }) => tick(target.checked)}>
          {label}
        </Checkbox>
      ) : (
        <Tag color={appliedVersion === null ? 'warning' : 'success'}>{appliedVersion === null ? '正文未改' : label}</Tag>
      )}
      {appliedVersion === null && textReason ? <span className="late">{textReason}</span> : null}
    </span>
  );
}

function ProofTick({ line, check, name }: { line: CorrectionLine; check: Check; name: string }) {
  const run = useEditCall();
  const { markId, checkedProofNo, checkedByName, proofIsNewer } = line;
  const tick = (done: boolean) =>
    void run(
      () => call(tickCorrection, { params: { markId }, body: { place: 'proof', done } }),
      done ? `已记：第 ${check.proofNo} 次${proofName(check)}已改` : '已撤去这处核对',
    );
  const by = checkedByName ? `（${checkedByName}）` : '';
  const label = `第 ${check.proofNo} 次${proofName(check)}已改${by}`;
  if (checkedProofNo !== null && (!check.checks || checkedProofNo !== check.proofNo))
    return (
      <Tag color="success">
        第{checkedProofNo}次{proofName(check)}已改{by}
      </Tag>
    );
  if (!proofIsNewer) return <Tag>等新{proofName(check)}</Tag>;
  if (!check.checks)
    return (
      <Tag color="warning">
        第{check.proofNo}次{proofName(check)}未核对
      </Tag>
    );
  return (
    <Checkbox checked={checkedProofNo !== null} aria-label={`${name}：${label}`} onChange={({ target }) => tick(target.checked)}>
      {label}
    </Checkbox>
  );
}
