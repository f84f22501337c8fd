import { EVERY_PERMISSION } from '../../contract/identity/session.ts';

/** Who calls. Made from the bearer header only, once a request. */
export interface Visitor {
  readonly userId: number;
  readonly userName: string;
  readonly nickName: string;
  readonly sessionId: string;
  readonly deptId: number | null;
  readonly deptName: string;
  readonly roles: ReadonlySet<string>;
  readonly permissions: ReadonlySet<string>;
}

export function holds(visitor: Visitor, permission: string): boolean {
  return visitor.permissions.has(EVERY_PERMISSION) || visitor.permissions.has(permission);
}
