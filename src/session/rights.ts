import { BACK_OFFICE_ROLES, EVERY_PERMISSION } from '../../contract/identity/session.ts';

const SUPER_ROLE = 'admin';

export const canOpenAdmin = (roles: readonly string[]): boolean => roles.some((role) => (BACK_OFFICE_ROLES as readonly string[]).includes(role));

/** Denies an empty request; `*:*:*` grants everything. */
export function hasPermission(permissions: readonly string[], wanted: string): boolean {
  return wanted !== '' && (permissions.includes(EVERY_PERMISSION) || permissions.includes(wanted));
}

/** Denies an empty request; the role `admin` includes every role. */
export function hasRole(roles: readonly string[], wanted: string): boolean {
  return wanted !== '' && (roles.includes(SUPER_ROLE) || roles.includes(wanted));
}

type Check = (held: readonly string[], wanted: string) => boolean;

/** At least one must match; an empty request is denied. */
const anyOf =
  (check: Check) =>
  (held: readonly string[], wanted: readonly string[]): boolean =>
    wanted.some((one) => check(held, one));

/** All must match; an empty request is denied. */
const allOf =
  (check: Check) =>
  (held: readonly string[], wanted: readonly string[]): boolean =>
    wanted.length > 0 && wanted.every((one) => check(held, one));

export const hasAnyPermission = anyOf(hasPermission);
export const hasEveryPermission = allOf(hasPermission);
export const hasAnyRole = anyOf(hasRole);
export const hasEveryRole = allOf(hasRole);

/** Returns the permissions or roles that a control requires. Throws if there are none, which is a programming error. */
export function demanded(control: 'HasPermi' | 'HasRole', value: unknown): readonly string[] {
  if (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')) return value as string[];
  const what = control === 'HasPermi' ? "操作权限，例如 value={['system:user:add']}" : "角色，例如 value={['system_admin']}";
  throw new Error(`${control} 缺少 value：请写明${what}`);
}
