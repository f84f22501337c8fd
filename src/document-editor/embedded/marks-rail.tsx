import { useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import type { Editor, ExecResult, SelectionPin } from '@docx-editor.dev/core/contracts/editor';
import type { DocumentMode } from '../../../contract/manuscript/document.ts';
import { markTimes } from '../mark-time.ts';
import { cardsOf, onMarks, type Card } from './marks.ts';

const KINDS: Readonly<Record<Card['kind'], string>> = {
  insert: '插入',
  delete: '删除',
  replace: '替换',
  move: '移动',
  format: '格式',
  comment: '批注',
};
/** Cards shown at once; a book of many authors has thousands of marks. */
const SHOWN = 200;

export interface MarksRailProps {
  readonly editor: Editor;
  readonly mode: DocumentMode;
  readonly author: string;
  readonly mayResolve: boolean;
  onMessage(text: string): void;
  /** Writes a comment: in comment mode the document itself stays read only. */
  write(work: (editor: Editor) => ExecResult): ExecResult;
}

/** Marks and comments of the document, with what the user may do to each. */
export function MarksRail(props: MarksRailProps) {
  const { editor } = props;
  const [cards, setCards] = useState<readonly Card[]>(() => cardsOf(editor));
  // On a small screen the document has the room until the user asks for the marks.
  const [open, setOpen] = useState(() => matchMedia('(width >= 992px)').matches);
  useEffect(() => {
    const read = (): void => setCards(cardsOf(editor));
    read();
    return onMarks(editor, read);
  }, [editor]);
  const list = useRef<HTMLOListElement>(null);
  const active = cards.find((card) => card.active)?.key ?? '';
  useEffect(() => {
    if (active !== '') list.current?.querySelector(`[data-key="${CSS.escape(active)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  // A report or a form without marks needs the room.
  if (props.mode === 'view' && cards.length === 0) return null;
  const marks = cards.filter(({ kind }) => kind !== 'comment').length;
  return (
    <aside className="marks-rail" aria-label="修订与批注" data-open={open}>
      <h2>
        <button type="button" className="marks-rail-toggle" aria-expanded={open} onClick={() => setOpen(!open)}>
          修订 {marks} · 批注 {cards.length - marks}
        </button>
      </h2>
      {open ? <Open {...props} cards={cards} marks={marks} list={list} /> : null}
    </aside>
  );
}

interface OpenProps extends MarksRailProps {
  readonly cards: readonly Card[];
  readonly marks: number;
  readonly list: RefObject<HTMLOListElement | null>;
}

function Open({ cards, marks, list, ...props }: OpenProps) {
  const { editor, mode } = props;
  const [shown, setShown] = useState(SHOWN);
  const timeOf = useMemo(() => markTimes(cards.flatMap((card) => [card, ...card.replies])), [cards]);
  const go = (direction: 'next' | 'previous') => {
    const { ok } = editor.exec({ type: 'navigateReviewChange', direction });
    if (!ok) props.onMessage(direction === 'next' ? '后面没有修订了' : '前面没有修订了');
  };
  const all = (action: 'accept' | 'reject') => {
    const done = editor.exec({ type: 'resolveAllReviewChanges', action, scope: 'document' });
    if (!done.ok) props.onMessage('有修订不能一起处理，请逐处处理');
  };
  return (
    <>
      <header>
        <div className="marks-rail-row">
          <button type="button" className="button button-line" disabled={marks === 0} onClick={() => go('previous')}>
            上一处
          </button>
          <button type="button" className="button button-line" disabled={marks === 0} onClick={() => go('next')}>
            下一处
          </button>
          {props.mayResolve && marks > 0 ? (
            <>
              <button type="button" className="button button-line" onClick={() => all('accept')}>
                全部接受
              </button>
              <button type="button" className="button button-line" onClick={() => all('reject')}>
                全部拒绝
              </button>
            </>
          ) : null}
        </div>
        {mode === 'view' ? null : <NewComment {...props} />}
      </header>
      {cards.length === 0 ? <p className="soft">{mode === 'view' ? '没有修订和批注。' : '还没有修订和批注。选中文字，可以加批注。'}</p> : null}
      <ol ref={list}>
        {cards.slice(0, shown).map((card) => (
          <MarkCard key={card.key} card={card} timeOf={timeOf} {...props} />
        ))}
      </ol>
      {cards.length > shown ? (
        <button type="button" className="button button-line" onClick={() => setShown(shown + SHOWN)}>
          再显示{Math.min(SHOWN, cards.length - shown)}处
        </button>
      ) : null}
    </>
  );
}

/** A comment on the selected words. The selection is pinned while the text field has the focus. */
function NewComment({ editor, write, onMessage }: MarksRailProps) {
  const [pin, setPin] = useState<SelectionPin | null>(null);
  const close = () => {
    if (pin) editor.releaseSelection(pin);
    setPin(null);
  };
  const begin = () => {
    if (editor.snapshot().selectionCollapsed) return onMessage('请先选中要批注的文字');
    setPin(editor.retainSelection());
  };
  if (!pin)
    return (
      // The button must not take the selection away before it is pinned.
      <button type="button" className="button button-fill" onMouseDown={(event) => event.preventDefault()} onClick={begin}>
        批注选中的文字
      </button>
    );
  const send = (text: string) => {
    if (write((one) => one.addComment(text)).ok) close();
    else onMessage('没有加上批注，请重新选择文字');
  };
  return <Words label="批注" button="加批注" send={send} close={close} />;
}

function Words({ label, button, send, close }: { label: string; button: string; send(text: string): void; close(): void }) {
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  // The user has just asked to write here.
  useEffect(() => field.current?.focus(), []);
  return (
    <form
      className="marks-rail-words"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '') send(text.trim());
      }}
    >
      <textarea
        ref={field}
        aria-label={label}
        rows={3}
        maxLength={1000}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') close();
        }}
      />
      <div className="marks-rail-row">
        <button type="submit" className="button button-fill" disabled={text.trim() === ''}>
          {button}
        </button>
        <button type="button" className="button button-line" onClick={close}>
          取消
        </button>
      </div>
    </form>
  );
}

function MarkCard({
  card,
  editor,
  mode,
  author,
  mayResolve,
  write,
  onMessage,
  timeOf,
}: MarksRailProps & { card: Card; timeOf: (mark: { author: string; date: string }) => string }) {
  const [replying, setReplying] = useState(false);
  const own = card.author === author;
  const isComment = card.kind === 'comment';
  const writes = mode !== 'view';
  const notify = ({ ok }: ExecResult): void => {
    if (!ok) onMessage('这处在这里不能处理，请在文字处理软件里处理');
  };
  const changes = writes && mode !== 'comment';
  return (
    <li data-key={card.key} data-kind={card.kind} data-resolved={card.resolved || undefined} aria-current={card.active || undefined}>
      <button type="button" className="marks-rail-face" onClick={() => editor.setActiveReviewItem(card.key)}>
        <b>{KINDS[card.kind]}</b>
        {card.resolved ? <span className="marks-rail-done">已解决</span> : null}
        {card.removed === '' ? null : <del>{card.removed}</del>}
        <span className="marks-rail-text">{card.text || (card.removed === '' ? '（无文字）' : '')}</span>
        <span className="meta">
          {card.author} {timeOf(card)}
        </span>
      </button>
      {card.replies.length > 0 ? (
        <ul aria-label="回复">
          {card.replies.map((reply) => (
            <li key={reply.key}>
              {reply.text}
              <span className="meta">
                {reply.author} {timeOf(reply)}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {writes ? (
        <div className="marks-rail-row">
          {!isComment && mayResolve && card.decidable ? (
            <>
              <button type="button" className="button button-line" onClick={() => notify(editor.acceptReviewItem(card.key))}>
                接受
              </button>
              <button type="button" className="button button-line" onClick={() => notify(editor.rejectReviewItem(card.key))}>
                拒绝
              </button>
            </>
          ) : null}
          {!isComment && !mayResolve && own && changes && card.decidable ? (
            <button type="button" className="button button-line" onClick={() => notify(editor.rejectReviewItem(card.key))}>
              撤回
            </button>
          ) : null}
          <button type="button" className="button button-line" aria-expanded={replying} onClick={() => setReplying(!replying)}>
            回复
          </button>
          {isComment ? (
            <button
              type="button"
              className="button button-line"
              onClick={() => notify(write((one) => one.setCommentResolved(card.key, !card.resolved)))}
            >
              {card.resolved ? '重新打开' : '解决'}
            </button>
          ) : null}
          {isComment && (own || mayResolve) ? (
            <button type="button" className="button button-line" onClick={() => notify(write((one) => one.deleteReviewItem(card.key)))}>
              删除
            </button>
          ) : null}
        </div>
      ) : null}
      {replying ? (
        <Words
          label={`回复${card.author}`}
          button="回复"
          send={(text) => {
            notify(write((one) => one.replyToReviewItem(card.key, text)));
            setReplying(false);
          }}
          close={() => setReplying(false)}
        />
      ) : null}
    </li>
  );
}
