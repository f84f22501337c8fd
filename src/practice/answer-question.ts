import type { PracticeQuestion } from '../../contract/textbook/practice.ts';
import type { Answer } from '../../contract/textbook/question-kind.ts';
import type { ReviewVerdict } from '../../contract/textbook/review-log.ts';
import type { PracticeSitting } from './practice-log.ts';
import { tryAnswer, type Copy, type Tried } from './practice-source.ts';

/** Whether a verdict is written into the log; nobody judges the other answers of practice. */
export const isRemembered = (verdict: Tried['judged']['verdict']): verdict is ReviewVerdict =>
  verdict === 'right' || verdict === 'part' || verdict === 'wrong';

/** Judges a try and writes it down. `ms`: since the question was shown. */
export async function answerQuestion(
  sitting: PracticeSitting,
  question: PracticeQuestion,
  answer: Answer,
  tries: number,
  ms: number,
  copy?: Copy,
): Promise<Tried> {
  const result = await tryAnswer(question, answer, tries, copy);
  const { verdict } = result.judged;
  // A device that cannot store it does not stop the practice.
  if (isRemembered(verdict)) await sitting.note(question, verdict, tries, ms).catch(() => undefined);
  return result;
}
