import type { z } from 'zod';
import type { addNotice, noticeList } from '../../contract/periodical/correction-notice.ts';
import { NOTICE_NAMES } from '../../contract/periodical/periodical-limits.ts';
import { articlePath } from '../../contract/periodical/periodical.site.ts';
import type { AppContext } from '../context.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { wireTime } from '../db/clock.ts';
import { offsetOf } from '../db/page-offset.ts';
import { yearlyNumber } from '../db/yearly-number.ts';
import { failed } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { requireIn, seesEveryJournal } from './journal-access.service.ts';
import { fileById, issueById } from './submission.queries.ts';
import { editedSubmission } from './submission.service.ts';
import { subjectOf } from './submission-step.service.ts';

const LOG = '更正与撤稿声明';

export async function noticesFor({ db }: AppContext, currentUser: CurrentUser, asked: z.output<typeof noticeList.query>) {
  const own = db
    .selectFrom('correctionNotice')
    .innerJoin('journalSubmission', 'journalSubmission.id', 'correctionNotice.submissionId')
    .innerJoin('journal', 'journal.id', 'correctionNotice.journalId')
    .leftJoin('user', 'user.id', 'correctionNotice.publishedBy')
    .where('correctionNotice.delFlag', '=', '0')
    .$if(asked.submissionId !== undefined, (query) => query.where('correctionNotice.submissionId', '=', asked.submissionId ?? 0))
    .$if(!seesEveryJournal(currentUser), (query) =>
      query.where('correctionNotice.journalId', 'in', (eb) =>
        eb.selectFrom('journalEditor').select('journalId').where('userId', '=', currentUser.userId),
      ),
    );
  const { total } = await own.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await own
    .selectAll('correctionNotice')
    .select(['journalSubmission.title as articleTitle', 'journal.journalName', 'user.nickName'])
    .orderBy('correctionNotice.publishedAt', 'desc')
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
      noticeNo: row.noticeNo,
      title: row.title,
      content: row.content,
      publishedAt: wireTime(row.publishedAt),
      publishedBy: row.nickName ?? '',
    })),
  };
}

/** Publishes a notice; the article links to it from now on, and harvesters see the article again. */
export async function publishNotice(caller: RequestCaller, body: z.output<typeof addNotice.body>): Promise<{ noticeId: number }> {
  const { currentUser } = caller;
  return withOperationLog(caller, { title: LOG, business: 'add' }, async (tx) => {
    const { row, duty } = await editedSubmission(tx, currentUser, body.submissionId);
    requireIn(currentUser, duty, 'journal:issue:publish');
    if (row.status !== 'published') throw failed('只有已刊出的文章可以发布更正或撤稿声明');
    if (body.issueId) {
      const issue = await issueById(tx, body.issueId);
      if (!issue || issue.journalId !== row.journalId) throw failed('请选择本刊的一期');
    }
    if (body.correctedFileId) {
      const file = await fileById(tx, body.correctedFileId);
      if (!file || file.submissionId !== row.id || file.role !== 'correctedPdf') throw failed('更正后的文件不存在，请重新上传');
    }
    const known = await tx
      .selectFrom('correctionNotice')
      .select('id')
      .where('submissionId', '=', row.id)
      .where('type', '=', 'retraction')
      .where('delFlag', '=', '0')
      .executeTakeFirst();
    if (known && body.type === 'retraction') throw failed('这篇文章已经撤稿');
    const now = Date.now();
    const { id } = await tx
      .insertInto('correctionNotice')
      .values({
        submissionId: row.id,
        journalId: row.journalId,
        issueId: body.issueId ?? null,
        type: body.type,
        noticeNo: await yearlyNumber(tx, `${row.abbr}-N`, 3, now, '-'),
        title: body.title,
        content: body.content,
        correctedFileId: body.correctedFileId ?? null,
        publishedBy: currentUser.userId,
        publishedAt: now,
        createBy: currentUser.userName,
        createTime: now,
        updateTime: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .updateTable('journalSubmission')
      .set({ oaiAt: now, updateTime: now, version: row.version + 1 })
      .where('id', '=', row.id)
      .execute();
    await sendMessage(tx, {
      userId: row.ownerId,
      type: 'audit',
      title: `${subjectOf(row)}：${NOTICE_NAMES[body.type]}`,
      content: body.content.slice(0, 200),
      link: articlePath(row.id),
    });
    return { noticeId: id };
  });
}
