import type { Database, Tx } from '../../db/database.ts';
import { contains } from '../../db/contains.ts';
import { courseClassMachine } from '../../../contract/teaching/course-class.machine.ts';

type Db = Database | Tx;

const courses = (db: Db) =>
  db
    .selectFrom('course')
    .leftJoin('user as teacher', 'teacher.id', 'course.teacherId')
    .selectAll('course')
    .select('teacher.nickName as teacherName')
    .where('course.delFlag', '=', '0');

export const courseById = (db: Db, id: number) => courses(db).where('course.id', '=', id).executeTakeFirst();
export type CourseRow = NonNullable<Awaited<ReturnType<typeof courseById>>>;

export const coursesOf = (db: Db, teacherId: number) => courses(db).where('course.teacherId', '=', teacherId).orderBy('course.id', 'desc').execute();

/** Courses open to everybody that have a class to join. */
export async function openCoursePage(db: Db, name: string | undefined, limit: number, offset: (total: number) => number) {
  const found = db
    .selectFrom('course')
    .where('openToAll', '=', '1')
    .where('delFlag', '=', '0')
    .$if(Boolean(name), (query) => query.where(contains('name', name ?? '')))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('courseClass')
          .select('courseClass.id')
          .whereRef('courseClass.courseId', '=', 'course.id')
          .where('courseClass.status', '=', 'open')
          .where('courseClass.joinOpen', '=', '1')
          .where('courseClass.delFlag', '=', '0'),
      ),
    );
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const ids = await found
    .select('id')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  if (ids.length === 0) return { total: Number(total), rows: [] };
  const rows = await courses(db)
    .where(
      'course.id',
      'in',
      ids.map(({ id }) => id),
    )
    .orderBy('course.id', 'desc')
    .execute();
  return { total: Number(total), rows };
}

/** Classes of courses with the number of their members, the newest first. */
export async function classesOf(db: Db, courseIds: readonly number[]) {
  if (courseIds.length === 0) return [];
  return db
    .selectFrom('courseClass')
    .selectAll('courseClass')
    .select((eb) =>
      eb
        .selectFrom('classMember')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('classMember.classId', '=', 'courseClass.id')
        .where('classMember.status', '=', 'active')
        .where('classMember.role', '=', 'student')
        .as('members'),
    )
    .select((eb) =>
      eb
        .selectFrom('classMember')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('classMember.classId', '=', 'courseClass.id')
        .where('classMember.status', '=', 'waiting')
        .where('classMember.userId', 'is not', null)
        .as('waiting'),
    )
    .where('courseId', 'in', courseIds)
    .where('delFlag', '=', '0')
    .orderBy('id', 'desc')
    .execute();
}

export const liveClassCount = async (db: Db, courseId: number): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('courseClass')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('courseId', '=', courseId)
        .where('status', 'in', courseClassMachine.groups.live)
        .where('delFlag', '=', '0')
        .executeTakeFirstOrThrow()
    ).n,
  );

interface CourseColumns {
  readonly name: string;
  readonly publishIds: string;
  readonly intro: string;
  readonly termFrom: string;
  readonly termTo: string;
  readonly missingAsZero: '0' | '1';
  readonly openToAll: '0' | '1';
}

export const insertCourse = (tx: Tx, columns: CourseColumns & { readonly teacherId: number; readonly createBy: string }, now: number) =>
  tx
    .insertInto('course')
    .values({ ...columns, createTime: now, updateTime: now })
    .returning('id')
    .executeTakeFirstOrThrow();

/** Returns whether the row still had the version. */
export async function updateCourse(
  tx: Tx,
  row: Pick<CourseRow, 'id' | 'version'>,
  columns: Partial<CourseColumns> & { teacherId?: number; delFlag?: '1' },
  now: number,
) {
  const { numUpdatedRows } = await tx
    .updateTable('course')
    .set({ ...columns, updateTime: now, version: row.version + 1 })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

/** Textbooks by id, those that readers can open. */
export async function textbooksOf(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('publication')
    .select(['id', 'title', 'kind', 'status', 'coverUrl', 'drawing', 'coverColour', 'coverFormat'])
    .where('id', 'in', ids)
    .where('delFlag', '=', '0')
    .execute();
}

export const teacherByName = (db: Db, userName: string) =>
  db
    .selectFrom('user')
    .select(['id', 'nickName', 'userName', 'status'])
    .where('userName', '=', userName)
    .where('delFlag', '=', '0')
    .executeTakeFirst();
