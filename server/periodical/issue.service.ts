import type { z } from 'zod';
import {
  journalIssue,
  type IssueArticle,
  type IssueWork,
  type OpenContents,
  type OpenIssue,
  type setIssueContents,
} from '../../contract/periodical/journal-issue.ts';
import { ISSUE_EVENTS, journalIssueMachine, type IssueEvent, type IssueState } from '../../contract/periodical/journal-issue.machine.ts';
import { journalFee } from '../../contract/periodical/journal-fee.ts';
import { articlePath } from '../../contract/periodical/periodical.site.ts';
import { eventsFrom } from '../../contract/state-machine.ts';
import type { AppContext } from '../context.ts';
import { crudService, type RequestCaller } from '../crud/crud-service.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { endOfDay, wireDate } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { offsetOf } from '../db/page-offset.ts';
import { AppError, conflict, failed, invalid, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { transition } from '../state-machine/transition.ts';
import { dutyOf, issueGone, mayIn, requireIn, type Duty } from './journal-access.service.ts';
import { issueLabel, pagesOf } from './issue-label.ts';
import { columnNames, onlyOwnJournals } from './journal.service.ts';
import {
  articleCounts,
  articlesOf,
  articlesOfIssue,
  noticesOf,
  noticesOfIssue,
  publishedIssues,
  waitingArticles,
  type ArticleRow,
} from './issue.queries.ts';
import { CODES } from './periodical-codes.ts';
import { issueById, type IssueRow } from './submission.queries.ts';
import { authorsText, transitionSubmission, submissionIn, subjectOf } from './submission-step.service.ts';

const LOG = '刊期';
/** Articles offered beside an issue. */
const WAITING = 100;

export const issues = crudService(journalIssue, {
  table: 'journalIssue',
  log: LOG,
  order: [
    ['year', 'desc'],
    ['issueNo', 'desc'],
    ['id', 'desc'],
  ],
  removal: 'bin',
  only: onlyOwnJournals('journalId'),
  unique: { issueNo: '这一期已经有了' },
  within: ['journalId', 'year'],
  names: { journalName: { from: 'journal', column: 'journalName', by: 'journalId' } },
  show: async (db, rows) => {
    const counts = await articleCounts(
      db,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => {
      const found = counts.find(({ issueId }) => issueId === row.id);
      return {
        label: issueLabel(row),
        articleCount: Number(found?.total ?? 0),
        pages: found ? pagesOf({ pageStart: Number(found.first), pageEnd: Number(found.last) }) : '',
      };
    });
  },
  async check(tx, { draft, before, currentUser }) {
    if (before && before['status'] === 'published') throw failed('已经出刊，不能修改');
    if (!draft.journalId || !(await dutyOf(tx, currentUser, draft.journalId))) throw invalid('请选择您参与的期刊');
  },
  async beforeRemove(tx, rows) {
    for (const row of rows) {
      if (row['status'] !== 'planning') throw failed('只有组稿中的一期可以删除');
      if ((await articlesOf(tx, row.id)).length > 0) throw failed('本期已排入文章，请先移出再删除');
    }
  },
});

async function editedIssue(db: Database | Tx, currentUser: CurrentUser, id: number): Promise<{ readonly row: IssueRow; readonly duty: Duty }> {
  const row = await issueById(db, id);
  const duty = row ? await dutyOf(db, currentUser, row.journalId) : null;
  if (!row || !duty) throw issueGone();
  return { row, duty };
}

const wireArticle = (article: ArticleRow, perThousandFen: number): IssueArticle => ({
  submissionId: article.id,
  submissionNo: article.submissionNo,
  title: article.title,
  authorsText: authorsText(article),
  columnName: article.columnName,
  wordCount: article.wordCount,
  status: article.status,
  pageStart: article.pageStart,
  pageEnd: article.pageEnd,
  hasPdf: article.pdfFileId !== null,
  feeStatus: article.feeStatus,
  payFen: journalFee(article.wordCount, perThousandFen),
});

/** Two articles that share a page, in words; empty when none do. */
function overlapOf(articles: readonly { readonly title: string; readonly pageStart: number; readonly pageEnd: number }[]): string {
  const sorted = [...articles].sort((one, other) => one.pageStart - other.pageStart);
  for (const [index, article] of sorted.entries()) {
    const before = sorted[index - 1];
    if (before && article.pageStart <= before.pageEnd) return `《${before.title}》与《${article.title}》的页码重叠`;
  }
  return '';
}

function problemsOf(row: IssueRow, articles: readonly ArticleRow[]): string[] {
  const overlap = overlapOf(articles);
  return [
    articles.length === 0 && '本期还没有文章',
    articles.some(({ pageStart, pageEnd }) => pageStart < 1 || pageEnd < pageStart) && '有文章没有页码',
    overlap,
    row.publishDate === '' && '没有填写出版日期',
    articles.some(({ pdfFileId }) => pdfFileId === null) && `${articles.filter(({ pdfFileId }) => pdfFileId === null).length}篇还没有刊出文件（PDF）`,
  ].filter((one): one is string => typeof one === 'string' && one !== '');
}

export async function workFor({ db }: AppContext, currentUser: CurrentUser, id: number): Promise<IssueWork> {
  const { row, duty } = await editedIssue(db, currentUser, id);
  const articles = await articlesOf(db, id);
  const waiting = row.status === 'planning' ? await waitingArticles(db, row.journalId, WAITING) : { total: 0, rows: [] };
  const wired = articles.map((article) => wireArticle(article, row.payPerThousandFen));
  return {
    issueId: id,
    journalId: row.journalId,
    journalName: row.journalName,
    label: issueLabel(row),
    publishDate: row.publishDate,
    status: row.status,
    version: row.version,
    articles: wired,
    waiting: waiting.rows.map((article) => wireArticle(article, row.payPerThousandFen)),
    waitingTotal: waiting.total,
    payFen: wired.reduce((sum, { payFen }) => sum + payFen, 0),
    problems: row.status === 'published' ? [] : problemsOf(row, articles),
    can: eventsFrom(journalIssueMachine, row.status, (permission) => mayIn(currentUser, duty, permission)).filter((event): event is IssueEvent =>
      (ISSUE_EVENTS as readonly string[]).includes(event),
    ),
  };
}

/** Saves order, pages and articles of an issue at once. */
export async function arrange(caller: RequestCaller, id: number, body: z.output<typeof setIssueContents.body>): Promise<IssueWork> {
  const { currentUser } = caller;
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const { row } = await editedIssue(tx, currentUser, id);
    if (row.status !== 'planning') throw failed('本期已经定稿，请先取消定稿再编排');
    if (row.version !== body.version) throw conflict();
    const columns = columnNames(row);
    const seen = new Set<number>();
    const present = await articlesOf(tx, id);
    for (const article of present)
      if (!body.articles.some(({ submissionId }) => submissionId === article.id))
        await transitionSubmission(tx, currentUser, await submissionIn(tx, article.id), 'unschedule');
    for (const { submissionId, columnName, pageStart, pageEnd } of body.articles) {
      if (seen.has(submissionId)) throw invalid('同一篇文章不能排入两次');
      seen.add(submissionId);
      if (pageEnd < pageStart) throw invalid('结束页不能小于起始页');
      if (columnName !== '' && !columns.includes(columnName)) throw invalid(`没有栏目“${columnName}”`);
      let article = await submissionIn(tx, submissionId);
      if (article.journalId !== row.journalId) throw issueGone();
      if (article.issueId !== id) article = await transitionSubmission(tx, currentUser, article, 'schedule', { issueId: id });
      await tx
        .updateTable('journalSubmission')
        .set({ pageStart, pageEnd, ...(columnName ? { columnName } : {}), updateTime: Date.now() })
        .where('id', '=', submissionId)
        .execute();
    }
    await tx
      .updateTable('journalIssue')
      .set({
        articleIds: JSON.stringify(body.articles.map(({ submissionId }) => submissionId)),
        version: row.version + 1 + body.articles.length + present.length,
        updateTime: Date.now(),
        updateBy: currentUser.userName,
      })
      .where('id', '=', id)
      .execute();
  });
  return workFor(caller.context, currentUser, id);
}

