import { asShown } from '../../../annotations/cut-passage.ts';
import type { StoredMark } from '../../../annotations/annotation-record.ts';
import { timeAgo } from '../../../format/date.ts';
import { percentWords } from '../../../reading-progress/percent.ts';
import { inLatin } from '../../../format/script.ts';
import { Icon } from '../../frame/icon.tsx';

interface NoteRowProps {
  mark: StoredMark;
  /** In the open edition: found; not found; not searched for yet. */
  stands: 'here' | 'lost' | 'unknown';
  open: () => void;
  write: () => void;
  cite: () => void;
  remove: () => void;
}

export function NoteRow({ mark, stands, open, write, cite, remove }: NoteRowProps) {
  const name = mark.type === 'bookmark' ? '书签' : mark.text.slice(0, 20);
  return (
    <li className="note-row" data-row={mark.clientId} data-colour={mark.type === 'bookmark' ? undefined : mark.colour}>
      <button type="button" className="note-open" onClick={open}>
        {mark.type === 'bookmark' ? (
          <span className="note-bookmark">
            <Icon name="bookmark" size={18} />
            书签 · {percentWords(mark.percent)}
            <span className="note-beginning serif one-line" {...inLatin(mark.text)}>
              {mark.text}
            </span>
          </span>
        ) : (
          <span className="note-text serif" {...inLatin(mark.text)}>
            {asShown(mark.text)}
          </span>
        )}
        {mark.note ? <span className="note-own">{mark.note}</span> : null}
      </button>
      {mark.twins.length > 0 ? (
        <button type="button" className="marking-twins" onClick={write}>
          您在两台设备上都改了这条笔记，点按选择
        </button>
      ) : null}
      {stands === 'here' ? null : <p className="note-lost">{elsewhere(mark, stands)}；点按到原来附近</p>}
      {mark.refused ? <p className="note-lost">没有同步：{mark.refused}</p> : null}
      <div className="note-row-foot">
        <span className="meta">{timeAgo(mark.createTime)}</span>
        {mark.type === 'bookmark' ? null : (
          <>
            <button type="button" className="icon-button" aria-label={`写笔记：${name}`} onClick={write}>
              <Icon name="note" size={18} />
            </button>
            <button type="button" className="icon-button" aria-label={`复制摘录和出处：${name}`} onClick={cite}>
              <Icon name="quote" size={18} />
            </button>
          </>
        )}
        <button type="button" className="icon-button" data-does="remove" aria-label={`删除：${name}`} onClick={remove}>
          <Icon name="trash" size={18} />
        </button>
      </div>
    </li>
  );
}

/** A page without text cannot be searched for by its text. */
function elsewhere({ text }: StoredMark, stands: 'lost' | 'unknown'): string {
  if (stands === 'lost') return '这本书已更新，新版中没有找到这段文字';
  return text === '' ? '这本书已更新' : '这本书已更新，还没能在新版中查找这段文字，联网后再找';
}
