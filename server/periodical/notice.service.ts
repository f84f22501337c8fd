import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { correctionNoticeMachine, type NoticeEvent } from '../../contract/periodical/correction-notice.machine.ts';
import type { addNotice, decideNotice, noticeList, OpenNotice } from '../../contract/periodical/correction-notice.ts';
import { NOTICE_NAMES, type NoticeState } from '../../contract/periodical/periodical-limits.ts';
import { noticePath } from '../../contract/periodical/periodical.site.ts';
import type { AppContext } from '../context.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { wireTime } from '../db/clock.ts';
import type { Tx } from '../db/database.ts';
import { offsetOf } from '../db/page-offset.ts';
import { yearlyNumber } from '../db/yearly-number.ts';
import { samePerson } from '../db/same-person.ts';
import { UPLOAD_POLICY } from '../http/headers.ts';
import { AppError, failed, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { transition } from '../state-machine/transition.ts';
import { gbt7714, noticeCitation } from './citation.ts';
import { issueLabel } from './issue-label.ts';
import { newestIssueId, noticeById, noticesOf, publishedArticle, noticesWithArticle } from './issue.queries.ts';
import { jatsNotice } from './jats/jats-notice.ts';
import { requireIn, seesEveryJournal } from './journal-access.service.ts';
import { chiefsOf } from './journal.queries.ts';
import { CODES } from './periodical-codes.ts';
import { fileById, issueById } from './submission.queries.ts';
import { editedSubmission } from './submission.service.ts';
import { subjectOf } from './submission-step.service.ts';
import { isOwnAccount } from '../http/person.policy.ts';
import { publishesNotice } from './submission.policy.ts';

const LOG = '更正与撤稿声明';
const noticeGone = () => missing('声明不存在或还没有发布');
const labelOf = ({
  year,
  volume,
  issueNo,
}: {
  readonly year: number | null;
  readonly volume: number | null;
  readonly issueNo: number | null;
}): string => (year && issueNo ? issueLabel({ year, volume: volume ?? 0, issueNo }) : '');

export async function noticesFor({ db }: AppContext, currentUser: CurrentUser, asked: z.output<typeof noticeList.query>) {
  const own = noticesWithArticle(db, asked.submissionId, seesEveryJournal(currentUser) ? null : currentUser.userId);
  const { total } = await own.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await own
    .selectAll('correctionNotice')
    .select([
      'journalSubmission.title as articleTitle',
      'journal.journalName',
      'user.nickName',
      'drafter.nickName as drafterName',
      'journalIssue.year',
      'journalIssue.volume',
      'journalIssue.issueNo',
    ])
    .orderBy('correctionNotice.id', 'desc')
    .limit(asked.pageSize)
    .offset(offsetOf(asked, Number(total)))
    .execute();
  return {
    total: Number(total),
    rows: rows.map((row) => ({
      noticeId: row.id,
      submissionId: row.submissionId,
      articleTitle: row.articleTitle,
      journalName: row.journalName,
      type: row.type,
      status: row.status,
      noticeNo: row.noticeNo,
      doi: row.doi,
      title: row.title,
      content: row.content,
      issueLabel: labelOf(row),
      draftedBy: row.drafterName ?? '',
      draftedAt: wireTime(row.createTime),
      publishedAt: row.publishedAt === 0 ? '' : wireTime(row.publishedAt),
      publishedBy: row.nickName ?? '',
      decidedNote: row.decidedNote,
      mayDecide: publishesNotice(row, currentUser),
    })),
  };
}

type Notice = NonNullable<Awaited<ReturnType<typeof noticeById>>>;

async function requireOneRetraction(tx: Tx, submissionId: number): Promise<void> {
  const known = (await noticesOf(tx, [submissionId])).some(({ type }) => type === 'retraction');
  if (known) throw failed('这篇文章已经撤稿');
}

/** Drafts a notice; readers see nothing of it until another person publishes it. */
export async function draftNotice(caller: RequestCaller, body: z.output<typeof addNotice.body>): Promise<{ noticeId: number }> {
  const { currentUser } = caller;
  return withOperationLog(caller, { title: LOG, business: 'add' }, async (tx) => {
    const { row, duty } = await editedSubmission(tx, currentUser, body.submissionId);
    requireIn(currentUser, duty, 'journal:issue:edit');
    if (row.status !== 'published') throw failed('只有已刊出的文章可以发布更正或撤稿声明');
    if (body.issueId) {
      const issue = await issueById(tx, body.issueId);
      if (!issue || issue.journalId !== row.journalId) throw failed('请选择本刊的一期');
    }
    if (body.correctedFileId) {
      const file = await fileById(tx, body.correctedFileId);
      if (!file || file.submissionId !== row.id || file.role !== 'correctedPdf') throw failed('更正后的文件不存在，请重新上传');
    }
    if (body.type === 'retraction') await requireOneRetraction(tx, row.id);
    const now = Date.now();
    const { id } = await tx
      .insertInto('correctionNotice')
      .values({
        submissionId: row.id,
        journalId: row.journalId,
        issueId: body.issueId ?? null,
        type: body.type,
        status: 'draft',
        noticeNo: '',
        doi: body.doi,
        title: body.title,
        content: body.content,
        correctedFileId: body.correctedFileId ?? null,
        draftedBy: currentUser.userId,
        publishedBy: 0,
        publishedAt: 0,
        createBy: currentUser.userName,
        createTime: now,
        updateTime: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const userId of await chiefsOf(tx, row.journalId))
      if (!isOwnAccount(userId, currentUser))
        await sendMessage(tx, {
          userId,
          type: 'task',
          title: `${subjectOf(row)}有一份${NOTICE_NAMES[body.type]}声明等您发布`,
          content: body.title,
          link: `/cms/journal/submission?open=${row.id}`,
        });
    return { noticeId: id };
  });
}

const alreadyDecided = (): AppError => new AppError(correctionNoticeMachine.illegal, '这份声明已经处理，请刷新后查看');

type DecidedRow = Notice & { readonly given: { readonly issueId: number | null; readonly noticeNo: string } };
const step = transition<NoticeState, NoticeEvent, DecidedRow>(correctionNoticeMachine, {
  table: 'correctionNotice',
  stateOf: (row) => row.status,
  rejection: alreadyDecided,
  columns: ({ event, row, currentUser, reason, now }) => ({
    ...row.given,
    decidedNote: reason,
    publishedBy: currentUser?.userId ?? 0,
    ...(event === 'publish' ? { publishedAt: now } : {}),
  }),
});

/** Another person publishes or rejects a draft. The article links to a published notice, and harvesters see the article again. */
export async function decide(caller: RequestCaller, noticeId: number, body: z.output<typeof decideNotice.body>): Promise<void> {
  const { currentUser } = caller;
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    const notice = await noticeById(tx, noticeId);
    if (!notice) throw noticeGone();
    const { row, duty } = await editedSubmission(tx, currentUser, notice.submissionId);
    requireIn(currentUser, duty, 'journal:issue:publish');
    if (notice.status !== 'draft') throw alreadyDecided();
    if (notice.draftedBy !== null && (await samePerson(tx, notice.draftedBy, currentUser.userId)))
      throw new AppError(CODES.sameDrafter, '声明须由另一个人发布，不能发布自己起草的声明');
    const publishes = body.status === 'published';
    if (publishes && row.status !== 'published') throw failed('文章已不在刊，不能发布声明');
    if (publishes && notice.type === 'retraction') await requireOneRetraction(tx, row.id);
    const now = Date.now();
    const issueId = notice.issueId ?? (await newestIssueId(tx, row.journalId));
    const noticeNo = publishes ? await yearlyNumber(tx, `${row.abbr}-N`, 3, now, '-') : notice.noticeNo;
    // The duty of the caller at the journal has been checked above.
    await step(tx, currentUser, { ...notice, given: { issueId, noticeNo } }, publishes ? 'publish' : 'reject', body.note, 'checked');
    if (publishes) await announce(tx, row, notice, now);
    if (notice.draftedBy !== null)
      await sendMessage(tx, {
        userId: notice.draftedBy,
        type: 'task',
        title: `您起草的${NOTICE_NAMES[notice.type]}声明${publishes ? '已发布' : '被驳回'}`,
        content: body.note || notice.title,
        link: publishes ? noticePath(noticeId) : `/cms/journal/submission?open=${row.id}`,
      });
  });
}

