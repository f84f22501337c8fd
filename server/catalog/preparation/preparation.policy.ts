import type { CurrentUser } from '../../http/current-user.ts';

/** The account that queued a preparation reads it. */
export const queuedPreparation = (row: { readonly userId: number }, { userId }: Pick<CurrentUser, 'userId'>): boolean => row.userId === userId;
