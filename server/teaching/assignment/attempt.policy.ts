import type { CurrentUser } from '../../http/current-user.ts';

/** Whose answers they are: only this account writes them. */
export const writesAttempt = (attempt: { readonly userId: number }, { userId }: Pick<CurrentUser, 'userId'>): boolean => attempt.userId === userId;