async function announce(tx: Tx, row: Awaited<ReturnType<typeof editedSubmission>>['row'], notice: Notice, now: number): Promise<void> {
  await tx
    .updateTable('journalSubmission')
    .set({ oaiAt: now, updateTime: now, version: row.version + 1 })
    .where('id', '=', row.id)
    .execute();
  await sendMessage(tx, {
    userId: row.ownerId,
    type: 'audit',
    title: `${subjectOf(row)}：${NOTICE_NAMES[notice.type]}`,
    content: notice.content.slice(0, 200),
    link: noticePath(notice.id),
  });
}

/** A published notice with its published article. */
async function publicNotice(db: AppContext['db'], noticeId: number) {
  const found = await noticeById(db, noticeId);
  const article = found?.status === 'published' ? await publishedArticle(db, found.submissionId) : undefined;
  const notice = article && (await noticesOf(db, [article.id])).find(({ id }) => id === noticeId);
  if (!article || !notice) throw noticeGone();
  return { article, notice };
}

export async function noticeFor({ db }: AppContext, noticeId: number): Promise<OpenNotice> {
  const { article, notice } = await publicNotice(db, noticeId);
  return {
    noticeId,
    type: notice.type,
    noticeNo: notice.noticeNo,
    doi: notice.doi,
    title: notice.title,
    content: notice.content,
    citation: noticeCitation(article, notice),
    publishedAt: wireTime(notice.publishedAt).slice(0, 10),
    journalId: article.journalId,
    journalName: article.journalName,
    issn: article.issn,
    // The page of an issue that is not published does not exist.
    issueId: notice.issueStatus === 'published' ? notice.issueId : null,
    issueLabel: notice.issueStatus === 'published' ? labelOf(notice) : '',
    articleId: article.id,
    articleTitle: article.title,
    articleCitation: gbt7714(article),
    hasFile: notice.correctedFileId !== null,
  };
}

export async function sendNotice(context: AppContext, reply: FastifyReply, noticeId: number): Promise<FastifyReply> {
  const { article, notice } = await publicNotice(context.db, noticeId);
  const name = encodeURIComponent(`${notice.title}.xml`);
  return reply
    .headers({
      'content-type': 'application/xml; charset=utf-8',
      'content-disposition': `attachment; filename*=UTF-8''${name}`,
      'download-filename': name,
      'access-control-expose-headers': 'Content-Disposition,download-filename',
      'content-security-policy': UPLOAD_POLICY,
    })
    .send(jatsNotice(article, notice, context.settings.publicUrl));
}
