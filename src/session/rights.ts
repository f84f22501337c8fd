import { BACK_OFFICE_ROLES, EVERY_PERMISSION } from '../../contract/identity/session.ts';

export const mayEnterBackOffice = (roles: readonly string[]): boolean =>
  roles.some((role) => (BACK_OFFICE_ROLES as readonly string[]).includes(role));

/** An empty request is denied; `*:*:*` holds everything. */
export function hasPermission(permissions: readonly string[], wanted: string): boolean {
  return wanted !== '' && (permissions.includes(EVERY_PERMISSION) || permissions.includes(wanted));
}
