import type { CurrentUser } from './current-user.ts';

type Viewer = Pick<CurrentUser, 'userId' | 'accounts'>;

/** Whether a user is the account itself, as for its sign-in, its sessions and its password. */
export const isOwnAccount = (userId: number | null | undefined, viewer: Pick<Viewer, 'userId'> | null): boolean =>
  viewer !== null && userId === viewer.userId;

/** Whether a user is the person, with any account: nobody grants, punishes or confirms for oneself, also not with a second account. */
export const isOwnPerson = (userId: number | null | undefined, viewer: Pick<Viewer, 'accounts'> | null): boolean =>
  viewer !== null && userId != null && viewer.accounts.has(userId);
