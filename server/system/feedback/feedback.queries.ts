import { feedbackMachine } from '../../../contract/system/feedback.machine.ts';
import { contains } from '../../db/contains.ts';
import { sql } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';

export const feedbackById = (db: Database | Tx, id: number) =>
  db.selectFrom('feedback').selectAll().where('id', '=', id).where('delFlag', '=', '0').executeTakeFirst();

export const reopened = (db: Database | Tx, id: number) =>
  db
    .selectFrom('flowLog')
    .select('id')
    .where('entityType', '=', 'feedback')
    .where('entityId', '=', id)
    .where('event', '=', 'reopen')
    .executeTakeFirst();

interface Said {
  readonly userId: number | null;
  readonly type: string;
  readonly content: string;
  readonly images: string;
  readonly contact: string;
  readonly createBy: string;
}

export const addFeedback = (db: Database, said: Said, now: number) =>
  db
    .insertInto('feedback')
    .values({ ...said, status: 'new', createTime: now, updateTime: now })
    .execute();

/** Returns the pictures among these files that the user uploaded. */
export const hasFeedbackWith = async (db: Database, userId: number, fileName: string): Promise<boolean> =>
  (await db.selectFrom('feedback').select('id').where('userId', '=', userId).where(contains('images', fileName)).executeTakeFirst()) !== undefined;

export const ownUploads = async (db: Database, ownerId: number | null, names: readonly string[]) =>
  ownerId === null || names.length === 0
    ? []
    : db
        .selectFrom('file')
        .select(['id', 'fileName'])
        .where('fileName', 'in', names)
        .where('ownerId', '=', ownerId)
        .where('mime', 'like', 'image/%')
        .where('isTemporary', '=', '0')
        .execute();

const TITLE_LENGTH = 60;

/** Feedback without an answer, as items of the to-do. */
export const openFeedback = (db: Database) =>
  db
    .selectFrom('feedback')
    .leftJoin('user', 'user.id', 'feedback.userId')
    .select((eb) => [
      'feedback.id as itemId',
      sql<string>`substr(${eb.ref('feedback.content')}, 1, ${sql.lit(TITLE_LENGTH)})`.as('title'),
      sql<string>`cast('读者反馈' as text)`.as('note'),
      eb.fn.coalesce('user.nickName', sql<string>`cast('访客' as text)`).as('askedBy'),
      'feedback.createTime as since',
      sql<number | null>`cast(null as bigint)`.as('due'),
      sql<string | null>`cast(null as text)`.as('page'),
    ])
    .where('feedback.status', 'in', feedbackMachine.groups.open)
    .where('feedback.delFlag', '=', '0');

/** The place of a category that is no longer in its dictionary. */
const LAST = 9_999;

/** The questions that readers see, in the order of their categories. */
export function openProblems(db: Database, category: string | undefined) {
  let query = db
    .selectFrom('problem')
    .leftJoin('dictData', (join) => join.onRef('dictData.dictValue', '=', 'problem.category').on('dictData.dictType', '=', 'system_problem_category'))
    .select(['problem.id as problemId', 'problem.category', 'problem.question', 'problem.answer'])
    .where('problem.status', '=', '0')
    .where('problem.delFlag', '=', '0');
  if (category) query = query.where('problem.category', '=', category);
  // Categories in the order of their dictionary; one that is no longer in it comes last.
  return query
    .orderBy((eb) => eb.fn.coalesce('dictData.dictSort', eb.lit(LAST)))
    .orderBy('problem.category')
    .orderBy('problem.orderNum')
    .orderBy('problem.id')
    .execute();
}
