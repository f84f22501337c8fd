import { courseClassMachine } from '../../../contract/teaching/course-class.machine.ts';
import type { Database, Tx } from '../../db/database.ts';

type Db = Database | Tx;

const classes = (db: Db) =>
  db
    .selectFrom('courseClass')
    .innerJoin('course', 'course.id', 'courseClass.courseId')
    .leftJoin('user as teacher', 'teacher.id', 'course.teacherId')
    .selectAll('courseClass')
    .select([
      'course.name as courseName',
      'course.publishIds',
      'course.teacherId',
      'course.intro',
      'course.termTo',
      'course.missingAsZero',
      'course.openToAll',
      'teacher.nickName as teacherName',
    ])
    .where('courseClass.delFlag', '=', '0')
    .where('course.delFlag', '=', '0');

export const classById = (db: Db, id: number) => classes(db).where('courseClass.id', '=', id).executeTakeFirst();
export type ClassRow = NonNullable<Awaited<ReturnType<typeof classById>>>;

export const classByCode = (db: Db, joinCode: string) =>
  classes(db).where('courseClass.joinCode', '=', joinCode).where('courseClass.status', 'in', courseClassMachine.groups.live).executeTakeFirst();

/** Classes in which a user is a member or the teacher. */
export const classesFor = (db: Db, userId: number) =>
  classes(db)
    .where((eb) =>
      eb.or([
        eb('course.teacherId', '=', userId),
        eb(
          'courseClass.id',
          'in',
          eb
            .selectFrom('classMember')
            .select('classMember.classId')
            .where('classMember.userId', '=', userId)
            .where('classMember.status', 'in', ['active', 'waiting']),
        ),
      ]),
    )
    .orderBy('courseClass.id', 'desc')
    .execute();

/** Locks a class until the transaction ends, so that its last place is given once. */
export const lockClass = (tx: Tx, id: number) =>
  tx
    .updateTable('courseClass')
    .set((eb) => ({ updateTime: eb.ref('updateTime') }))
    .where('id', '=', id)
    .execute();

interface ClassColumns {
  readonly className: string;
  readonly joinOpen: '0' | '1';
  readonly approve: '0' | '1';
  readonly memberLimit: number;
  readonly startDate: string;
  readonly endDate: string;
  readonly showMembers: '0' | '1';
}

/** Returns nothing when the code is taken. */
export const insertClass = (
  tx: Tx,
  columns: ClassColumns & { readonly courseId: number; readonly joinCode: string; readonly createBy: string },
  now: number,
) =>
  tx
    .insertInto('courseClass')
    .values({ ...columns, createTime: now, updateTime: now })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst();

export async function updateClass(
  tx: Tx,
  row: Pick<ClassRow, 'id' | 'version'>,
  columns: Partial<ClassColumns> & { joinCode?: string },
  now: number,
) {
  const { numUpdatedRows } = await tx
    .updateTable('courseClass')
    .set({ ...columns, updateTime: now, version: row.version + 1 })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

export const codeTaken = async (db: Db, joinCode: string): Promise<boolean> => (await classByCode(db, joinCode)) !== undefined;

/** A class whose last day was before a time and that nobody has ended. */
export const overdueClass = (db: Db, day: string) =>
  classes(db)
    .where('courseClass.status', '=', 'open')
    .where('courseClass.endDate', '!=', '')
    .where('courseClass.endDate', '<', day)
    .orderBy('courseClass.id')
    .limit(1)
    .executeTakeFirst();
