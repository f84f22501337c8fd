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
export const wroteMessage = (message: { readonly userId: number }, { userId }: Account): boolean => message.userId === userId;