const transitionIssue = transition<IssueState, IssueEvent, IssueRow>(journalIssueMachine, {
  table: 'journalIssue',
  stateOf: (row) => row.status,
  subject: (row) => `《${row.journalName}》${issueLabel(row)}`,
  on: {
    lock: {
      async guard({ tx, row }) {
        const articles = await articlesOf(tx, row.id);
        if (articles.length === 0) throw new AppError(CODES.noArticles, '本期还没有文章，请先排入文章');
        if (articles.some(({ pageStart, pageEnd }) => pageStart < 1 || pageEnd < pageStart))
          throw new AppError(CODES.noPages, '有文章没有页码，请先编排');
        const overlap = overlapOf(articles);
        if (overlap) throw new AppError(CODES.pagesOverlap, `文章页码重叠：${overlap}`);
      },
    },
    publish: {
      async guard({ tx, row, now }) {
        if (row.publishDate === '') throw new AppError(CODES.dateAhead, '请先填写出版日期');
        if (Date.parse(`${row.publishDate}T00:00:00+08:00`) > endOfDay(wireDate(now)))
          throw new AppError(CODES.dateAhead, `出版日期是${row.publishDate}，到那一天才能出刊`);
        const articles = await articlesOf(tx, row.id);
        const unready = articles.find(({ status }) => status !== 'scheduled');
        if (unready) throw new AppError(CODES.articlesUnready, `《${unready.title}》还没有编校完，不能出刊`);
      },
    },
  },
  columns: ({ event, now }) => (event === 'publish' ? { publishedAt: now } : {}),
  async after({ tx, row, event, now }) {
    if (event !== 'publish') return;
    for (const [index, { id, ownerId, title, wordCount }] of (await articlesOf(tx, row.id)).entries()) {
      const submission = await submissionIn(tx, id);
      const after = await transitionSubmission(tx, null, submission, 'publish');
      await tx
        .updateTable('journalSubmission')
        .set({
          publishedAt: now,
          oaiAt: now,
          articleNo: `${row.year}-${row.issueNo}-${index + 1}`,
          payFen: journalFee(wordCount, row.payPerThousandFen),
          version: after.version + 1,
        })
        .where('id', '=', id)
        .execute();
      await sendMessage(tx, {
        userId: ownerId,
        type: 'audit',
        title: `${subjectOf({ title })}已刊出`,
        content: `《${row.journalName}》${issueLabel(row)}，第${pagesOf(submission)}页`,
        link: articlePath(id),
      });
    }
  },
});

