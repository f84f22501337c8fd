import type { CurrentUser } from '../http/current-user.ts';

type Account = Pick<CurrentUser, 'userId'>;

/** A payee sees and disputes the own lines, and withdraws the own balance. */
export const ownsEarning = (row: { readonly userId: number }, { userId }: Account): boolean => row.userId === userId;
export const ownsWithdraw = (row: { readonly userId: number }, { userId }: Account): boolean => row.userId === userId;
/** The rows of one payee, for sums. */
export const rowsOf = <R extends { readonly userId: number }>(rows: readonly R[], userId: number): R[] => rows.filter((row) => row.userId === userId);
