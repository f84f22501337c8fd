import type { EditorModule } from '@docx-editor.dev/core/contracts/modules';
import { collectReviewItems, revisionItemsOf } from '@docx-editor.dev/core/store';

/**
 * Our review module: suggesting, marks and comments, on functions that the Apache-2.0 core publishes. Its licence question is in decision 045.
 */
const review: EditorModule = {
  id: 'review',
  review: {
    displayModes: ['all-markup', 'simple-markup', 'proposed', 'original'],
    collectReviewItems,
    revisionItemsOfParagraph: (part, paragraphId) =>
      revisionItemsOf(part).filter(({ ranges }) =>
        ranges.every(({ start, end }) => start.paragraphId === paragraphId && end.paragraphId === paragraphId),
      ),
  },
};

/** The editor reads its modules once, so they are one constant. */
export const MODULES: readonly EditorModule[] = [review];
