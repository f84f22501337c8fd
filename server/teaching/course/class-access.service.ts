import type { MemberRole } from '../../../contract/teaching/teaching-limits.ts';
import { courseClassMachine, type CourseClassState } from '../../../contract/teaching/course-class.machine.ts';
import { inGroup } from '../../../contract/state-machine.ts';
import type { Database, Tx } from '../../db/database.ts';
import { AppError, forbidden, missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { classById, type ClassRow } from './course-class.queries.ts';
import { memberOf, type MemberRow } from './class-member.queries.ts';
import { mayInClass, roleIn, type ClassNeed } from './course-class.policy.ts';

export const CLASS_CODES = { full: 23302, member: 23303, over: 23304 } as const;
export const classGone = (): AppError => missing('班级不存在，或您不在这个班级');
const LEFT = '您已不在这个班级，作答记录仍可在“我的作答”查看';

export interface ClassAccess {
  readonly row: ClassRow;
  readonly role: MemberRole;
  readonly member: MemberRow | undefined;
}

/**
 * The class with the role of the caller. Every call of this area about a class, its assignments and its answers asks here. 404 for outsiders, who
 * do not learn that the class exists; 403 for members whose role is not enough.
 */
export async function classFor(db: Database | Tx, currentUser: CurrentUser, classId: number, need: ClassNeed = 'member'): Promise<ClassAccess> {
  const row = await classById(db, classId);
  if (!row) throw classGone();
  const member = await memberOf(db, classId, currentUser.userId);
  const role = roleIn(row, member, currentUser);
  if (role === null) throw member?.status === 'left' || member?.status === 'removed' ? missing(LEFT) : classGone();
  if (!mayInClass(role, need)) throw forbidden(need === 'teacher' ? '只有任课老师可以这样做' : '只有老师和助教可以这样做');
  return { row, role, member };
}

/** Throws 23304 unless the class still takes members, assignments and answers. */
export function requireLive(row: Pick<ClassRow, 'status'>, action: string): void {
  if (!inGroup(courseClassMachine, 'live', row.status as CourseClassState)) throw new AppError(CLASS_CODES.over, `班级已结课，不能${action}`);
}
