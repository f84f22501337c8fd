import { EVERY_PERMISSION } from '../../contract/identity/session.ts';

/** The current user. Read only from the bearer header, once per request. */
export interface CurrentUser {
  readonly userId: number;
  readonly userName: string;
  readonly nickName: string;
  readonly sessionId: string;
  readonly deptId: number | null;
  readonly deptName: string;
  readonly roles: ReadonlySet<string>;
  readonly permissions: ReadonlySet<string>;
  /** Epoch milliseconds of the sign-in, or of the user's last identity confirmation. */
  readonly confirmedAt: number;
  /** The configuration requires a second factor and the user has none: only its set-up is allowed. */
  readonly factorDue: boolean;
  /** All accounts of the user's person, with this one. Who may not learn or decide something may not with a second account either. */
  readonly accounts: ReadonlySet<number>;
}

export function hasPermission(currentUser: Pick<CurrentUser, 'permissions'>, permission: string): boolean {
  return currentUser.permissions.has(EVERY_PERMISSION) || currentUser.permissions.has(permission);
}

/** Permissions that readers may hold for their own courses; they make nobody staff. */
const READER_PERMISSIONS: ReadonlySet<string> = new Set(['teaching:course:teach']);

/** A user who may assign a role may assign this permission with it, without holding it. */
export const isReaderPermission = (permission: string): boolean => READER_PERMISSIONS.has(permission);

/** Whether the user may do something in the back office. */
export const worksForPublisher = ({ permissions }: Pick<CurrentUser, 'permissions'>): boolean =>
  [...permissions].some((permission) => !READER_PERMISSIONS.has(permission));
