import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';

const articles = (db: Database | Tx) =>
  db
    .selectFrom('journalSubmission')
    .select([
      'id',
      'version',
      'submissionNo',
      'ownerId',
      'title',
      'authors',
      'columnName',
      'wordCount',
      'status',
      'pageStart',
      'pageEnd',
      'pdfFileId',
      'feeStatus',
      'journalId',
      'issueId',
    ])
    .where('delFlag', '=', '0');

export const articlesOf = (db: Database | Tx, issueId: number) =>
  articles(db).where('issueId', '=', issueId).orderBy('pageStart').orderBy('id').execute();
export type ArticleRow = Awaited<ReturnType<typeof articlesOf>>[number];

/** Articles of a journal in copy-editing without an issue. */
export async function waitingArticles(db: Database | Tx, journalId: number, limit: number) {
  const waiting = articles(db).where('journalId', '=', journalId).where('status', '=', 'copyediting').where('issueId', 'is', null);
  const { total } = await waiting
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { total: Number(total), rows: await waiting.orderBy('stageSince').orderBy('id').limit(limit).execute() };
}

export const articleCounts = async (db: Database | Tx, issueIds: readonly number[]) =>
  issueIds.length === 0
    ? []
    : db
        .selectFrom('journalSubmission')
        .select((eb) => ['issueId', eb.fn.countAll<number>().as('total'), eb.fn.max('pageEnd').as('last'), eb.fn.min('pageStart').as('first')])
        .where('issueId', 'in', [...issueIds])
        .where('delFlag', '=', '0')
        .groupBy('issueId')
        .execute();

export async function publishedIssues(db: Database, journalId: number, limit: number, offset: (total: number) => number) {
  const open = db.selectFrom('journalIssue').where('journalId', '=', journalId).where('status', '=', 'published').where('delFlag', '=', '0');
  const { total } = await open.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await open
    .selectAll()
    .orderBy('year', 'desc')
    .orderBy('issueNo', 'desc')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  return { total: Number(total), rows };
}

/** Submissions with their journal and issue. */
const withJournal = (db: Database | Tx) =>
  db
    .selectFrom('journalSubmission')
    .innerJoin('journal', 'journal.id', 'journalSubmission.journalId')
    .leftJoin('journalIssue', 'journalIssue.id', 'journalSubmission.issueId')
    .selectAll('journalSubmission')
    .select([
      'journal.journalName',
      'journal.nameEn as journalNameEn',
      'journal.issn',
      'journal.cn',
      'journal.abbr',
      'journal.publisher',
      'journalIssue.year',
      'journalIssue.volume',
      'journalIssue.issueNo',
      'journalIssue.publishDate',
    ]);

/** Published articles, with their journal and issue. */
const published = (db: Database | Tx) =>
  withJournal(db).where('journalSubmission.status', '=', 'published').where('journalSubmission.delFlag', '=', '0');

export const publishedArticle = (db: Database | Tx, id: number) => published(db).where('journalSubmission.id', '=', id).executeTakeFirst();
export type PublishedArticle = NonNullable<Awaited<ReturnType<typeof publishedArticle>>>;

export const articlesOfIssue = (db: Database, issueId: number) =>
  published(db)
    .where('journalSubmission.issueId', '=', issueId)
    .orderBy('journalSubmission.pageStart')
    .orderBy('journalSubmission.id')
    .limit(300)
    .execute();

export const noticesOf = async (db: Database | Tx, submissionIds: readonly number[]) =>
  submissionIds.length === 0
    ? []
    : db
        .selectFrom('correctionNotice')
        .leftJoin('journalIssue', 'journalIssue.id', 'correctionNotice.issueId')
        .selectAll('correctionNotice')
        .select(['journalIssue.year', 'journalIssue.volume', 'journalIssue.issueNo', 'journalIssue.status as issueStatus'])
        .where('submissionId', 'in', [...submissionIds])
        .where('correctionNotice.status', '=', 'published')
        .where('correctionNotice.delFlag', '=', '0')
        .orderBy('correctionNotice.publishedAt')
        .orderBy('correctionNotice.id')
        .execute();
export type NoticeOfArticle = Awaited<ReturnType<typeof noticesOf>>[number];

export const noticeById = (db: Database | Tx, id: number) =>
  db.selectFrom('correctionNotice').selectAll().where('id', '=', id).where('delFlag', '=', '0').executeTakeFirst();

export async function newestIssueId(db: Database | Tx, journalId: number): Promise<number | null> {
  const row = await db
    .selectFrom('journalIssue')
    .select('id')
    .where('journalId', '=', journalId)
    .where('status', '=', 'published')
    .where('delFlag', '=', '0')
    .orderBy('year', 'desc')
    .orderBy('issueNo', 'desc')
    .executeTakeFirst();
  return row?.id ?? null;
}

export const noticesOfIssue = (db: Database, issueId: number) =>
  db
    .selectFrom('correctionNotice')
    .innerJoin('journalSubmission', 'journalSubmission.id', 'correctionNotice.submissionId')
    .select(['correctionNotice.id', 'correctionNotice.type', 'correctionNotice.title', 'journalSubmission.title as articleTitle'])
    .where('correctionNotice.issueId', '=', issueId)
    .where('correctionNotice.status', '=', 'published')
    .where('correctionNotice.delFlag', '=', '0')
    .where('journalSubmission.status', '=', 'published')
    .where('journalSubmission.delFlag', '=', '0')
    .orderBy('correctionNotice.publishedAt')
    .orderBy('correctionNotice.id')
    .limit(100)
    .execute();

