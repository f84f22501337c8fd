import type { CurrentUser } from '../http/current-user.ts';

/** Files and uploads belong to the account that sent them: it alone continues, uses and cancels an upload. */
export const ownsFile = (file: { readonly ownerId: number | null }, { userId }: Pick<CurrentUser, 'userId'>): boolean => file.ownerId === userId;

/** A link to a file for a player opens it for the account and the session that got the link. */
export const opensPlayLink = (
  link: { readonly userId: number; readonly session: string },
  { userId, sessionId }: Pick<CurrentUser, 'userId' | 'sessionId'>,
): boolean => link.userId === userId && link.session === sessionId;
