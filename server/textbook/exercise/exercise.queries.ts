import { sql } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';

type Db = Database | Tx;

export const setById = (db: Db, id: number) =>
  db.selectFrom('exerciseSet').selectAll().where('id', '=', id).where('delFlag', '=', '0').executeTakeFirst();
export type SetOf = NonNullable<Awaited<ReturnType<typeof setById>>>;

/** Works of sets, with the columns that decide what readers may open. */
export const worksOfSets = (db: Db, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('publication')
        .select(['id', 'title', 'status', 'isFree', 'trialChapters', 'editionId'])
        .where('id', 'in', ids)
        .where('delFlag', '=', '0')
        .execute();

export const chapterById = (db: Db, id: number) =>
  db
    .selectFrom('chapter')
    .innerJoin('publication', 'publication.editionId', 'chapter.editionId')
    .select(['chapter.orderNum', 'publication.id as publishId'])
    .where('chapter.id', '=', id)
    .where('publication.delFlag', '=', '0')
    .executeTakeFirst();

/** Titles of the chapters of the current editions. */
export const chapterTitlesOf = (db: Db, editionIds: readonly number[]) =>
  editionIds.length === 0
    ? Promise.resolve([])
    : db.selectFrom('chapter').select(['editionId', 'orderNum', 'title']).where('editionId', 'in', editionIds).execute();

/** Questions of a set with the bank they are in. */
export const questionsWithBank = (db: Db, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('question')
        .innerJoin('questionBank', 'questionBank.id', 'question.bankId')
        .select([
          'question.id',
          'question.ready',
          'question.retired',
          'question.use',
          'question.latestVersionId',
          'question.stemText',
          'questionBank.publishId',
        ])
        .where('question.id', 'in', ids)
        .where('question.delFlag', '=', '0')
        .execute();

/** Sets of a work that readers see. */
export const setsNamed = (db: Db, ids: readonly number[]) =>
  db.selectFrom('exerciseSet').select(['id', 'publishId', 'title']).where('id', 'in', ids).where('delFlag', '=', '0').execute();

export const liveSets = (db: Db, publishId: number) =>
  db
    .selectFrom('exerciseSet')
    .select(['id', 'publishId', 'live'])
    .where('publishId', '=', publishId)
    .where('live', '<>', '')
    .where('delFlag', '=', '0')
    .orderBy('documentIndex')
    .orderBy('id')
    .execute();

export const setLive = (tx: Tx, id: number, live: string) => tx.updateTable('exerciseSet').set({ live }).where('id', '=', id).execute();

/** Sets that wait for approval by another person. */
export const pendingSets = (db: Database, accounts: ReadonlySet<number>) =>
  db
    .selectFrom('exerciseSet')
    .leftJoin('user', 'user.id', 'exerciseSet.submitBy')
    .select((eb) => [
      'exerciseSet.id as itemId',
      'exerciseSet.title as title',
      sql<string>`cast('练习审核' as text)`.as('note'),
      eb.fn.coalesce('user.nickName', 'exerciseSet.createBy').as('askedBy'),
      'exerciseSet.updateTime as since',
      'exerciseSet.publishTime as due',
      sql<string | null>`cast(null as text)`.as('page'),
    ])
    .where('exerciseSet.status', '=', 'pending')
    .where('exerciseSet.delFlag', '=', '0')
    .where((eb) => eb.or([eb('exerciseSet.submitBy', 'is', null), eb('exerciseSet.submitBy', 'not in', [...accounts])]));

/** Versions of questions with what their bank says of them. */
export const pinnedQuestions = (db: Database | Tx, versionIds: readonly number[]) =>
  versionIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('questionVersion')
        .innerJoin('question', 'question.id', 'questionVersion.questionId')
        .select(['question.code', 'question.chapter', 'question.tags', 'question.difficulty'])
        .select(['questionVersion.id as versionId', 'questionVersion.shown', 'questionVersion.keyPart', 'questionVersion.points'])
        .where('questionVersion.id', 'in', versionIds)
        .execute();
