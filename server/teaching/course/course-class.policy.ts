import type { MemberRole } from '../../../contract/teaching/teaching-limits.ts';
import type { CurrentUser } from '../../http/current-user.ts';

/** What a person may do in a class is decided here and nowhere else. */
type Account = Pick<CurrentUser, 'userId'>;

interface TaughtCourse {
  readonly teacherId: number;
}
interface Membership {
  readonly userId: number | null;
  readonly role: string;
  readonly status: string;
}

/** As whom a user takes part in a class: the teacher of its course, or an active member. Null for everybody else, also for those who wait or have left. */
export function roleIn({ teacherId }: TaughtCourse, member: Membership | undefined, { userId }: Account): MemberRole | null {
  if (teacherId === userId) return 'teacher';
  return member?.userId === userId && member.status === 'active' ? (member.role as MemberRole) : null;
}

/** What an action needs: any role, marking and the board, or the class itself. */
export type ClassNeed = 'member' | 'staff' | 'teacher';

const ALLOWED: Readonly<Record<ClassNeed, readonly MemberRole[]>> = {
  member: ['student', 'assistant', 'teacher'],
  staff: ['assistant', 'teacher'],
  teacher: ['teacher'],
};

export const mayInClass = (role: MemberRole, need: ClassNeed): boolean => ALLOWED[need].includes(role);

export const teachesCourse = ({ teacherId }: TaughtCourse, { userId }: Account): boolean => teacherId === userId;
export const isOwnMembership = (member: Pick<Membership, 'userId'>, { userId }: Account): boolean => member.userId === userId;

/** A teacher changes every note of the class, an assistant the own ones. */
export const editsClassNote = (role: MemberRole, { authorId }: { readonly authorId: number }, { userId }: Account): boolean =>
  role === 'teacher' || (role === 'assistant' && authorId === userId);

/** The rows of a list about members that a role sees: all of them, or the own one. */
export const seesMember = (role: MemberRole, member: Pick<Membership, 'userId'>, account: Account): boolean =>
  mayInClass(role, 'staff') || isOwnMembership(member, account);
