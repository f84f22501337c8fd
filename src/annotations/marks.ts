import { inBookOrder } from '../../contract/annotation/book-order.ts';
import { type Colour, MEANING_MOST, type Passage, QUOTE_MOST, SENTENCE_MOST, WORD_MOST } from '../../contract/annotation/sync.ts';
import { annotations, storedById, storedOf, write } from './annotations.store.ts';
import { freshId, idOf } from '../sync/device-id.ts';
import type { StoredErratum, StoredMark, StoredWord } from './annotation-record.ts';

export { inBookOrder };

const passageOf = ({ publishId, editionId, documentIndex, chapterTitle, cfi, text, before, after }: Passage): Passage => ({
  publishId,
  editionId,
  documentIndex,
  chapterTitle: chapterTitle.slice(0, 200),
  cfi,
  text: text.slice(0, QUOTE_MOST),
  before: before.slice(-64),
  after: after.slice(0, 64),
});

/** The marks of a work in the order of the book. */
export function marksIn(publishId: number): StoredMark[] {
  if (sorted.changed !== annotations.changed || sorted.publishId !== publishId) {
    const marks = storedOf('mark').filter((mark) => mark.publishId === publishId);
    sorted = { changed: annotations.changed, publishId, marks: marks.sort(inBookOrder) };
  }
  return sorted.marks;
}
/** Cached, because it is read at every page turn. */
let sorted: { changed: number; publishId: number; marks: StoredMark[] } = { changed: -1, publishId: 0, marks: [] };

type MarkDraft = Passage & { readonly type: StoredMark['type']; readonly note: string; readonly colour: Colour; readonly percent: number };

export function addMark(draft: MarkDraft, clientId = freshId()): string {
  const { type, note, colour, percent } = draft;
  write('mark', clientId, { ...passageOf(draft), type, note, colour, percent, twins: [] });
  return clientId;
}

/** A position has one bookmark, whichever device sets it. */
export async function addBookmark(place: Passage & { readonly percent: number }): Promise<string> {
  const clientId = await idOf('bookmark', place.publishId, place.editionId, place.cfi);
  return addMark({ ...place, type: 'bookmark', note: '', colour: 'yellow' }, clientId);
}

const markOf = (clientId: string): StoredMark | null => {
  const kept = storedById(clientId);
  return kept?.kind === 'mark' ? kept : null;
};

/** A note turns a highlight into a note, and an empty one turns it back. A new text resolves a conflict between two versions. */
export function changeMark(clientId: string, change: Partial<Pick<StoredMark, 'note' | 'colour' | 'cfi' | 'editionId' | 'documentIndex'>>): void {
  const mark = markOf(clientId);
  if (!mark) return;
  const note = change.note ?? mark.note;
  const type = mark.type === 'bookmark' ? 'bookmark' : note === '' ? 'highlight' : 'note';
  write('mark', clientId, { ...mark, ...change, note, type, twins: change.note === undefined ? mark.twins : [] });
}

export function removeMark(clientId: string): void {
  const mark = markOf(clientId);
  if (mark) write('mark', clientId, mark, true);
}

/** Undoes a removal, also after the server has stored it. */
export function restoreMark(mark: StoredMark): void {
  write('mark', mark.clientId, mark);
}

/** Keeps both texts: the other one becomes a separate note at the same passage, and so does `more`, which is typed here and not yet saved. */
export function keepBoth(mark: StoredMark, more = ''): void {
  if (more !== '') addMark({ ...mark, type: 'note', note: more });
  for (const twin of mark.twins) addMark({ ...mark, type: 'note', note: twin.note, colour: twin.colour });
  changeMark(mark.clientId, { note: mark.note });
}

export const newestFirst = <T extends { createTime: string; clock: number }>(list: readonly T[]): T[] =>
  [...list].sort((one, two) => two.createTime.localeCompare(one.createTime) || two.clock - one.clock);

/** A report by this user about the same text is not sent again while the first one has no answer. */
export function reportErratum(passage: Passage, wrong: string): void {
  const { publishId, cfi } = passage;
  if (storedOf('erratum').some((one) => one.publishId === publishId && one.cfi === cfi && one.wrong === wrong && one.status === 'pending')) return;
  write('erratum', freshId(), { ...passageOf(passage), wrong, status: 'pending', reply: '', replyTime: '' });
}

/** Only before the report is answered. */
export const withdrawErratum = (erratum: StoredErratum): void => write('erratum', erratum.clientId, erratum, true);

export const changeWord = (word: StoredWord, change: Partial<Pick<StoredWord, 'meaning' | 'box' | 'dueAt' | 'reviews'>>): void =>
  write('word', word.clientId, { ...word, ...change, meant: change.meaning !== undefined || (!word.sent && word.meant === true) });
export const removeWord = (word: StoredWord): void => write('word', word.clientId, word, true);
export const restoreWord = (word: StoredWord): void => write('word', word.clientId, word);

/** A book contains a word only once, whichever device adds it to the list. */
export async function addWord(passage: Passage, sentence: string, meaning: string, now = Date.now()): Promise<string> {
  const text = passage.text.trim().slice(0, WORD_MOST);
  const made = await idOf('word', passage.publishId, text);
  const same = storedOf('word').find((word) => word.publishId === passage.publishId && word.text === text);
  const clientId = same?.clientId ?? made;
  const learnt = same ? { box: same.box, dueAt: same.dueAt, reviews: same.reviews } : { box: 0, dueAt: now, reviews: 0 };
  write('word', clientId, {
    ...passageOf({ ...passage, text }),
    sentence: sentence.slice(0, SENTENCE_MOST),
    meaning: (meaning || same?.meaning || '').slice(0, MEANING_MOST),
    ...learnt,
    meant: meaning !== '' || !same?.sent,
  });
  return clientId;
}
