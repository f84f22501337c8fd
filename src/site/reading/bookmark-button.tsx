import { useSnapshot } from 'valtio/react';
import { addBookmark, marksIn, removeMark } from '../../annotations/marks.ts';
import type { StoredMark } from '../../annotations/annotation-record.ts';
import type { PreparedBook } from '../../../contract/reading/prepared-book.ts';
import type { Reader } from '../../reader-engine/open-book.ts';
import { percentAt, type Position } from '../../reader-engine/position.ts';
import { Icon } from '../frame/icon.tsx';
import { requireLogin } from './require-login.ts';
import type { Opening } from './session/opening.ts';
import { readingPage } from './session/reading-page.store.ts';
import { useMarks } from './marking/use-marks.ts';

/** Returns the bookmarks on the shown page in its current layout. */
export function bookmarksAt(marks: readonly StoredMark[], book: PreparedBook, place: Position | null): StoredMark[] {
  if (!place) return [];
  const next = place.page + 1 < place.pages ? percentAt(book, place.documentIndex, place.page + 1, place.pages) : 101;
  return marks.filter(
    (mark) =>
      mark.type === 'bookmark' &&
      mark.documentIndex === place.documentIndex &&
      (mark.cfi === place.cfi || (mark.percent >= place.percent && mark.percent < next)),
  );
}

/** Adds or removes the bookmark of the page; a page with a bookmark shows a ribbon. */
export function BookmarkButton({ opening, reader }: { opening: Opening; reader: Reader }) {
  const { card, editionId, book } = opening;
  const { place } = useSnapshot(readingPage);
  const here = bookmarksAt(useMarks(card.publishId), book, place);
  const toggle = async (): Promise<void> => {
    // Use the reader's current page: a turn just before may not have been rendered here yet.
    const now = reader.place;
    const sentence = firstSentence(reader)?.text ?? '';
    if (!now || !(await requireLogin())) return;
    const before = bookmarksAt(marksIn(card.publishId), book, now);
    for (const mark of before) removeMark(mark.clientId);
    if (before.length > 0) return;
    const { documentIndex, cfi, percent, chapterTitle } = now;
    const passage = {
      publishId: card.publishId,
      editionId,
      documentIndex,
      chapterTitle,
      cfi,
      text: sentence,
      before: '',
      after: '',
    };
    await addBookmark({ ...passage, percent });
  };
  return (
    <button
      type="button"
      className="icon-button reader-bookmark"
      aria-label={here.length > 0 ? '取消书签' : '加书签'}
      aria-pressed={here.length > 0}
      disabled={!place}
      onClick={() => void toggle()}
    >
      <Icon name="bookmark" />
    </button>
  );
}

/** Returns the text at the start of the shown page; null for a page of pictures. */
export function firstSentence(reader: Reader): { text: string; documentIndex: number } | null {
  const first = reader.sentences().next();
  return first.done ? null : first.value;
}
