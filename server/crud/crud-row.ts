import { hasPermission, type CurrentUser } from '../http/current-user.ts';

const OF_THE_ADMIN = ['createBy', 'updateBy', 'remark'] as const;

/**
 * Returns a row for a user who does not manage such rows: without remarks, and without creator and editor,
 * because these are sign-in names of staff.
 */
export function seenBy<R extends object>(currentUser: CurrentUser, permission: string, row: R): R {
  if (hasPermission(currentUser, permission)) return row;
  return { ...row, ...Object.fromEntries(OF_THE_ADMIN.filter((name) => name in row).map((name) => [name, ''])) };
}
