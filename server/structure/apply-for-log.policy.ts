import type { CurrentUser } from '../http/current-user.ts';

/** Who sent an application, and whose page a scholar's page is. */
type Account = Pick<CurrentUser, 'userId'>;
type Owned = { readonly userId: number | null };

export const sentApplication = (row: Owned, { userId }: Account): boolean => row.userId === userId;
export const ownsPage = (page: Owned, { userId }: Account): boolean => page.userId === userId;
