import { journalReviewMachine } from '../../../contract/periodical/journal-review.machine.ts';
import type { JournalReviewState } from '../../../contract/periodical/journal-review.machine.ts';
import type { CurrentUser } from '../../http/current-user.ts';

/** Who opens the task of a reviewer of a journal. */
interface ReviewFacts {
  readonly reviewerId: number | null;
  readonly status: JournalReviewState;
  readonly round: number;
}
type Account = Pick<CurrentUser, 'userId'>;

/** States in which a reviewer has no rights: not yet invited, declined or cancelled. */
const CLOSED: ReadonlySet<JournalReviewState> = new Set(journalReviewMachine.groups.closed);

export const isReviewer = (row: Pick<ReviewFacts, 'reviewerId'>, { userId }: Account): boolean => row.reviewerId === userId;
export const opensTask = (row: ReviewFacts, viewer: Account): boolean => isReviewer(row, viewer) && !CLOSED.has(row.status);
/** Own finished reviews of earlier rounds, which a reviewer reads again. */
export const isOwnEarlier = (row: Pick<ReviewFacts, 'round'>, other: ReviewFacts, viewer: Account): boolean =>
  isReviewer(other, viewer) && other.status === 'done' && other.round < row.round;
/** Whether an invitation by mail may go to an account: to any, unless the mail belongs to another one. */
export const takesInvitation = (invited: { readonly id: number } | undefined, { userId }: Account): boolean =>
  invited === undefined || invited.id === userId;
