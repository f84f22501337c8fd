import type { BookCard, BookDetail } from '../../contract/catalog/book.ts';
import { answerExercise, exercise, type ReaderSet } from '../../contract/textbook/exercise.ts';
import { judgeAnswer } from '../../contract/textbook/answer/judge-answer.ts';
import type { KeptExercises } from '../../contract/textbook/kept-exercise.ts';
import { showsKey, type Answer, type Judged, type QuestionKey } from '../../contract/textbook/question-kind.ts';
import type { PracticeQuestion } from '../../contract/textbook/practice.ts';
import type { ReviewVerdict } from '../../contract/textbook/review-log.ts';
import { call, isAway } from '../api/call.ts';
import { packedReview, packFacts } from '../class-pack/class-pack.ts';
import { downloadedBooks } from '../downloads/downloaded-books.ts';
import { downloadedCopy } from '../downloads/downloads.store.ts';
import { storedExercises } from '../downloads/placed-media.ts';
import { currentPerson } from '../session/current-person.ts';
import type { PracticeSitting } from './practice-log.ts';

/** What a try shows: the verdict, and the key with a right answer or with the second try. */
export interface Tried {
  readonly judged: Judged;
  readonly key: QuestionKey | null;
}

/** A copy of a textbook on this device. */
export interface Copy {
  readonly publishId: number;
  readonly editionId: number;
}

/** An exercise, or the questions of several, as practice shows them. */
export interface PracticeSet {
  readonly title: string;
  readonly shuffle: boolean;
  readonly questions: readonly PracticeQuestion[];
}

const NOT_HERE = '这道题没有存到本机，联网后可以做';

/** Runs the call, and without a network the work on the copy of this device. */
async function orStored<T>(online: () => Promise<T>, stored: () => Promise<T | null>): Promise<T> {
  try {
    return await online();
  } catch (error) {
    const found = isAway(error) ? await stored().catch(() => null) : null;
    if (found === null) throw error;
    return found;
  }
}

type StoredSet = KeptExercises[number];

/** The complete copies of textbooks on this device that may be read. */
export async function textbookCopies(): Promise<(Copy & { readonly book: BookCard; readonly detail: BookDetail | null })[]> {
  const person = currentPerson();
  if (person === null) return [];
  const books = await downloadedBooks(person)
    .list()
    .catch(() => []);
  const found = await Promise.all(
    books.filter(({ book, complete }) => complete && book.kind === 'textbook').map(({ book: { publishId } }) => downloadedCopy(publishId)),
  );
  return found.flatMap((copy) => (copy ? [{ publishId: copy.book.publishId, editionId: copy.editionId, book: copy.book, detail: copy.detail }] : []));
}

/** The questions of the review that packs of classes brought to this device. */
export async function packedQuestions(): Promise<Awaited<ReturnType<typeof packedReview>>> {
  const person = currentPerson();
  return person === null ? [] : packedReview(person).catch(() => []);
}

/** Whether this device has a copy of a textbook or a pack of a class: without them it knows nothing of practice. */
export async function hasPractice(): Promise<boolean> {
  const person = currentPerson();
  if (person === null) return false;
  return (await textbookCopies()).length > 0 || (await packFacts(person).catch(() => [])).length > 0;
}

const copyOf = async (publishId: number): Promise<Copy | null> => {
  const copy = await downloadedCopy(publishId);
  return copy && { publishId, editionId: copy.editionId };
};

async function storedSet(setId: number, copies: readonly Copy[]): Promise<StoredSet | null> {
  for (const { publishId, editionId } of copies) {
    const set = (await storedExercises(publishId, editionId).catch(() => [])).find((one) => one.setId === setId);
    if (set) return set;
  }
  return null;
}

const practiceSet = ({ setId, publishId, title, shuffle, questions }: ReaderSet): PracticeSet => ({
  title,
  shuffle,
  questions: questions.map(({ questionId, versionId, points, shown }) => ({ questionId, versionId, points, shown, setId, publishId })),
});

/** An exercise: from the server, else from a copy; `copy` is the one that is open. */
export const loadSet = (setId: number, copy?: Copy): Promise<PracticeSet> =>
  orStored(
    async () => practiceSet(await call(exercise, { params: { setId } }, { known: true })),
    async () => {
      const set = await storedSet(setId, copy ? [copy] : await textbookCopies());
      return set && practiceSet(set);
    },
  );

async function storedQuestion({ setId, versionId, publishId }: PracticeQuestion, copy?: Copy) {
  const here = copy ?? (await copyOf(publishId));
  const sets = [...(here ? [await storedSet(setId, [here])] : []), ...(await packedQuestions())];
  return sets.flatMap((set) => set?.questions ?? []).find((one) => one.versionId === versionId);
}

/** Judges an answer of practice: on the server, or with the key of the copy or of a pack. */
const tryAnswer = (asked: PracticeQuestion, answer: Answer, attempt: number, copy?: Copy): Promise<Tried> =>
  orStored<Tried>(
    () => call(answerExercise, { body: { setId: asked.setId, versionId: asked.versionId, answer, attempt } as never }, { known: true }),
    async () => {
      const question = await storedQuestion(asked, copy);
      if (!question) throw new Error(NOT_HERE);
      const { signs } = await import('../book-search/simplified-characters.ts');
      const judged = judgeAnswer(question.shown, question.key, answer, question.points, signs());
      return { judged, key: showsKey(judged.verdict, attempt) ? question.key : null };
    },
  );

/** Whether a verdict is written into the log; nobody judges the other answers of practice. */
export const isRemembered = (verdict: Judged['verdict']): verdict is ReviewVerdict =>
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
