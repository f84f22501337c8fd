import { BACK_OFFICE_ROLES, EVERY_PERMISSION } from '../../contract/identity/session.ts';

const SUPER_ROLE = 'admin';

export const canOpenAdmin = (roles: readonly string[]): boolean => roles.some((role) => (BACK_OFFICE_ROLES as readonly string[]).includes(role));

/** An empty request is denied; `*:*:*` holds everything. */
export function hasPermission(permissions: readonly string[], wanted: string): boolean {
  return wanted !== '' && (permissions.includes(EVERY_PERMISSION) || permissions.includes(wanted));
}

/** An empty request is denied; the role `admin` holds every role. */
export function hasRole(roles: readonly string[], wanted: string): boolean {
  return wanted !== '' && (roles.includes(SUPER_ROLE) || roles.includes(wanted));
}

type Check = (held: readonly string[], wanted: string) => boolean;

/** One of those asked for is enough; nothing asked for is denied. */
const anyOf =
  (check: Check) =>
  (held: readonly string[], wanted: readonly string[]): boolean =>
    wanted.some((one) => check(held, one));

/** All of those asked for; nothing asked for is denied. */
const allOf =
  (check: Check) =>
  (held: readonly string[], wanted: readonly string[]): boolean =>
    wanted.length > 0 && wanted.every((one) => check(held, one));

export const hasAnyPermission = anyOf(hasPermission);
export const hasEveryPermission = allOf(hasPermission);
export const hasAnyRole = anyOf(hasRole);
export const hasEveryRole = allOf(hasRole);

/** What a control asks for; a control that names nothing is a mistake of whoever wrote it. */
export function demanded(control: 'HasPermi' | 'HasRole', value: unknown): readonly string[] {
  if (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')) return value as string[];
  const what = control === 'HasPermi' ? "操作权限，例如 value={['system:user:add']}" : "角色，例如 value={['system_admin']}";
  throw new Error(`${control} 缺少 value：请写明${what}`);
}
