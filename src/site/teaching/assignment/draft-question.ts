import type { PickedQuestion } from '../../../../contract/teaching/question-pick.ts';

/** What the editor of an assignment shows of a question. */
export type DraftQuestion = Pick<PickedQuestion, 'questionId' | 'versionId' | 'points' | 'shown' | 'inBook'>;
