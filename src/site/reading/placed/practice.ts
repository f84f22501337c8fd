import { answerExercise, exercise, type ReaderSet } from '../../../../contract/textbook/exercise.ts';
import { judgeAnswer } from '../../../../contract/textbook/judge-answer.ts';
import type { Answer, Judged, QuestionKey } from '../../../../contract/textbook/question-kind.ts';
import { call, isAway, isOffline } from '../../../api/call.ts';
import { storedExercises } from '../../../downloads/placed-media.ts';
import type { Opening } from '../session/opening.ts';

/** What a try shows: the verdict, and the key with a right answer or with the second try. */
export interface Tried {
  readonly judged: Judged;
  readonly key: QuestionKey | null;
}

/** Tries after which the key is shown. */
const TRIES = 2;

/** Runs the call, and without a network the work on the copy of this device. */
async function orStored<T>(online: () => Promise<T>, stored: () => Promise<T>, kept: boolean): Promise<T> {
  try {
    return await online();
  } catch (error) {
    if (!kept || !(isOffline(error) || isAway(error))) throw error;
    return stored();
  }
}

const storedSet = async ({ card, editionId }: Opening, setId: number) => {
  const set = (await storedExercises(card.publishId, editionId)).find((one) => one.setId === setId);
  if (!set) throw new Error('这个练习没有存到本机，联网后可以做');
  return set;
};

export const loadSet = (opening: Opening, setId: number): Promise<ReaderSet> =>
  orStored(
    () => call(exercise, { params: { setId } }, { known: true }),
    () => storedSet(opening, setId),
    opening.kept,
  );

/** Judges an answer of practice: on the server, or with the stored key. */
export const tryAnswer = (opening: Opening, given: { setId: number; versionId: number; answer: Answer; attempt: number }): Promise<Tried> =>
  orStored<Tried>(
    () => call(answerExercise, { body: given as never }, { known: true }),
    async () => {
      const set = await storedSet(opening, given.setId);
      const question = set.questions.find(({ versionId }) => versionId === given.versionId);
      if (!question) throw new Error('这道题没有存到本机，联网后可以做');
      const { signs } = await import('../../../book-search/simplified-characters.ts');
      const judged = judgeAnswer(question.shown, question.key, given.answer, question.points, signs());
      const known = judged.verdict === 'right' || judged.verdict === 'manual' || (given.attempt >= TRIES && judged.verdict !== 'empty');
      return { judged, key: known ? question.key : null };
    },
    opening.kept,
  );
