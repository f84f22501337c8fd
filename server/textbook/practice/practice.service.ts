import type { DataOf } from '../../../contract/endpoint.ts';
import { isScored } from '../../../contract/textbook/question-kind.ts';
import { listedStem } from '../../../contract/textbook/plain-html.ts';
import type { exercisesOfWork, PracticeQuestion, wrongBook, WrongQuestion } from '../../../contract/textbook/practice.ts';
import { practised, practiceStates } from '../../../contract/textbook/wrong-book.ts';
import { GONE } from '../../catalog/book.service.ts';
import type { AppContext } from '../../context.ts';
import { missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { chapterNames, practiceWorks, type PracticeWork } from '../exercise/exercise.service.ts';
import { headsOfQuestions, shownQuestion, stemOf, versionMap } from '../question/question.service.ts';
import { logOf } from './practice-log.service.ts';
import { practisedQuestions } from './practice.queries.ts';

export interface PracticePlace {
  readonly work: PracticeWork;
  readonly set: PracticeWork['sets'][number];
  readonly versionId: number;
}

/** Returns where each question can be practised now: in the newest version of those in the exercises that the user may do. */
function placesOf(works: Iterable<PracticeWork>): Map<number, PracticePlace> {
  const places = new Map<number, PracticePlace>();
  for (const work of works)
    for (const set of work.sets)
      if (set.open)
        for (const { questionId, versionId } of set.items)
          if (versionId > (places.get(questionId)?.versionId ?? 0)) places.set(questionId, { work, set, versionId });
  return places;
}

/** Where these questions can be practised by the user now; those that no program judges are left out. */
export async function scoredPlaces(
  context: AppContext,
  currentUser: CurrentUser,
  questions: readonly { readonly questionId: number; readonly publishId: number }[],
): Promise<ReadonlyMap<number, PracticePlace>> {
  const works = await practiceWorks(
    context,
    currentUser,
    questions.map(({ publishId }) => publishId),
  );
  const all = placesOf(works.values());
  const places = questions.flatMap(({ questionId }) => {
    const place = all.get(questionId);
    return place ? [[questionId, place] as const] : [];
  });
  const versions = await versionMap(
    context.db,
    places.map(([, { versionId }]) => versionId),
  );
  return new Map(
    places.filter(([, { versionId }]) => {
      const version = versions.get(versionId);
      return version !== undefined && isScored(version.shown);
    }),
  );
}

export async function wrongBookOf(context: AppContext, currentUser: CurrentUser): Promise<DataOf<typeof wrongBook>> {
  const states = practiceStates(await logOf(context, currentUser.userId));
  const wrong = [...states].filter(([, { inBook }]) => inBook);
  const works = await practiceWorks(
    context,
    currentUser,
    wrong.map(([, { publishId }]) => publishId),
  );
  const places = placesOf(works.values());
  const found = wrong.flatMap(([questionId, state]) => {
    const place = places.get(questionId);
    return place ? [{ questionId, state, place }] : [];
  });
  const versions = await versionMap(
    context.db,
    found.map(({ place }) => place.versionId),
  );
  const names = await chapterNames(
    context,
    [...works.values()].flatMap(({ editionId }) => editionId ?? []),
  );
  const items = found.flatMap(({ questionId, state, place: { work, set, versionId } }): WrongQuestion[] => {
    const version = versions.get(versionId);
    if (!version) return [];
    const { times, wrong: missed, lastAt } = state;
    return [
      {
        questionId,
        versionId,
        setId: set.setId,
        publishId: work.publishId,
        bookTitle: work.title,
        documentIndex: set.documentIndex,
        chapterTitle: names.get(`${work.editionId}/${set.documentIndex}`) ?? '',
        kind: version.shown.kind,
        stem: listedStem(stemOf(version.shown)),
        times,
        wrong: missed,
        lastAt,
      },
    ];
  });
  const chapter = ({ documentIndex }: WrongQuestion): number => documentIndex ?? Number.MAX_SAFE_INTEGER;
  items.sort((a, b) => a.publishId - b.publishId || chapter(a) - chapter(b) || b.lastAt - a.lastAt || a.questionId - b.questionId);
  return { items, closed: wrong.length - items.length };
}

/** The questions in the version that practice shows; those that the user may not practise now are left out. */
export async function questionsFor(context: AppContext, currentUser: CurrentUser, questionIds: readonly number[]): Promise<PracticeQuestion[]> {
  const heads = await headsOfQuestions(context.db, questionIds);
  const works = await practiceWorks(
    context,
    currentUser,
    heads.flatMap(({ publishId }) => publishId ?? []),
  );
  const places = placesOf(works.values());
  const versions = await versionMap(
    context.db,
    questionIds.flatMap((id) => places.get(id)?.versionId ?? []),
  );
  return [...new Set(questionIds)].flatMap((id) => {
    const place = places.get(id);
    const version = place && versions.get(place.versionId);
    return version ? [{ ...shownQuestion(version), setId: place.set.setId, publishId: place.work.publishId }] : [];
  });
}

export async function exercisesFor(context: AppContext, currentUser: CurrentUser | null, publishId: number): Promise<DataOf<typeof exercisesOfWork>> {
  const work = (await practiceWorks(context, currentUser, [publishId])).get(publishId);
  if (!work) throw missing(GONE);
  const states = practiceStates(currentUser ? await logOf(context, currentUser.userId) : []);
  const names = await chapterNames(context, work.editionId === null ? [] : [work.editionId]);
  const versions = await versionMap(
    context.db,
    work.sets.flatMap(({ items }) => items.map(({ versionId }) => versionId)),
  );
  const places = placesOf([work]);
  return {
    publishId,
    title: work.title,
    wrong: [...states].filter(([id, { inBook }]) => inBook && places.has(id)).length,
    sets: work.sets.map(({ setId, title, documentIndex, items, open }) => {
      const shown = items.flatMap(({ versionId }) => versions.get(versionId) ?? []);
      const scored = shown.filter((one) => isScored(one.shown)).map(({ questionId }) => questionId);
      return {
        setId,
        title,
        documentIndex,
        chapterTitle: names.get(`${work.editionId}/${documentIndex}`) ?? '',
        questions: shown.filter((one) => one.shown.kind !== 'text').length,
        scored: scored.length,
        ...practised(states, scored),
        open,
      };
    }),
  };
}

/** Practice in a chapter of a work: the questions that can be judged, and when each student practised one last. */
export interface ChapterPractice {
  readonly publishId: number;
  /** Null for exercises of the whole book. */
  readonly documentIndex: number | null;
  readonly scored: number;
  readonly done: ReadonlyMap<number, readonly number[]>;
}

/** What students practised in works, by chapter: for each student the times (epoch milliseconds) of the last practice of each question. */
export async function practiceOfStudents(
  context: AppContext,
  currentUser: CurrentUser,
  publishIds: readonly number[],
  userIds: readonly number[],
): Promise<ChapterPractice[]> {
  const works = await practiceWorks(context, currentUser, publishIds);
  const sets = [...works.values()].flatMap(({ publishId, sets: own }) => own.map((set) => ({ publishId, ...set })));
  const versions = await versionMap(
    context.db,
    sets.flatMap(({ items }) => items.map(({ versionId }) => versionId)),
  );
  const rows = Map.groupBy(await practisedQuestions(context.db, userIds, publishIds), ({ questionId }) => questionId);
  return [...Map.groupBy(sets, ({ publishId, documentIndex }) => `${publishId} ${documentIndex}`).values()].flatMap((own): ChapterPractice[] => {
    const [first] = own;
    if (!first) return [];
    const questions = new Set(
      own.flatMap(({ items }) =>
        items.flatMap(({ versionId, questionId }) => {
          const version = versions.get(versionId);
          return version && isScored(version.shown) ? [questionId] : [];
        }),
      ),
    );
    const done = new Map<number, number[]>();
    for (const questionId of questions)
      for (const { userId, publishId, at } of rows.get(questionId) ?? [])
        if (publishId === first.publishId) done.set(userId, [...(done.get(userId) ?? []), Number(at)]);
    return [{ publishId: first.publishId, documentIndex: first.documentIndex, scored: questions.size, done }];
  });
}
