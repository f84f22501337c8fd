import { contains } from '../../db/contains.ts';
import type { Database, Tx } from '../../db/database.ts';

type Db = Database | Tx;

export const bankById = (db: Db, id: number) =>
  db.selectFrom('questionBank').selectAll().where('id', '=', id).where('delFlag', '=', '0').executeTakeFirst();
export type BankOf = NonNullable<Awaited<ReturnType<typeof bankById>>>;

export const banksByIds = (db: Db, ids: readonly number[]) =>
  ids.length === 0 ? Promise.resolve([]) : db.selectFrom('questionBank').selectAll().where('id', 'in', ids).where('delFlag', '=', '0').execute();

export const questionCounts = (db: Db, bankIds: readonly number[]) =>
  bankIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('question')
        .select((eb) => ['bankId', eb.fn.countAll<number>().as('total')])
        .where('bankId', 'in', bankIds)
        .where('delFlag', '=', '0')
        .where('retired', '=', '0')
        .groupBy('bankId')
        .execute();

export const titlesOfWorks = (db: Db, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom('publication').select(['id', 'title']).where('id', 'in', ids).where('delFlag', '=', '0').execute();

/** Languages of the answers of textbooks, by work. */
export const languagesOfWorks = (db: Db, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom('textbook').select(['publishId', 'answerLanguage']).where('publishId', 'in', ids).where('delFlag', '=', '0').execute();

export const questionById = (db: Db, id: number) =>
  db.selectFrom('question').selectAll().where('id', '=', id).where('delFlag', '=', '0').executeTakeFirst();
export type QuestionOf = NonNullable<Awaited<ReturnType<typeof questionById>>>;

export const questionsByIds = (db: Db, ids: readonly number[]) =>
  ids.length === 0 ? Promise.resolve([]) : db.selectFrom('question').selectAll().where('id', 'in', ids).where('delFlag', '=', '0').execute();

/** Questions of a bank with one of these codes or hashes. */
export const alikeInBank = (db: Db, bankId: number, codes: readonly string[], hashes: readonly string[]) =>
  db
    .selectFrom('question')
    .select(['id', 'code', 'hash', 'latestVersionId', 'ready', 'retired', 'version'])
    .where('bankId', '=', bankId)
    .where('delFlag', '=', '0')
    .where((eb) => eb.or([eb('code', 'in', codes.length > 0 ? codes : ['']), eb('hash', 'in', hashes.length > 0 ? hashes : [''])]))
    .execute();

export const codeTaken = (db: Db, bankId: number, code: string, but: number) =>
  db.selectFrom('question').select('id').where('bankId', '=', bankId).where('code', '=', code).where('id', '<>', but).executeTakeFirst();

export const versionRows = (db: Db, ids: readonly number[]) =>
  ids.length === 0 ? Promise.resolve([]) : db.selectFrom('questionVersion').selectAll().where('id', 'in', ids).execute();
export type VersionRowOf = Awaited<ReturnType<typeof versionRows>>[number];

export const versionsOfQuestion = (db: Db, questionId: number) =>
  db.selectFrom('questionVersion').selectAll().where('questionId', '=', questionId).orderBy('no', 'desc').execute();

/** The questions of a bank with their latest content, in the order of their codes. */
export const contentOfBank = (db: Db, bankId: number) =>
  db
    .selectFrom('question')
    .innerJoin('questionVersion', 'questionVersion.id', 'question.latestVersionId')
    .select([
      'question.id',
      'question.code',
      'question.chapter',
      'question.tags',
      'question.difficulty',
      'question.use',
      'question.ready',
      'question.retired',
      'question.kind',
    ])
    .select(['questionVersion.shown', 'questionVersion.keyPart', 'questionVersion.points'])
    .where('question.bankId', '=', bankId)
    .where('question.delFlag', '=', '0')
    .where('question.retired', '=', '0')
    .orderBy('question.code')
    .execute();

export interface TeacherFilter {
  readonly bankId?: number | undefined;
  readonly publishIds?: readonly number[] | undefined;
  /** Teachers of the same courses, whose banks are shared with them. */
  readonly colleagueIds?: readonly number[] | undefined;
  readonly kind?: string | undefined;
  readonly chapter?: string | undefined;
  readonly keyword?: string | undefined;
}

/**
 * Ready questions that a teacher may set: own ones, those shared by teachers, and those of the banks of publications. Nothing of a publication is
 * offered without its id in the filter.
 */
export function readyForTeacher(db: Db, userId: number, filter: TeacherFilter) {
  const works = filter.publishIds ?? [];
  const colleagues = filter.colleagueIds ?? [];
  return db
    .selectFrom('question')
    .innerJoin('questionBank', 'questionBank.id', 'question.bankId')
    .where('question.ready', '=', '1')
    .where('question.retired', '=', '0')
    .where('question.delFlag', '=', '0')
    .where('questionBank.delFlag', '=', '0')
    .where((eb) =>
      eb.or([
        eb('questionBank.userId', '=', userId),
        eb.and([eb('questionBank.owner', '=', 'teacher'), eb('questionBank.sharedWith', '=', 'teachers')]),
        ...(colleagues.length > 0
          ? [
              eb.and([
                eb('questionBank.owner', '=', 'teacher'),
                eb('questionBank.sharedWith', '=', 'course'),
                eb('questionBank.userId', 'in', colleagues),
              ]),
            ]
          : []),
        ...(works.length > 0 ? [eb('questionBank.publishId', 'in', works)] : []),
      ]),
    )
    .$if(filter.bankId !== undefined, (query) => query.where('question.bankId', '=', filter.bankId ?? 0))
    .$if(Boolean(filter.kind), (query) => query.where((eb) => eb(eb.cast<string>('question.kind', 'text'), '=', filter.kind ?? '')))
    .$if(Boolean(filter.chapter), (query) => query.where('question.chapter', '=', filter.chapter ?? ''))
    .$if(Boolean(filter.keyword), (query) => query.where(contains('question.stemText', filter.keyword ?? '')));
}

export const questionHeads = (db: Db, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('question')
        .innerJoin('questionBank', 'questionBank.id', 'question.bankId')
        .select(['question.id', 'question.use', 'question.latestVersionId', 'questionBank.publishId'])
        .where('question.id', 'in', [...new Set(ids)])
        .execute();