export interface Harvest {
  readonly journalId?: number;
  readonly from?: number;
  readonly until?: number;
  /** Continues after this pair. */
  readonly after?: { readonly at: number; readonly id: number };
}

/** When a record changed last: an article that is no longer shown changed when it was removed. */
const STAMP = sql<number>`case when journal_submission.status = 'published' and journal_submission.del_flag = '0' then journal_submission.oai_at else journal_submission.update_time end`;

/** Whether an article that harvesters have seen is no longer shown. */
export const isDeleted = ({ status, delFlag }: Pick<PublishedArticle, 'status' | 'delFlag'>): boolean => status !== 'published' || delFlag !== '0';

/** Every article that was ever given to harvesters. A deleted one stays a record, without its metadata. */
const everHarvested = (db: Database) => withJournal(db).select(STAMP.as('stampAt')).where('journalSubmission.oaiAt', 'is not', null);

export async function harvestedArticle(db: Database, id: number) {
  const row = await everHarvested(db).where('journalSubmission.id', '=', id).executeTakeFirst();
  return row && { ...row, stampAt: Number(row.stampAt) };
}
export type HarvestedArticle = NonNullable<Awaited<ReturnType<typeof harvestedArticle>>>;

const harvested = (db: Database, { journalId, from, until }: Harvest) =>
  everHarvested(db)
    .$if(journalId !== undefined, (query) => query.where('journalSubmission.journalId', '=', journalId ?? 0))
    .$if(from !== undefined, (query) => query.where(STAMP, '>=', from ?? 0))
    .$if(until !== undefined, (query) => query.where(STAMP, '<=', until ?? 0));

/** Records in the order of their last change, one more than `limit` to know whether there are others. */
export const harvest = async (db: Database, asked: Harvest, limit: number): Promise<HarvestedArticle[]> =>
  (
    await harvested(db, asked)
      .$if(asked.after !== undefined, (query) =>
        query.where((eb) =>
          eb.or([
            eb(STAMP, '>', asked.after?.at ?? 0),
            eb.and([eb(STAMP, '=', asked.after?.at ?? 0), eb('journalSubmission.id', '>', asked.after?.id ?? 0)]),
          ]),
        ),
      )
      .orderBy(STAMP)
      .orderBy('journalSubmission.id')
      .limit(limit + 1)
      .execute()
  ).map((row) => ({ ...row, stampAt: Number(row.stampAt) }));

export async function harvestTotal(db: Database, asked: Harvest): Promise<number> {
  const { total } = await harvested(db, asked)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}

export async function earliest(db: Database): Promise<number> {
  const row = await db
    .selectFrom('journalSubmission')
    .select((eb) => eb.fn.min('oaiAt').as('at'))
    .executeTakeFirst();
  return Number(row?.at ?? Date.now());
}

export const journalSets = (db: Database) =>
  db.selectFrom('journal').select(['id', 'abbr', 'journalName']).where('delFlag', '=', '0').orderBy('id').limit(500).execute();

/** Ids for the sitemap: the newest articles, published issues, and journals. */
/** Public rows of each kind with ids from `from` up to, but without, `to`. */
export const siteIds = {
  journal: (db: Database, from: number, to: number) =>
    db
      .selectFrom('journal')
      .select(['id', 'updateTime'])
      .where('status', '=', '0')
      .where('delFlag', '=', '0')
      .where('id', '>=', from)
      .where('id', '<', to)
      .orderBy('id')
      .execute(),
  journalIssue: (db: Database, from: number, to: number) => publishedIds(db, 'journalIssue', from, to).execute(),
  journalSubmission: (db: Database, from: number, to: number) => publishedIds(db, 'journalSubmission', from, to).execute(),
  correctionNotice: (db: Database, from: number, to: number) =>
    publishedIds(db, 'correctionNotice', from, to)
      .where('submissionId', 'in', db.selectFrom('journalSubmission').select('id').where('status', '=', 'published').where('delFlag', '=', '0'))
      .execute(),
};

const publishedIds = <T extends 'journalIssue' | 'journalSubmission' | 'correctionNotice'>(db: Database, table: T, from: number, to: number) =>
  db
    .selectFrom(table as 'correctionNotice')
    .select(['id', 'updateTime'])
    .where('status', '=', 'published')
    .where('delFlag', '=', '0')
    .where('id', '>=', from)
    .where('id', '<', to)
    .orderBy('id');

/** Notices with their article, journal and issue; of the journals of one editor, or of all for null. */
export const noticesWithArticle = (db: Database, submissionId: number | undefined, editorId: number | null) =>
  db
    .selectFrom('correctionNotice')
    .innerJoin('journalSubmission', 'journalSubmission.id', 'correctionNotice.submissionId')
    .innerJoin('journal', 'journal.id', 'correctionNotice.journalId')
    .leftJoin('user', 'user.id', 'correctionNotice.publishedBy')
    .leftJoin('user as drafter', 'drafter.id', 'correctionNotice.draftedBy')
    .leftJoin('journalIssue', 'journalIssue.id', 'correctionNotice.issueId')
    .where('correctionNotice.delFlag', '=', '0')
    .$if(submissionId !== undefined, (query) => query.where('correctionNotice.submissionId', '=', submissionId ?? 0))
    .$if(editorId !== null, (query) =>
      query.where('correctionNotice.journalId', 'in', (eb) =>
        eb
          .selectFrom('journalEditor')
          .select('journalId')
          .where('userId', '=', editorId ?? 0),
      ),
    );
