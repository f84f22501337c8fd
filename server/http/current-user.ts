import { EVERY_PERMISSION } from '../../contract/identity/session.ts';

/** Who calls. Made from the bearer header only, once a request. */
export interface CurrentUser {
  readonly userId: number;
  readonly userName: string;
  readonly nickName: string;
  readonly sessionId: string;
  readonly deptId: number | null;
  readonly deptName: string;
  readonly roles: ReadonlySet<string>;
  readonly permissions: ReadonlySet<string>;
  /** Epoch milliseconds of the sign-in, or of the last time the user confirmed who he is. */
  readonly confirmedAt: number;
  /** The configuration asks for a second factor, and there is none: only the set-up is open. */
  readonly factorDue: boolean;
}

export function hasPermission(currentUser: CurrentUser, permission: string): boolean {
  return currentUser.permissions.has(EVERY_PERMISSION) || currentUser.permissions.has(permission);
}
