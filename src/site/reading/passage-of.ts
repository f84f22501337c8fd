import type { Passage } from '../../../contract/annotation/sync.ts';
import type { Selected } from '../../reader-engine/marks.ts';
import type { Opening } from './opening.ts';

/** What was selected, as it is kept. */
export const passageOf = ({ card, editionId }: Opening, { documentIndex, chapterTitle, cfi, text, before, after }: Selected): Passage => ({
  publishId: card.publishId,
  editionId,
  documentIndex,
  chapterTitle,
  cfi,
  text,
  before,
  after,
});
