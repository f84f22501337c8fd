import type { CurrentUser } from '../http/current-user.ts';

/** The account that asked for a real-name check sees and withdraws it. */
export const ownsCheck = (row: { readonly userId: number }, { userId }: Pick<CurrentUser, 'userId'>): boolean => row.userId === userId;
