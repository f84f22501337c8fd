import { useEffect, useRef, useState } from 'react';
import { Button, Input, Popconfirm, Tag } from 'antd';
import { workFiles } from '../../../contract/manuscript/work-files.ts';
import { placeWords } from '../../../contract/proof/mark-time.ts';
import { FATE_NAMES, MARK_SOURCE_NAMES, type Fate } from '../../../contract/proof/proof.machine.ts';
import { decideMark, removeMark, replyMark, type ProofDetail, type ProofMark } from '../../../contract/proof/proof.ts';
import { call } from '../../api/call.ts';
import { useEditCall } from '../manuscript/use-edit-call.ts';

const FATE_COLOURS: Readonly<Record<Fate, string>> = { pending: 'warning', adopted: 'success', rejected: 'default', carried: 'processing' };

interface Props {
  readonly one: ProofDetail;
  readonly marks: readonly ProofMark[];
  readonly shown: number | null;
  readonly onShow: (markId: number | null) => void;
  readonly onEdit: (mark: ProofMark) => void;
}

/** The marks in reading order; the one that is shown has its thread and the decisions of the editor. */
export function MarkList({ one, marks, shown, onShow, onEdit }: Props) {
  if (marks.length === 0) return <p className="soft mark-none">没有记号</p>;
  return (
    <ol className="mark-list">
      {marks.map((mark, index) => (
        <MarkItem key={mark.markId} one={one} mark={mark} number={index + 1} open={mark.markId === shown} onShow={onShow} onEdit={onEdit} />
      ))}
    </ol>
  );
}

interface ItemProps extends Omit<Props, 'marks' | 'shown'> {
  readonly mark: ProofMark;
  readonly number: number;
  readonly open: boolean;
}

function MarkItem({ one, mark, number, open, onShow, onEdit }: ItemProps) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (open) item.current?.scrollIntoView({ block: 'nearest' });
  }, [open]);
  const rule = one.rules.find(({ kind }) => kind === mark.kind);
  const own = mark.proofId === one.proofId && mark.round === one.round;
  return (
    <li ref={item} className={open ? 'mark-item on' : 'mark-item'}>
      <button type="button" className="mark-head" aria-expanded={open} onClick={() => onShow(open ? null : mark.markId)}>
        <span className="mark-number">{number}</span>
        <span className="mark-change">
          {mark.wrong ? <del>{mark.wrong}</del> : null}
          {mark.wrong && mark.right ? ' → ' : ''}
          {mark.right ? <ins>{mark.right}</ins> : null}
          {mark.wrong === '' && mark.right === '' ? mark.note : null}
          <span className="soft mark-about">
            {rule?.label ?? '疑问'} · {placeWords(one.kind, mark)}
            {own ? '' : ` · ${workFiles(one.kind).stages[mark.stage]}`}
            {mark.source === 'proofreader' ? '' : ` · ${MARK_SOURCE_NAMES[mark.source]}`}
            {mark.replies.length > 0 ? ` · ${mark.replies.length} 条讨论` : ''}
          </span>
        </span>
        {mark.fate === 'pending' ? null : <Tag color={FATE_COLOURS[mark.fate]}>{FATE_NAMES[mark.fate]}</Tag>}
        <span className="mark-weight">{rule ? rule.weight / 100 : ''}</span>
      </button>
      {open ? <MarkWork one={one} mark={mark} own={own} onEdit={onEdit} /> : null}
    </li>
  );
}

function MarkWork({ one, mark, own, onEdit }: { one: ProofDetail; mark: ProofMark; own: boolean; onEdit: (mark: ProofMark) => void }) {
  const run = useEditCall();
  const [text, setText] = useState('');
  const [why, setWhy] = useState('');
  const decide = (fate: 'adopted' | 'rejected' | 'carried') =>
    void run(() => call(decideMark, { params: { markId: mark.markId }, body: { fate, reason: why.trim() } }), `已${FATE_NAMES[fate]}`);
  const changes = one.marksNow && own && mark.source === 'proofreader';
  const talks = one.marksNow || one.decides;
  return (
    <div className="mark-work">
      {mark.note && (mark.wrong || mark.right) ? <p>{mark.note}</p> : null}
      <p className="soft">
        {mark.userName}
        {mark.fateByName ? ` · ${mark.fateByName} ${FATE_NAMES[mark.fate]}` : ''}
        {mark.fateReason ? `：${mark.fateReason}` : ''}
      </p>
      {mark.replies.map((reply) => (
        <p key={`${reply.at} ${reply.text}`} className="transition-note">
          {reply.userName}：{reply.text}
        </p>
      ))}
      {one.decides ? (
        <div className="mark-row">
          <Button size="small" type="primary" onClick={() => decide('adopted')}>
            采纳
          </Button>
          {one.stage === 'read' ? null : (
            <Button size="small" onClick={() => decide('carried')}>
              转下一校
            </Button>
          )}
          <Input
            size="small"
            aria-label="不改的理由"
            placeholder="不改的理由"
            value={why}
            maxLength={300}
            onChange={({ target }) => setWhy(target.value)}
          />
          <Button size="small" danger disabled={why.trim().length < 2} onClick={() => decide('rejected')}>
            不改
          </Button>
        </div>
      ) : null}
      {changes ? (
        <div className="mark-row">
          <Button size="small" onClick={() => onEdit(mark)}>
            修改
          </Button>
          <Popconfirm
            title="删除这处记号？"
            okText="删除"
            cancelText="取消"
            onConfirm={() => run(() => call(removeMark, { params: { markId: mark.markId } }), '记号已删')}
          >
            <Button size="small" danger>
              删除
            </Button>
          </Popconfirm>
        </div>
      ) : null}
      {talks ? (
        <div className="mark-row">
          <Input
            size="small"
            aria-label="讨论"
            placeholder="讨论这处记号"
            value={text}
            maxLength={500}
            onChange={({ target }) => setText(target.value)}
          />
          <Button
            size="small"
            disabled={text.trim() === ''}
            onClick={() =>
              void run(() => call(replyMark, { body: { markId: mark.markId, text: text.trim() } }), '已发出').then((good) => good && setText(''))
            }
          >
            发出
          </Button>
        </div>
      ) : null}
    </div>
  );
}
