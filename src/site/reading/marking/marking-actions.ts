import type { Colour } from '../../../../contract/annotation/sync.ts';
import { isOwnBook } from '../../../../contract/reading/own-book-id.ts';
import { citation } from '../../../annotations/citation.ts';
import { asShown } from '../../../annotations/cut-passage.ts';
import { passagePath } from '../../../annotations/passage-address.ts';
import { addMark, changeMark, marksIn, removeMark, restoreMark } from '../../../annotations/marks.ts';
import type { StoredMark } from '../../../annotations/annotation-record.ts';
import type { Reader } from '../../../reader-engine/open-book.ts';
import type { Selected } from '../../../reader-engine/marks.ts';
import { readMemory, writeMemory } from '../../../storage/local-memory.ts';
import { takePendingIntent, setPendingIntent } from '../../../session/pending-intent.ts';
import { toast } from '../../frame/dialogs.ts';
import { marking } from './marking.store.ts';
import { requireLogin } from '../require-login.ts';
import type { Opening } from '../session/opening.ts';
import { passageOf } from '../passage-of.ts';
import { readingPage } from '../session/reading-page.store.ts';

const COLOUR = 'shuzhou.colour';
/** Returns the last colour used on this device. */
export const lastColour = (): Colour => (readMemory(COLOUR) as Colour | null) ?? 'yellow';
export const rememberColour = (colour: Colour): void => writeMemory(COLOUR, colour);

interface WantedMark {
  readonly publishId: number;
  readonly selected: Selected;
  readonly colour: Colour;
  readonly noting: boolean;
}

/** Applies the mark that an anonymous visitor wanted to make in this book, after sign-in. */
export async function markWanted(opening: Opening, reader: Reader): Promise<void> {
  const wanted = takePendingIntent<WantedMark>('mark', ({ publishId }) => publishId === opening.card.publishId);
  if (wanted) await markSelected(opening, reader, wanted.selected, wanted.colour, wanted.noting);
}

/** Marks the selection; with `noting` it then opens the note editor. */
export async function markSelected(opening: Opening, reader: Reader, selected: Selected, colour: Colour, noting = false): Promise<void> {
  if (!(await requireLogin(() => setPendingIntent('mark', { publishId: opening.card.publishId, selected, colour, noting } satisfies WantedMark))))
    return;
  rememberColour(colour);
  const same = marksIn(opening.card.publishId).find((mark) => mark.type !== 'bookmark' && mark.cfi === selected.cfi);
  const percent = readingPage.place?.percent ?? 0;
  if (same && !noting && same.colour !== colour) changeMark(same.clientId, { colour });
  const clientId = same?.clientId ?? addMark({ ...passageOf(opening, selected), type: 'highlight', note: '', colour, percent });
  reader.clearSelection();
  marking.selected = null;
  if (noting) marking.task = { kind: 'note', clientId, fresh: !same };
}

/** Resolves when copying has succeeded or failed; the message may appear later. */
export async function copyText(text: string, said: string): Promise<void> {
  const copied = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
  void toast(copied ? said : '没能复制，请长按文字复制');
}

type Cited = Pick<Selected, 'text' | 'cfi'> & Partial<Pick<StoredMark, 'editionId'>> & { chapterTitle: string };

/** Copies the passage with its source in GB/T 7714 format, and a link that opens the book there. */
export function copyCitation(opening: Opening, passage: Cited): Promise<void> {
  const path = passagePath({ editionId: opening.editionId, ...passage, publishId: opening.card.publishId });
  const address = isOwnBook(opening.card.publishId) ? '' : location.origin + path;
  const source = citation(opening.card, { chapter: passage.chapterTitle, address });
  // A selection is complete, however long; the stored text of a mark is limited.
  const text = passage.editionId === undefined ? passage.text : asShown(passage.text);
  return copyText(`“${text.trim()}”\n${source}`, '已复制摘录和出处（GB/T 7714）');
}

export function takeAway(mark: StoredMark): void {
  removeMark(mark.clientId);
  Object.assign(marking, { tapped: null, removed: [...marking.removed, mark] });
}

/** Restores the marks that were just removed. */
export function takeBack(): void {
  for (const mark of marking.removed) restoreMark(mark);
  marking.removed = [];
}
