import type { Passage } from '../../../contract/annotation/sync.ts';
import { chapterTitleAt } from '../../reader-engine/place.ts';
import type { Selected } from '../../reader-engine/marks.ts';
import type { Opening } from './opening.ts';

/** What was selected, as it is kept. */
export const passageOf = ({ card, editionId, book }: Opening, { documentIndex, cfi, text, before, after }: Selected): Passage => ({
  publishId: card.publishId,
  editionId,
  documentIndex,
  chapterTitle: chapterTitleAt(book, documentIndex),
  cfi,
  text,
  before,
  after,
});
