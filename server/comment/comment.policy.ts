import type { CurrentUser } from '../http/current-user.ts';

/** Who changes, reports and moderates a comment or a message of an author. */
type Account = Pick<CurrentUser, 'userId'>;
type Person = Pick<CurrentUser, 'accounts'>;

/** The account that wrote a comment changes and deletes it. */
export const wroteComment = (row: { readonly userId: number }, viewer: Account | null): boolean => viewer !== null && row.userId === viewer.userId;
export const wroteMessage = (row: { readonly authorId: number }, viewer: Account | null): boolean =>
  viewer !== null && row.authorId === viewer.userId;
/** Nobody reports the own comment, also not one of a second account. */
export const reportsComment = (row: { readonly userId: number }, { accounts }: Person): boolean => !accounts.has(row.userId);

interface Claim {
  readonly claimedBy: number | null;
  readonly claimedUntil: number | null;
}
/** The lock of a claimed text, so that two moderators do not judge it. */
export const claimedByOther = (row: Claim, { userId }: Account, now: number): boolean =>
  row.claimedBy !== null && row.claimedBy !== userId && Number(row.claimedUntil) > now;
export const holdsClaim = (row: Pick<Claim, 'claimedBy'>, { userId }: Account): boolean => row.claimedBy === userId;
