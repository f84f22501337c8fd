import type { CurrentUser } from '../../http/current-user.ts';

/** Whose attempt it is, for lists of one student. */
export const isAttemptOf = (attempt: { readonly userId: number }, { userId }: { readonly userId: number }): boolean => attempt.userId === userId;

/** Whose answers they are: only this account writes them. */
export const writesAttempt = (attempt: { readonly userId: number }, { userId }: Pick<CurrentUser, 'userId'>): boolean => attempt.userId === userId;

/** Whether the mark of an answer was made by this account. */
export const ownsMark = (item: { readonly markedBy: number | null }, { userId }: Pick<CurrentUser, 'userId'>): boolean => item.markedBy === userId;
