import type { PackedReview } from '../../../contract/teaching/class-pack.ts';
import { reviewDay } from '../../../contract/teaching/review-day.ts';
import type { QuestionKey } from '../../../contract/textbook/question-kind.ts';
import { rightTo } from '../../commerce/entitlement.service.ts';
import type { AppContext } from '../../context.ts';
import type { Database } from '../../db/database.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { chapterNames } from '../../textbook/exercise/exercise.service.ts';
import { scoredPlaces } from '../../textbook/practice/practice.service.ts';
import { shownQuestion, versionMap } from '../../textbook/question/question.service.ts';
import { membershipsOf } from '../course/class-member.queries.ts';
import { reviewOf } from '../review/daily-review.service.ts';
import { itemsOf } from './assignment-row.format.ts';
import { assignmentsWithoutKey } from './assignment.queries.ts';
import { filesIn } from './pack-files.format.ts';

const AHEAD_DAYS = 14;
/** A pack is small: §20 allows 2 MB without books and media. */
const MOST = 300;

/** Questions of published assignments of the classes of a student whose keys are not shown yet. */
async function heldQuestions(db: Database, userId: number): Promise<ReadonlySet<number>> {
  const classIds = (await membershipsOf(db, userId)).filter(({ status }) => status === 'active').map(({ classId }) => classId);
  const rows = await assignmentsWithoutKey(db, classIds);
  return new Set(rows.flatMap((row) => itemsOf(row).flatMap(({ versions }) => versions.map(({ questionId }) => questionId))));
}

/**
 * The questions of textbooks that come in the review of a student within two weeks, by exercise, with their keys. Left out is what the student may not
 * practise now, and what is asked in an assignment whose key is not shown yet.
 */
export async function reviewForPack(
  context: AppContext,
  currentUser: CurrentUser,
  publishIds: readonly number[],
  now: number,
): Promise<PackedReview[]> {
  const { userId } = currentUser;
  const last = reviewDay(now) + AHEAD_DAYS;
  const { cards } = await reviewOf(context, userId);
  const held = await heldQuestions(context.db, userId);
  const due = cards
    .filter(({ publishId, questionId, dueDay }) => publishIds.includes(publishId) && dueDay <= last && !held.has(questionId))
    .toSorted((one, two) => one.dueDay - two.dueDay || one.questionId - two.questionId)
    .slice(0, MOST);
  const places = [...(await scoredPlaces(context, currentUser, due)).values()].toSorted((one, two) => one.versionId - two.versionId);
  const versions = await versionMap(
    context.db,
    places.map(({ versionId }) => versionId),
  );
  const names = await chapterNames(context, [...new Set(places.flatMap(({ work }) => work.editionId ?? []))]);
  const sets = Map.groupBy(places, ({ set }) => set.setId);
  const review: PackedReview[] = [];
  for (const own of sets.values()) {
    const [first] = own;
    if (!first) continue;
    const { work, set } = first;
    const questions = own.flatMap(({ versionId }) => {
      const version = versions.get(versionId);
      return version ? [{ ...shownQuestion(version), key: version.key as QuestionKey }] : [];
    });
    review.push({
      setId: set.setId,
      publishId: work.publishId,
      title: set.title,
      documentIndex: set.documentIndex,
      shuffle: false,
      questions,
      bookTitle: work.title,
      chapterTitle: names.get(`${work.editionId}/${set.documentIndex}`) ?? '',
      until: work.entitled ? (await rightTo(context, currentUser, work.publishId)).validTo : null,
      files: filesIn(questions),
    });
  }
  return review.toSorted((one, two) => one.publishId - two.publishId || one.setId - two.setId);
}
