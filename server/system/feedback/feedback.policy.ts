import { hasPermission, type CurrentUser } from '../../http/current-user.ts';

/** A feedback is read by the account that sent it and by those who answer it. */
export const readsFeedback = (row: { readonly userId: number | null }, viewer: Pick<CurrentUser, 'userId' | 'permissions'>): boolean =>
  row.userId === viewer.userId || hasPermission(viewer, 'system:feedback:list');
