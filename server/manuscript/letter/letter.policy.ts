import type { CurrentUser } from '../../http/current-user.ts';

/** Who gets and takes back a letter, and who answers a question of the editor. */
type Account = Pick<CurrentUser, 'userId'>;

export const isRecipient = (letter: { readonly recipients: string }, { userId }: Account): boolean =>
  (JSON.parse(letter.recipients) as number[]).includes(userId);
export const sentLetter = (letter: { readonly senderId: number }, { userId }: Account): boolean => letter.senderId === userId;
export const takesBackLetter = (
  letter: { readonly senderId: number; readonly status: string; readonly sendAt: number },
  viewer: Account,
  now: number,
): boolean => letter.status === 'waiting' && letter.sendAt > now && sentLetter(letter, viewer);
export const isAsked = (query: { readonly askTo: number }, { userId }: Account): boolean => query.askTo === userId;
/** Whether a request to confirm the authorship was sent to an account. */
export const isAskedAccount = (asked: number | null | undefined, { userId }: Account): boolean => asked === userId;
