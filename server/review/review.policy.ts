import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import { LEVELS, type Level, type ReviewState } from '../../contract/review/review.machine.ts';
import type { Tables } from '../db/tables.ts';
import { hasPermission } from '../http/current-user.ts';
import { isAuthor, type ManuscriptPeople, type Viewer } from '../manuscript/manuscript.policy.ts';

/** Who reads, writes and decides a review of a manuscript. What an author may not learn or decide holds for every account of the author. */
type Authored = Pick<ManuscriptPeople, 'ownerId' | 'authors'>;
interface ReviewPeople extends Authored {
  readonly auditorId: number | null;
}

export const isReviewer = (row: Pick<ReviewPeople, 'auditorId'>, { userId }: Pick<Viewer, 'userId'>): boolean => row.auditorId === userId;
/** The SQL form of `isReviewer`, for lists and counts of own tasks. */
export const reviewedBy =
  (userId: number) =>
  (eb: ExpressionBuilder<Tables, 'review'>): ExpressionWrapper<Tables, 'review', SqlBool> =>
    eb('review.auditorId', '=', userId);

export const namesReviewer = (row: Authored, viewer: Viewer): boolean => !isAuthor(row, viewer);
export const seesReview = (row: ReviewPeople, viewer: Viewer): boolean =>
  !isAuthor(row, viewer) && (isReviewer(row, viewer) || hasPermission(viewer, 'press:audit:list'));
export const writesReport = (row: ReviewPeople, viewer: Viewer): boolean => isReviewer(row, viewer) && !isAuthor(row, viewer);
export const choosesReviewer = (row: Authored, viewer: Viewer): boolean => !isAuthor(row, viewer);

/** Which of the other levels a reader of a review reads: the finished ones up to its own level. */
export const readsLevel = (
  row: { readonly id: number; readonly level: Level },
  other: { readonly id: number; readonly level: Level; readonly finishedAt: number | null },
): boolean => other.id !== row.id && other.finishedAt !== null && LEVELS.indexOf(other.level) <= LEVELS.indexOf(row.level);

/** How a user may take a step of a review. An author who was assigned by mistake only declines. */
export function stepsReview(row: ReviewPeople & { readonly level: Level }, event: string, viewer: Viewer): 'allowed' | 'forbidden' | 'hidden' {
  const reviewer = isReviewer(row, viewer);
  if (!reviewer && !hasPermission(viewer, 'press:audit:list')) return 'hidden';
  if (reviewer && event !== 'decline' && !hasPermission(viewer, `press:audit:${row.level}`)) return 'forbidden';
  return isAuthor(row, viewer) && !(reviewer && event === 'decline') ? 'hidden' : 'allowed';
}

/** Why a report cannot be written in a state; empty when it can. */
export const reportFault = (status: ReviewState): string => (status === 'reviewing' ? '' : '接收任务后才能填写审读报告；已提交的报告不能修改');
