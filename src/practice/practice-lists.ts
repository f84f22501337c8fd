import {
  exercisesOfWork,
  practiceQuestions,
  wrongBook,
  type ExercisesOfWork,
  type PracticeQuestion,
  type WrongQuestion,
} from '../../contract/textbook/practice.ts';
import { listedStem, plainOf } from '../../contract/textbook/plain-html.ts';
import { REVIEW } from '../../contract/textbook/review-log.ts';
import { isScored } from '../../contract/textbook/question-kind.ts';
import { practised, practiceStates, type PracticeState } from '../../contract/textbook/wrong-book.ts';
import { call, isAway } from '../api/call.ts';
import { storedExercises } from '../downloads/placed-media.ts';
import { currentPerson } from '../session/current-person.ts';
import { syncPractice } from './practice-sender.ts';
import { logOnDevice, unsentOf } from './practice-store.ts';
import { hasPractice, packedQuestions, textbookCopies } from './practice-source.ts';

/** `here`: only what is stored on this device, because there is no network. */
export interface WrongList {
  readonly items: readonly WrongQuestion[];
  readonly closed: number;
  readonly here: boolean;
}

/** What this device knows of each question. */
async function statesHere(): Promise<Map<number, PracticeState>> {
  const person = currentPerson();
  return practiceStates(person === null ? [] : await logOnDevice(person));
}

/** Questions with rows that the server does not have yet. */
async function unsentQuestions(): Promise<Set<number>> {
  const person = currentPerson();
  return new Set(person === null ? [] : (await unsentOf(person)).map(({ entry }) => entry.questionId));
}

/** The exercises of the copies on this device. */
async function storedSets() {
  const copies = await textbookCopies();
  const sets = await Promise.all(
    copies.map(async ({ publishId, editionId, book, detail }) =>
      (await storedExercises(publishId, editionId).catch(() => [])).map((set) => ({
        ...set,
        bookTitle: book.title,
        chapterTitle: detail?.chapters.find(({ index }) => index === set.documentIndex)?.title ?? '',
      })),
    ),
  );
  return sets.flat();
}

/** Exercises and parts of exercises on this device: of copies of textbooks, and of packs of classes. */
const setsHere = async () => [...(await storedSets()), ...(await packedQuestions())];

/** The questions of the wrong book that are on this device. */
async function wrongHere(states: ReadonlyMap<number, PracticeState>): Promise<WrongQuestion[]> {
  const found = new Map<number, WrongQuestion>();
  for (const { setId, publishId, bookTitle, documentIndex, chapterTitle, questions } of await setsHere())
    for (const { questionId, versionId, shown } of questions) {
      const state = states.get(questionId);
      if (!state?.inBook || versionId <= (found.get(questionId)?.versionId ?? 0)) continue;
      const stem = listedStem(plainOf(shown.stem));
      const { times, wrong, lastAt } = state;
      found.set(questionId, {
        questionId,
        versionId,
        setId,
        publishId,
        bookTitle,
        documentIndex,
        chapterTitle,
        kind: shown.kind,
        stem,
        times,
        wrong,
        lastAt,
      });
    }
  return [...found.values()];
}

/** The wrong book: of the account with what waits on this device, without a network what is stored here of it. */
export async function loadWrongBook(): Promise<WrongList> {
  await syncPractice();
  try {
    const { items, closed } = await call(wrongBook, {}, { known: true });
    const unsent = await unsentQuestions();
    if (unsent.size === 0) return { items, closed, here: false };
    const states = await statesHere();
    const listed = items.filter(({ questionId }) => !unsent.has(questionId) || states.get(questionId)?.inBook);
    const others = (await wrongHere(states)).filter(
      ({ questionId }) => unsent.has(questionId) && !listed.some((one) => one.questionId === questionId),
    );
    return { items: [...listed, ...others], closed, here: false };
  } catch (error) {
    if (!isAway(error)) throw error;
    const states = await statesHere();
    const items = await wrongHere(states);
    const all = [...states.values()].filter(({ inBook }) => inBook).length;
    if (all === 0 && !(await hasPractice())) throw error;
    return { items, closed: all - items.length, here: true };
  }
}

/** The questions on this device, in their newest version. */
export async function storedQuestions(): Promise<Map<number, PracticeQuestion>> {
  const found = new Map<number, PracticeQuestion>();
  for (const { setId, publishId, questions } of await setsHere())
    for (const { questionId, versionId, points, shown } of questions)
      if (versionId > (found.get(questionId)?.versionId ?? 0)) found.set(questionId, { questionId, versionId, points, shown, setId, publishId });
  return found;
}

/** Questions to practise, in the order of the ids. */
export async function loadQuestions(questionIds: readonly number[]): Promise<PracticeQuestion[]> {
  const some = questionIds.slice(0, REVIEW.questions);
  if (some.length === 0) return [];
  try {
    return await call(practiceQuestions, { params: { questionIds: some.join(',') } }, { known: true });
  } catch (error) {
    if (!isAway(error)) throw error;
    const found = await storedQuestions();
    const here = some.flatMap((id) => found.get(id) ?? []);
    if (here.length === 0) throw error;
    return here;
  }
}

/** The exercises of a textbook with the own progress; without a network from its copy. */
export async function loadExercises(publishId: number): Promise<ExercisesOfWork> {
  if (currentPerson() !== null) await syncPractice();
  try {
    return await call(exercisesOfWork, { params: { publishId } }, { known: true });
  } catch (error) {
    const sets = isAway(error) ? (await storedSets()).filter((set) => set.publishId === publishId) : [];
    const [first] = sets;
    if (!first) throw error;
    const states = await statesHere();
    const ids = new Set(sets.flatMap(({ questions }) => questions.map(({ questionId }) => questionId)));
    return {
      publishId,
      title: first.bookTitle,
      wrong: [...states].filter(([id, { inBook }]) => inBook && ids.has(id)).length,
      sets: sets.map(({ setId, title, documentIndex, chapterTitle, questions }) => {
        const scored = questions.filter(({ shown }) => isScored(shown)).map(({ questionId }) => questionId);
        const asked = questions.filter(({ shown }) => shown.kind !== 'text').length;
        return { setId, title, documentIndex, chapterTitle, questions: asked, scored: scored.length, ...practised(states, scored), open: true };
      }),
    };
  }
}
