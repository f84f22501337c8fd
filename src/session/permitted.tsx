import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio/react';
import { demanded, hasAnyPermission, hasAnyRole, hasEveryPermission, hasEveryRole, hasPermission, hasRole } from './rights.ts';
import { session } from './session.store.ts';

const NOTHING: readonly string[] = [];

export interface Rights {
  hasPermi(wanted: string): boolean;
  hasPermiOr(wanted: readonly string[]): boolean;
  hasPermiAnd(wanted: readonly string[]): boolean;
  hasRole(wanted: string): boolean;
  hasRoleOr(wanted: readonly string[]): boolean;
  hasRoleAnd(wanted: readonly string[]): boolean;
}

/** Returns the permissions of the current user; an anonymous visitor has none. */
export function useRights(): Rights {
  const { now } = useSnapshot(session);
  const permissions = now.state === 'authenticated' ? now.permissions : NOTHING;
  const roles = now.state === 'authenticated' ? now.roles : NOTHING;
  return {
    hasPermi: (wanted) => hasPermission(permissions, wanted),
    hasPermiOr: (wanted) => hasAnyPermission(permissions, wanted),
    hasPermiAnd: (wanted) => hasEveryPermission(permissions, wanted),
    hasRole: (wanted) => hasRole(roles, wanted),
    hasRoleOr: (wanted) => hasAnyRole(roles, wanted),
    hasRoleAnd: (wanted) => hasEveryRole(roles, wanted),
  };
}

interface Guarded {
  readonly value: readonly string[];
  readonly children: ReactNode;
}

/** Shows `children` to users with at least one of the permissions. Throws if no permission is given. */
export function HasPermi({ value, children }: Guarded) {
  const wanted = demanded('HasPermi', value);
  return useRights().hasPermiOr(wanted) ? children : null;
}

/** Shows `children` to users with at least one of the roles. Throws if no role is given. */
export function HasRole({ value, children }: Guarded) {
  const wanted = demanded('HasRole', value);
  return useRights().hasRoleOr(wanted) ? children : null;
}
