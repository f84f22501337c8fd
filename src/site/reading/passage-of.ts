import type { Passage } from '../../../contract/annotation/sync.ts';
import type { Selected } from '../../reader-engine/marks.ts';
import type { Opening } from './session/opening.ts';

/** Converts a selection to its stored form. */
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
