import { useEffect, useId, useRef, useState } from 'react';
import { Button, Image, Input, InputNumber, Select } from 'antd';
import type { ModerationItem } from '../../../contract/comment/moderation.ts';
import type { PenaltyKind } from '../../../contract/comment/penalty.ts';
import { commentMachine } from '../../../contract/comment/comment.machine.ts';
import { DictTag, useDict } from '../crud/field/dict-tag.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { CommonReasons } from './common-reasons.tsx';
import { MarkedText } from './marked-text.tsx';

export type Decision = 'pass' | 'reject';

interface Props {
  readonly item: ModerationItem;
  readonly open: boolean;
  /** The decision for which a reason is being written. */
  readonly deciding: Decision | null;
  readonly onOpen: () => void;
  readonly onClose: () => void;
  readonly onPass: () => void;
  readonly onDeciding: (decision: Decision | null) => void;
  readonly onDecided: (decision: Decision, reason: string, penalty: { kind: PenaltyKind; days: number } | null) => void;
}

/** One waiting text; open, it shows what is known about its writer, and the decision. */
export function ModerationItemView({ item, open, deciding, onOpen, onClose, onPass, onDeciding, onDecided }: Props) {
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (open) place.current?.scrollIntoView({ block: 'nearest' });
  }, [open]);
  const locked = item.claimedBy !== '' && !item.claimedByMe;
  return (
    <li ref={place} className={open ? 'moderation-item open' : 'moderation-item'}>
      <div className="moderation-head">
        <StateTag machine={commentMachine} state={item.status} />
        <strong>{item.nickName}</strong>
        <span className="soft">{item.kind === 'message' ? '发表作者留言' : `评论「${item.targetTitle}」`}</span>
        <span className={item.late ? 'late' : 'soft'}>
          {item.waitingSince.slice(5, 16)} 起{item.late ? '，已超过 24 小时' : ''}
        </span>
        {locked ? <span className="soft">{item.claimedBy}正在审核</span> : null}
      </div>
      <p className="moderation-text">
        <MarkedText text={item.content} marks={item.marks} />
      </p>
      {item.images.length > 0 ? (
        <div className="moderation-images">
          {item.images.map((src, index) => (
            <Image key={src} src={src} alt={`图片${index + 1}`} width={80} height={80} />
          ))}
        </div>
      ) : null}
      {item.words.length > 0 ? <p className="soft">命中名单：{item.words.join('、')}</p> : null}
      {item.reports.map((report) => (
        <p key={report.reason} className="soft">
          举报 {report.count} 次：
          <DictTag type="cms_comment_report_reason" value={report.reason} /> {report.detail}
        </p>
      ))}
      {item.appeal ? (
        <p>
          申诉：{item.appeal}
          <span className="soft">
            （{item.auditBy}曾驳回：{item.rejectReason}）
          </span>
        </p>
      ) : null}
      {open ? (
        <>
          {item.previousContent ? <p className="soft">修改前：{item.previousContent}</p> : null}
          <p className="soft">
            近 90 天被驳回 {item.rejectedBefore} 次
            {item.penalties.map((one) => (
              <span key={one.kind}>
                ，<DictTag type="cms_penalty_kind" value={one.kind} />至 {one.toTime.slice(0, 16)}
              </span>
            ))}
            ，
            <a href={item.link} target="_blank" rel="noreferrer">
              在页面上查看
            </a>
          </p>
          {item.record ? <p className="soft moderation-record">{`审核记录：\n${item.record}`}</p> : null}
          {deciding ? (
            <DecisionForm
              key={deciding}
              decision={deciding}
              onCancel={() => onDeciding(null)}
              onSend={(reason, penalty) => onDecided(deciding, reason, penalty)}
            />
          ) : (
            <div className="moderation-buttons">
              <Button type="primary" onClick={onPass}>
                通过
              </Button>
              <Button danger onClick={() => onDeciding('reject')}>
                驳回
              </Button>
              <Button onClick={onClose}>放回队列</Button>
            </div>
          )}
        </>
      ) : (
        <Button size="small" disabled={locked} onClick={onOpen}>
          审核
        </Button>
      )}
    </li>
  );
}

const takeFocus = (input: { focus: () => void } | null): void => input?.focus();

interface DecisionFormProps {
  readonly decision: Decision;
  readonly onCancel: () => void;
  readonly onSend: (reason: string, penalty: { kind: PenaltyKind; days: number } | null) => void;
}

/** The reason of a decision; a rejection may bring a penalty. */
function DecisionForm({ decision, onCancel, onSend }: DecisionFormProps) {
  const id = useId();
  const [reason, setReason] = useState('');
  const [kind, setKind] = useState<PenaltyKind | ''>('');
  const [days, setDays] = useState(3);
  const kinds = useDict('cms_penalty_kind');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSend(reason.trim(), kind ? { kind, days } : null);
      }}
    >
      <label htmlFor={id}>{decision === 'reject' ? '驳回的理由（作者会看到）' : '这一条曾被驳回，请填写改为通过的理由（留在审核记录里）'}</label>
      <Input.TextArea id={id} ref={takeFocus} rows={2} maxLength={200} value={reason} onChange={(event) => setReason(event.target.value)} />
      {decision === 'reject' ? <CommonReasons onChoose={setReason} /> : null}
      <div className="moderation-buttons">
        {decision === 'reject' ? (
          <Select
            aria-label="同时处罚"
            value={kind}
            style={{ width: 150 }}
            options={[{ value: '', label: '不处罚' }, ...kinds.map(({ value, label }) => ({ value: value as PenaltyKind, label }))]}
            onChange={setKind}
          />
        ) : null}
        {kind ? (
          <InputNumber
            aria-label="处罚天数"
            min={1}
            max={365}
            value={days}
            suffix="天"
            style={{ width: 110 }}
            onChange={(next) => setDays(next ?? 1)}
          />
        ) : null}
        <span className="grow" />
        <Button onClick={onCancel}>取消</Button>
        <Button danger={decision === 'reject'} type="primary" htmlType="submit" disabled={[...reason.trim()].length < 2}>
          {decision === 'reject' ? '驳回' : '通过'}
        </Button>
      </div>
    </form>
  );
}
