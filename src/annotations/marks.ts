import { type Colour, MEANING_MOST, type Passage, QUOTE_MOST, SENTENCE_MOST, WORD_MOST } from '../../contract/annotation/sync.ts';
import { annotations, storedById, storedOf, write } from './annotations.store.ts';
import { freshId, idOf } from '../sync/device-id.ts';
import type { StoredErratum, StoredMark, StoredWord } from './annotation-record.ts';

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

/** Where a passage begins, as numbers that go up through the book. */
function stepsOf(cfi: string): number[] {
  const [base = '', start = ''] = cfi.replace(/\[[^\]]*\]/g, '').split(',');
  return `${base}${start}`.match(/\d+/g)?.map(Number) ?? [];
}

/** The order of the book: by document, and in it by where the passages begin. */
export function inBookOrder(one: Pick<StoredMark, 'documentIndex' | 'cfi'>, two: Pick<StoredMark, 'documentIndex' | 'cfi'>): number {
  if (one.documentIndex !== two.documentIndex) return one.documentIndex - two.documentIndex;
  const [here, there] = [stepsOf(one.cfi), stepsOf(two.cfi)];
  for (let index = 0; index < Math.max(here.length, there.length); index++) {
    const step = (here[index] ?? -1) - (there[index] ?? -1);
    if (step !== 0) return step;
  }
  return 0;
}

/** The marks of a work in the order of the book. */
export function marksIn(publishId: number): StoredMark[] {
  if (sorted.changed !== annotations.changed || sorted.publishId !== publishId) {
    const marks = storedOf('mark').filter((mark) => mark.publishId === publishId);
    sorted = { changed: annotations.changed, publishId, marks: marks.sort(inBookOrder) };
  }
  return sorted.marks;
}
/** Asked for at every turn. */
let sorted: { changed: number; publishId: number; marks: StoredMark[] } = { changed: -1, publishId: 0, marks: [] };

type MarkDraft = Passage & { readonly type: StoredMark['type']; readonly note: string; readonly colour: Colour; readonly percent: number };

export function addMark(draft: MarkDraft, clientId = freshId()): string {
  const { type, note, colour, percent } = draft;
  write('mark', clientId, { ...passageOf(draft), type, note, colour, percent, twins: [] });
  return clientId;
}

/** A place has one bookmark, whichever devices set it. */
export async function addBookmark(place: Passage & { readonly percent: number }): Promise<string> {
  const clientId = await idOf('bookmark', place.publishId, place.editionId, place.cfi);
  return addMark({ ...place, type: 'bookmark', note: '', colour: 'yellow' }, clientId);
}

const markOf = (clientId: string): StoredMark | null => {
  const kept = storedById(clientId);
  return kept?.kind === 'mark' ? kept : null;
};

/** A note makes a highlight a note, and an empty one makes it a highlight again. A new text settles which of two stands. */
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

/** Undo of a removal, also after the server has taken it. */
export function restoreMark(mark: StoredMark): void {
  write('mark', mark.clientId, mark);
}

/** Both texts stay: the other one becomes a note of its own at the same passage, and so does `more`, typed here and not yet of any note. */
export function keepBoth(mark: StoredMark, more = ''): void {
  if (more !== '') addMark({ ...mark, type: 'note', note: more });
  for (const twin of mark.twins) addMark({ ...mark, type: 'note', note: twin.note, colour: twin.colour });
  changeMark(mark.clientId, { note: mark.note });
}

export const newestFirst = <T extends { createTime: string; clock: number }>(list: readonly T[]): T[] =>
  [...list].sort((one, two) => two.createTime.localeCompare(one.createTime) || two.clock - one.clock);

/** What this person has said of these words and the house has not answered yet is not said again. */
export function reportErratum(passage: Passage, wrong: string): void {
  const { publishId, cfi } = passage;
  if (storedOf('erratum').some((one) => one.publishId === publishId && one.cfi === cfi && one.wrong === wrong && one.status === 'pending')) return;
  write('erratum', freshId(), { ...passageOf(passage), wrong, status: 'pending', reply: '', replyTime: '' });
}

/** Before the house has answered. */
export const withdrawErratum = (erratum: StoredErratum): void => write('erratum', erratum.clientId, erratum, true);

export const changeWord = (word: StoredWord, change: Partial<Pick<StoredWord, 'meaning' | 'box' | 'dueAt' | 'reviews'>>): void =>
  write('word', word.clientId, { ...word, ...change, meant: change.meaning !== undefined || (!word.sent && word.meant === true) });
export const removeWord = (word: StoredWord): void => write('word', word.clientId, word, true);
export const restoreWord = (word: StoredWord): void => write('word', word.clientId, word);

/** A book has a word once, whichever devices put it into the list. */
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
