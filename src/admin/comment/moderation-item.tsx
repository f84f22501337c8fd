import { useEffect, useId, useRef, useState } from 'react';
import { Button, Image, Input, InputNumber, Select } from 'antd';
import type { ModerationItem } from '../../../contract/comment/moderation.ts';
import type { PenaltyKind } from '../../../contract/comment/penalty.ts';
import { commentMachine } from '../../../contract/comment/comment.machine.ts';
import { DictTag, useDict } from '../crud/dict-tag.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { CommonReasons } from './common-reasons.tsx';

interface Props {
  readonly item: ModerationItem;
  readonly open: boolean;
  readonly rejecting: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
  readonly onPass: () => void;
  readonly onReject: (on: boolean) => void;
  readonly onRejected: (reason: string, penalty: { kind: PenaltyKind; days: number } | null) => void;
}

/** Text with the words of the lists marked where they are written as listed. */
function Marked({ text, words }: { text: string; words: readonly string[] }) {
  if (words.length === 0) return text;
  const pattern = new RegExp(`(${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')})`, 'gi');
  return text.split(pattern).map((part, index) => (index % 2 === 1 ? <mark key={`${part}${index}`}>{part}</mark> : part));
}

/** One waiting text; open, it shows what is known about its writer, and the decision. */
export function ModerationItemView({ item, open, rejecting, onOpen, onClose, onPass, onReject, onRejected }: Props) {
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
        <Marked text={item.content} words={item.words} />
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
          {rejecting ? (
            <Rejection onCancel={() => onReject(false)} onSend={onRejected} />
          ) : (
            <div className="moderation-buttons">
              <Button type="primary" onClick={onPass}>
                通过
              </Button>
              <Button danger onClick={() => onReject(true)}>
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

function Rejection({ onCancel, onSend }: { onCancel: () => void; onSend: Props['onRejected'] }) {
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
      <label htmlFor={id}>驳回的理由（作者会看到）</label>
      <Input.TextArea id={id} ref={takeFocus} rows={2} maxLength={200} value={reason} onChange={(event) => setReason(event.target.value)} />
      <CommonReasons onChoose={setReason} />
      <div className="moderation-buttons">
        <Select
          aria-label="同时处罚"
          value={kind}
          style={{ width: 150 }}
          options={[{ value: '', label: '不处罚' }, ...kinds.map(({ value, label }) => ({ value: value as PenaltyKind, label }))]}
          onChange={setKind}
        />
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
        <Button danger type="primary" htmlType="submit" disabled={[...reason.trim()].length < 2}>
          驳回
        </Button>
      </div>
    </form>
  );
}
