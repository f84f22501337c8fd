import { COLOURS } from '../../../../contract/annotation/sync.ts';
import { isOwnBook } from '../../../../contract/reading/own-book-id.ts';
import { colourName } from '../../../annotations/notes-export.ts';
import type { Selected } from '../../../reader-engine/marks.ts';
import { Icon, type IconName } from '../../frame/icon.tsx';
import { FloatingMenu } from './floating-menu.tsx';
import { copyCitation, copyText, lastColour, markSelected } from './marking-actions.ts';
import { marking, tapMark } from './marking.store.ts';
import { requireLogin } from '../require-login.ts';
import type { SheetProps } from '../sheet-props.ts';

/** The actions for the selected text. */
export function SelectionMenu({ opening, reader, selected }: SheetProps & { selected: Selected }) {
  const { mark } = selected;
  const done = (): void => {
    reader.clearSelection();
    marking.selected = null;
  };
  /** Other text may be selected during copying: that selection stays. */
  const whenCopied = async (copying: Promise<void>): Promise<void> => {
    const before = marking.selected;
    await copying;
    if (marking.selected === before) done();
  };
  const form = async (kind: 'word' | 'erratum'): Promise<void> => {
    if (!(await requireLogin())) return;
    marking.task = { kind, selected };
    done();
  };
  const actions: readonly (readonly [IconName, string, () => void])[] = [
    ['note', '笔记', () => void markSelected(opening, reader, selected, lastColour(), true)],
    ['copy', '复制', () => void whenCopied(copyText(selected.text, '已复制'))],
    ['quote', '引用', () => void whenCopied(copyCitation(opening, selected))],
    ['book', '生词', () => void form('word')],
    // The editors of this press know nothing of a file of one's own.
    ...(isOwnBook(opening.card.publishId) ? [] : [['flag', '错字', () => void form('erratum')] as const]),
    [
      'share',
      '分享',
      () => {
        marking.task = { kind: 'card', text: selected.text, chapterTitle: selected.chapterTitle };
        done();
      },
    ],
  ];
  return (
    <FloatingMenu rect={selected.rect} label="选中的文字">
      {mark ? (
        <button
          type="button"
          className="marking-note"
          onClick={() => {
            reader.clearSelection();
            tapMark(mark.id, mark.rect);
          }}
        >
          这里已有划线，点按打开
        </button>
      ) : null}
      <ColourDots chosen={null} choose={(colour) => void markSelected(opening, reader, selected, colour)} verb="划线" />
      <div className="marking-actions">
        {actions.map(([icon, name, act]) => (
          <button key={name} type="button" onClick={act}>
            <Icon name={icon} size={20} />
            <span>{name}</span>
          </button>
        ))}
      </div>
    </FloatingMenu>
  );
}

interface ColourDotsProps {
  chosen: string | null;
  verb: '划线' | '改为';
  choose: (colour: (typeof COLOURS)[number]) => void;
}

export function ColourDots({ chosen, verb, choose }: ColourDotsProps) {
  return (
    <fieldset className="marking-colours" aria-label={verb === '改为' ? '颜色' : `${verb}颜色`}>
      {COLOURS.map((colour) => (
        <button
          key={colour}
          type="button"
          data-colour={colour}
          aria-label={verb === '改为' ? `改为${colourName(colour)}色` : `${colourName(colour)}色${verb}`}
          aria-pressed={chosen === colour}
          onClick={() => choose(colour)}
        />
      ))}
    </fieldset>
  );
}
