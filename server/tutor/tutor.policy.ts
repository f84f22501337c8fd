import type { CurrentUser } from '../http/current-user.ts';

/** Who sees a tutoring and writes in its thread. */
type Account = Pick<CurrentUser, 'userId'>;

/** As whom a user sees a tutoring; null for a person who may not see it. */
export function sideOf(
  row: { readonly userId: number; readonly expertUserId: number | null },
  { userId }: Account,
  staff: boolean,
): 'applicant' | 'expert' | 'staff' | null {
  if (row.userId === userId) return 'applicant';
  if (row.expertUserId === userId) return 'expert';
  return staff ? 'staff' : null;
}
/** Who pays the fee of a tutoring, and who opens its order: the applicant, and finance who registers money. */
export const mayPayFee = (row: { readonly userId: number }, { userId }: Account): boolean => row.userId === userId;
export const opensFee = (row: { readonly userId: number }, account: Account, finance: boolean): boolean => finance || mayPayFee(row, account);
export const wroteMessage = (message: { readonly userId: number }, { userId }: Account): boolean => message.userId === userId;
