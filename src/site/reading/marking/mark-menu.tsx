import { asShown } from '../../../annotations/cut-passage.ts';
import type { StoredMark } from '../../../annotations/annotation-record.ts';
import { changeMark } from '../../../annotations/marks.ts';
import type { Selected } from '../../../reader-engine/marks.ts';
import { Icon } from '../../frame/icon.tsx';
import { FloatingMenu } from './floating-menu.tsx';
import { copyCitation, copyText, rememberColour, takeAway } from './marking-actions.ts';
import { marking } from './marking.store.ts';
import { ColourDots } from './selection-menu.tsx';
import type { SheetProps } from '../sheet-props.ts';

/** The menu of a tapped mark: open its note, change its colour, or delete it. */
export function MarkMenu({ opening, mark, rect }: SheetProps & { mark: StoredMark; rect: Selected['rect'] }) {
  const write = (): void => void Object.assign(marking, { tapped: null, task: { kind: 'note', clientId: mark.clientId } });
  return (
    <FloatingMenu rect={rect} label="划线">
      {mark.twins.length > 0 ? (
        <button type="button" className="marking-twins" onClick={write}>
          您在两台设备上都改了这条笔记，点按选择
        </button>
      ) : null}
      {mark.note ? (
        <button type="button" className="marking-note" onClick={write}>
          {mark.note}
        </button>
      ) : null}
      <ColourDots
        chosen={mark.colour}
        verb="改为"
        choose={(colour) => {
          rememberColour(colour);
          changeMark(mark.clientId, { colour });
          marking.tapped = null;
        }}
      />
      <div className="marking-actions">
        <button type="button" onClick={write}>
          <Icon name="note" size={20} />
          <span>{mark.note ? '改笔记' : '写笔记'}</span>
        </button>
        <button type="button" onClick={() => void copyText(asShown(mark.text), '已复制')}>
          <Icon name="copy" size={20} />
          <span>复制</span>
        </button>
        <button type="button" onClick={() => void copyCitation(opening, mark)}>
          <Icon name="quote" size={20} />
          <span>引用</span>
        </button>
        <button
          type="button"
          onClick={() => Object.assign(marking, { tapped: null, task: { kind: 'card', text: asShown(mark.text), chapterTitle: mark.chapterTitle } })}
        >
          <Icon name="share" size={20} />
          <span>分享</span>
        </button>
        <button type="button" onClick={() => takeAway(mark)}>
          <Icon name="trash" size={20} />
          <span>删除</span>
        </button>
      </div>
    </FloatingMenu>
  );
}