export async function handleIssueEvent(caller: RequestCaller, id: number, event: IssueEvent, reason: string): Promise<IssueWork> {
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const { row, duty } = await editedIssue(tx, caller.currentUser, id);
    requireIn(caller.currentUser, duty, journalIssueMachine.events[event].permission);
    await transitionIssue(tx, caller.currentUser, row, event, reason);
  });
  return workFor(caller.context, caller.currentUser, id);
}

type IssueColumns = Pick<IssueRow, 'id' | 'journalId' | 'year' | 'volume' | 'issueNo' | 'totalNo' | 'title' | 'cover' | 'publishDate'>;

const wireIssue = (row: IssueColumns, articleCount: number): OpenIssue => ({
  issueId: row.id,
  journalId: row.journalId,
  year: row.year,
  volume: row.volume,
  issueNo: row.issueNo,
  totalNo: row.totalNo,
  title: row.title,
  label: issueLabel(row),
  cover: row.cover,
  publishDate: row.publishDate,
  articleCount,
});

export async function publicIssues({ db }: AppContext, journalId: number, asked: { pageNum: number; pageSize: number }) {
  const page = await publishedIssues(db, journalId, asked.pageSize, (total) => offsetOf(asked, total));
  const counts = await articleCounts(
    db,
    page.rows.map(({ id }) => id),
  );
  return { total: page.total, rows: page.rows.map((row) => wireIssue(row, Number(counts.find(({ issueId }) => issueId === row.id)?.total ?? 0))) };
}

export async function publicIssue({ db }: AppContext, id: number): Promise<OpenContents> {
  const row = await issueById(db, id);
  if (!row || row.status !== 'published') throw missing('这一期不存在或还没有出刊');
  const articles = await articlesOfIssue(db, id);
  const notices = await noticesOf(
    db,
    articles.map((article) => article.id),
  );
  return {
    ...wireIssue(row, articles.length),
    journalName: row.journalName,
    notices: (await noticesOfIssue(db, id)).map(({ id: noticeId, type, title, articleTitle }) => ({ noticeId, type, title, articleTitle })),
    articles: articles.map((article) => ({
      articleId: article.id,
      title: article.title,
      authorsText: authorsText(article),
      columnName: article.columnName,
      pages: pagesOf(article),
      hasPdf: article.pdfFileId !== null,
      retracted: notices.some(({ submissionId, type }) => submissionId === article.id && type === 'retraction'),
    })),
  };
}
