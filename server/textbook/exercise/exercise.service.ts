import type { z } from 'zod';
import type { DataOf } from '../../../contract/endpoint.ts';
import { isPossibleAnswer } from '../../../contract/textbook/answer-shape.ts';
import type { answerExercise, ReaderSet } from '../../../contract/textbook/exercise.ts';
import { showsKey } from '../../../contract/textbook/question-kind.ts';
import { ANSWER_CODES } from '../../../contract/textbook/question-limits.ts';
import { GONE } from '../../catalog/book.service.ts';
import { knowsOf, rightTo } from '../../commerce/entitlement.service.ts';
import type { AppContext } from '../../context.ts';
import { AppError, forbidden, missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { rateLimitKey } from '../../http/rate-limit-key.ts';
import { rateLimit, type RateLimit } from '../../http/rate-limit.ts';
import { isInTrial } from '../placed.policy.ts';
import { judge, shownQuestion, versionsOf } from '../question/question.service.ts';
import type { LiveSet, SetItem } from './exercise-set.service.ts';
import { chapterById, chapterTitlesOf, liveSets, questionsWithBank, setById, setsNamed, worksOfSets } from './exercise.queries.ts';

const ANSWERS: RateLimit = { name: 'exerciseAnswer', points: 120, windowMs: 60_000, message: '您提交得太快了，请稍后再试' };
/** A school is one address. */
const ANSWERS_OF_ADDRESS: RateLimit = { ...ANSWERS, name: 'exerciseAnswerAddress', points: 3_000 };

const gone = () => missing('练习不存在或已下线');

type Row = Awaited<ReturnType<typeof liveSets>>[number];

/** The set as readers see it; null when its work is gone. Throws when the reader has no right to its chapter. */
async function openSet(context: AppContext, currentUser: CurrentUser | null, publishId: number, documentIndex: number | null): Promise<void> {
  const [work] = await worksOfSets(context.db, [publishId]);
  if (!work) throw missing(GONE);
  if (work.status !== 'listed' && !(currentUser && (await knowsOf(context, currentUser, publishId)))) throw missing(GONE);
  // An exercise of the whole book belongs to no chapter of the trial.
  if (isInTrial(work, { documentIndex: documentIndex ?? Number.MAX_SAFE_INTEGER })) return;
  if (!currentUser || !(await rightTo(context, currentUser, publishId)).entitled) throw forbidden('您还没有这部教材的使用权，不能做这个练习');
}

/** The items of a set without questions that were kept for assignments since its approval: a student never gets them as practice. */
export async function practiceItems({ db }: Pick<AppContext, 'db'>, items: readonly SetItem[]): Promise<readonly SetItem[]> {
  const ids = items.map(({ questionId }) => questionId);
  const kept = new Set((await questionsWithBank(db, ids)).filter(({ use }) => use === 'assignment').map(({ id }) => id));
  return items.filter(({ questionId }) => !kept.has(questionId));
}

async function readerSet(context: AppContext, { id, publishId, live }: Row): Promise<ReaderSet> {
  const { title, documentIndex, shuffle, items } = JSON.parse(live) as LiveSet;
  const versions = await versionsOf(
    context.db,
    (await practiceItems(context, items)).map(({ versionId }) => versionId),
  );
  return { setId: id, publishId, title, documentIndex, shuffle, questions: versions.map(shownQuestion) };
}

export async function exercisesFor(context: AppContext, currentUser: CurrentUser | null, chapterId: number): Promise<ReaderSet[]> {
  const chapter = await chapterById(context.db, chapterId);
  if (!chapter) throw missing(GONE);
  await openSet(context, currentUser, chapter.publishId, chapter.orderNum);
  const rows = (await liveSets(context.db, chapter.publishId)).filter(({ live }) => (JSON.parse(live) as LiveSet).documentIndex === chapter.orderNum);
  return Promise.all(rows.map((row) => readerSet(context, row)));
}

/** Returns a set that readers see, for a reader with the right to its chapter. */
async function liveSet(context: AppContext, currentUser: CurrentUser | null, setId: number) {
  const row = await setById(context.db, setId);
  if (!row || row.live === '') throw gone();
  const live = JSON.parse(row.live) as LiveSet;
  await openSet(context, currentUser, row.publishId, live.documentIndex);
  return { row, live };
}

export async function exerciseFor(context: AppContext, currentUser: CurrentUser | null, setId: number): Promise<ReaderSet> {
  const { row } = await liveSet(context, currentUser, setId);
  return readerSet(context, row);
}

/** The sets of a work that readers see, with their chapter and their number of questions. */
export async function liveSetsOf({ db }: AppContext, publishId: number) {
  return (await liveSets(db, publishId)).map(({ id: setId, live }) => {
    const { title, documentIndex, items } = JSON.parse(live) as LiveSet;
    return { setId, title, documentIndex, questions: items.length };
  });
}

/** A work with its published exercises, without questions for assignments. */
export interface PracticeWork {
  readonly publishId: number;
  readonly title: string;
  readonly editionId: number | null;
  /** The user has the right to the whole work. */
  readonly entitled: boolean;
  readonly sets: readonly {
    readonly setId: number;
    readonly title: string;
    readonly documentIndex: number | null;
    readonly items: readonly SetItem[];
    /** The user may do it. */
    readonly open: boolean;
  }[];
}

/** Returns works that the user may know of, each with what of it the user may practise now. */
export async function practiceWorks(
  context: AppContext,
  currentUser: CurrentUser | null,
  publishIds: readonly number[],
): Promise<Map<number, PracticeWork>> {
  const found = new Map<number, PracticeWork>();
  for (const work of await worksOfSets(context.db, [...new Set(publishIds)])) {
    if (work.status !== 'listed' && !(currentUser && (await knowsOf(context, currentUser, work.id)))) continue;
    const entitled = currentUser !== null && (await rightTo(context, currentUser, work.id)).entitled;
    const sets = [];
    for (const { id: setId, live } of await liveSets(context.db, work.id)) {
      const { title, documentIndex, items } = JSON.parse(live) as LiveSet;
      const open = entitled || isInTrial(work, { documentIndex: documentIndex ?? Number.MAX_SAFE_INTEGER });
      sets.push({ setId, title, documentIndex, items: await practiceItems(context, items), open });
    }
    found.set(work.id, { publishId: work.id, title: work.title, editionId: work.editionId, entitled, sets });
  }
  return found;
}

/** Titles of the chapters of the current editions, by `edition/number`. */
export const chapterNames = async ({ db }: Pick<AppContext, 'db'>, editionIds: readonly number[]): Promise<ReadonlyMap<string, string>> =>
  new Map((await chapterTitlesOf(db, editionIds)).map(({ editionId, orderNum, title }) => [`${editionId}/${orderNum}`, title]));

/** Titles and works of sets, for the staff. */
export const namedSets = setsNamed;

/** Judges one answer of a practice. The key stays on the server until the answer is right or is the second one. */
export async function judgeExercise(
  context: AppContext,
  currentUser: CurrentUser | null,
  ip: string,
  { setId, versionId, answer, attempt }: z.output<typeof answerExercise.body>,
): Promise<DataOf<typeof answerExercise>> {
  await rateLimit(context, currentUser ? ANSWERS : ANSWERS_OF_ADDRESS, currentUser?.userId ?? rateLimitKey(ip));
  const { live } = await liveSet(context, currentUser, setId);
  const items = await practiceItems(context, live.items);
  const at = items.findIndex((item) => item.versionId === versionId);
  const [version] = at < 0 ? [] : await versionsOf(context.db, [versionId]);
  if (!version) throw gone();
  if (!isPossibleAnswer(version.shown, answer)) throw new AppError(ANSWER_CODES.impossible, `答案与题目不符：第${at + 1}题`);
  const judged = judge(version, answer);
  return { judged: { ...judged, parts: { ...judged.parts } }, key: showsKey(judged.verdict, attempt) ? version.key : null };
}
