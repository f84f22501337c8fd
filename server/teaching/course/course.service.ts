import type { z } from 'zod';
import type { Cover } from '../../../contract/catalog/book.ts';
import { publicationMachine } from '../../../contract/catalog/publication.machine.ts';
import type { PublicationStatus } from '../../../contract/catalog/publication.ts';
import type { DataOf } from '../../../contract/endpoint.ts';
import { inGroup } from '../../../contract/state-machine.ts';
import type { CourseClassState } from '../../../contract/teaching/course-class.machine.ts';
import type { CourseCard, CourseDraft, openCourses } from '../../../contract/teaching/course.ts';
import { coverOf } from '../../commerce/price.service.ts';
import type { AppContext } from '../../context.ts';
import type { Database, Tx } from '../../db/database.ts';
import { offsetOf } from '../../db/page-offset.ts';
import { conflict, failed, missing, type AppError } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { waitingMarks } from './class-counts.queries.ts';
import { teachesCourse } from './course-class.policy.ts';
import {
  classesOf,
  courseById,
  coursesOf,
  insertCourse,
  liveClassCount,
  openCoursePage,
  textbooksOf,
  updateCourse,
  type CourseRow,
} from './course.queries.ts';

export const courseGone = (): AppError => missing('课程不存在，请刷新后重试');

export interface Textbook {
  readonly publishId: number;
  readonly title: string;
  readonly cover: Cover;
}

export const idsOf = (publishIds: string): number[] => JSON.parse(publishIds) as number[];

/** The textbooks of courses by id, in one query. */
export async function textbookCards(db: Database | Tx, lists: readonly string[]): Promise<(publishIds: string) => Textbook[]> {
  const rows = await textbooksOf(db, [...new Set(lists.flatMap(idsOf))]);
  const cards = new Map(rows.map((row) => [row.id, { publishId: row.id, title: row.title, cover: coverOf(row) }]));
  return (publishIds) => idsOf(publishIds).flatMap((id) => cards.get(id) ?? []);
}

/** The course for its teacher; 404 for everybody else. */
export async function ownCourse(db: Database | Tx, currentUser: CurrentUser, courseId: number): Promise<CourseRow> {
  const row = await courseById(db, courseId);
  if (!row || !teachesCourse(row, currentUser)) throw courseGone();
  return row;
}

export async function coursesFor({ db }: AppContext, { userId }: CurrentUser): Promise<CourseCard[]> {
  const rows = await coursesOf(db, userId);
  const classes = await classesOf(
    db,
    rows.map(({ id }) => id),
  );
  const marks = await waitingMarks(
    db,
    classes.map(({ id }) => id),
  );
  const books = await textbookCards(
    db,
    rows.map(({ publishIds }) => publishIds),
  );
  return rows.map((row) => ({
    courseId: row.id,
    name: row.name,
    publishIds: idsOf(row.publishIds),
    intro: row.intro,
    termFrom: row.termFrom,
    termTo: row.termTo,
    missingAsZero: row.missingAsZero,
    openToAll: row.openToAll,
    teacherName: row.teacherName ?? '',
    textbooks: books(row.publishIds),
    version: row.version,
    classes: classes
      .filter(({ courseId }) => courseId === row.id)
      .map((one) => ({
        classId: one.id,
        className: one.className,
        status: one.status as CourseClassState,
        members: Number(one.members),
        toMark: marks.get(one.id) ?? 0,
        waiting: Number(one.waiting),
      })),
  }));
}

export async function openCoursesFor({ db }: AppContext, query: z.output<typeof openCourses.query>): Promise<DataOf<typeof openCourses>> {
  const { total, rows } = await openCoursePage(db, query.name, query.pageSize, (all) => offsetOf(query, all));
  const classes = await classesOf(
    db,
    rows.map(({ id }) => id),
  );
  const books = await textbookCards(
    db,
    rows.map(({ publishIds }) => publishIds),
  );
  return {
    total,
    rows: rows.map((row) => ({
      courseId: row.id,
      name: row.name,
      intro: row.intro,
      teacherName: row.teacherName ?? '',
      textbooks: books(row.publishIds),
      classes: classes
        .filter((one) => one.courseId === row.id && one.status === 'open' && one.joinOpen === '1')
        .map((one) => ({ classId: one.id, className: one.className, members: Number(one.members) })),
    })),
  };
}

/** Throws unless every work is a textbook that readers can find. Works that the course used before may have been taken off the shelf since. */
async function requireTextbooks(db: Database | Tx, ids: readonly number[], before: readonly number[] = []): Promise<void> {
  const found = new Map((await textbooksOf(db, ids)).map((row) => [row.id, row]));
  for (const id of ids) {
    if (before.includes(id)) continue;
    const row = found.get(id);
    if (!row || row.kind !== 'textbook') throw failed('只能选择数字教材，请重新选择教材');
    if (!inGroup(publicationMachine, 'public', row.status as PublicationStatus)) throw failed(`《${row.title}》没有上架，请选择其他教材`);
  }
}

const columnsOf = ({ publishIds, ...draft }: CourseDraft) => {
  if (draft.termFrom !== '' && draft.termTo !== '' && draft.termTo < draft.termFrom) throw failed('期末日期不能早于开始日期');
  return { ...draft, publishIds: JSON.stringify([...new Set(publishIds)]) };
};

export const addCourseFor = ({ db }: AppContext, { userId, userName }: CurrentUser, draft: CourseDraft): Promise<{ courseId: number }> =>
  db.transaction().execute(async (tx) => {
    await requireTextbooks(tx, draft.publishIds);
    const { id } = await insertCourse(tx, { ...columnsOf(draft), teacherId: userId, createBy: userName }, Date.now());
    return { courseId: id };
  });

export const editCourseFor = (
  { db }: AppContext,
  currentUser: CurrentUser,
  { courseId, version, ...draft }: CourseDraft & { courseId: number; version?: number | undefined },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const row = await ownCourse(tx, currentUser, courseId);
    if (version !== undefined && version !== row.version) throw conflict();
    await requireTextbooks(tx, draft.publishIds, idsOf(row.publishIds));
    if (!(await updateCourse(tx, row, columnsOf(draft), Date.now()))) throw conflict();
  });

export const removeCourseFor = ({ db }: AppContext, currentUser: CurrentUser, courseId: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const row = await ownCourse(tx, currentUser, courseId);
    if ((await liveClassCount(tx, courseId)) > 0) throw failed('课程还有没结课的班级，请先结课再删除');
    if (!(await updateCourse(tx, row, { delFlag: '1' }, Date.now()))) throw conflict();
  });
