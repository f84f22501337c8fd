import { hasPermission, type CurrentUser } from '../http/current-user.ts';

const OF_THE_ADMIN = ['createBy', 'updateBy', 'remark'] as const;

/**
 * A row as somebody sees it who does not work with its like: without what was remarked, and without who made and changed it,
 * for those are the names by which staff sign in.
 */
export function seenBy<R extends object>(currentUser: CurrentUser, permission: string, row: R): R {
  if (hasPermission(currentUser, permission)) return row;
  return { ...row, ...Object.fromEntries(OF_THE_ADMIN.filter((name) => name in row).map((name) => [name, ''])) };
}
