import type { CurrentUser } from '../http/current-user.ts';

/** Files and uploads belong to the account that sent them: it alone continues, uses and cancels an upload. */
export const ownsFile = (file: { readonly ownerId: number | null }, { userId }: Pick<CurrentUser, 'userId'>): boolean => file.ownerId === userId;
