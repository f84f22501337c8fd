import type { z } from 'zod';
import { DAY_MS } from '../../contract/clock.ts';
import type {
  OwnSubmission,
  OwnSubmissionDetail,
  ownSubmissions,
  SubmissionDraft,
  saveSubmission,
} from '../../contract/periodical/own-submission.ts';
import {
  journalSubmissionMachine,
  OWN_SUBMISSION_EVENTS,
  SUBMISSION_WORD_OF,
  type SubmissionState,
} from '../../contract/periodical/journal-submission.machine.ts';
import { FEE_NAMES, SUBMISSION } from '../../contract/periodical/periodical-limits.ts';
import { inGroup, eventsFrom } from '../../contract/state-machine.ts';
import type { AppContext } from '../context.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import { wireTime } from '../db/clock.ts';
import type { Tx } from '../db/database.ts';
import { offsetOf } from '../db/page-offset.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { AppError, conflict, failed, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import type { Sent } from '../files/send-file.ts';
import { deliveredFor } from '../manuscript/letter/letter.service.ts';
import { asAuthorSees, columnsBeforeDecision, hiddenFromAuthor } from '../manuscript/letter/pending-decision.service.ts';
import { transitionsOf } from '../manuscript/manuscript-log.service.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { authorIdentity, searchAgain } from './review/blind.service.ts';
import { isPayer, pageFeeOrder } from './extensions/page-fee.service.ts';
import { submissionGone } from './journal-access.service.ts';
import { wireOwnFile } from './journal-file.service.ts';
import { columnNames, medianDays } from './journal.service.ts';
import { isAuthorOf } from './author-of.queries.ts';
import { editorsOf, journalById } from './journal.queries.ts';
import { CODES } from './periodical-codes.ts';
import { cancelRound } from './review/review-step.service.ts';
import { fileById, filesOf, ownIds, ownPage, pointsOf, stageTimes, submissionById, type SubmissionRow } from './submission.queries.ts';
import { lackingOf, transitionSubmission, subjectOf } from './submission-step.service.ts';
import { isSubmitter, ownsManuscript } from './submission.policy.ts';

const LOG = '投稿';

type OwnRow = Awaited<ReturnType<typeof ownPage>>['rows'][number];

const statesOf = (word: string | undefined): SubmissionState[] | null =>
  word === undefined
    ? null
    : (Object.entries(SUBMISSION_WORD_OF) as [SubmissionState, readonly [string, string]][])
        .filter(([, [one]]) => one === word)
        .map(([state]) => state);

const canOf = (row: Pick<OwnRow, 'status' | 'appealedAt' | 'decidedAt'>): OwnSubmission['can'] =>
  eventsFrom(
    journalSubmissionMachine,
    row.status,
    () => false,
    (who) => who === 'owner',
  ).filter((event): event is OwnSubmission['can'][number] => {
    if (event === 'appeal') return row.appealedAt === null && row.decidedAt !== null && Date.now() - row.decidedAt <= SUBMISSION.appealDays * DAY_MS;
    return event === 'submit' || (OWN_SUBMISSION_EVENTS as readonly string[]).includes(event);
  });

async function cardOf(context: AppContext, row: OwnRow, medians: Map<string, number | null>): Promise<OwnSubmission> {
  const key = `${row.journalId} ${row.status}`;
  if (!medians.has(key)) medians.set(key, medianDays(await stageTimes(context.db, row.journalId, row.status)));
  const [word, next] = SUBMISSION_WORD_OF[row.status];
  return {
    submissionId: row.id,
    submissionNo: row.submissionNo,
    journalId: row.journalId,
    journalName: row.journalName,
    title: row.title,
    status: row.status,
    word,
    next,
    usualDays: medians.get(key) ?? null,
    stageSince: wireTime(row.stageSince),
    dueAt: row.turn === 'author' ? wireTime(row.dueAt) : '',
    articleId: row.status === 'published' ? row.id : null,
    can: canOf(row),
  };
}

export async function ownSubmissionsOf(context: AppContext, currentUser: CurrentUser, asked: z.output<typeof ownSubmissions.query>) {
  const own = await ownIds(context.db, currentUser.userId);
  const pending = await columnsBeforeDecision(context.db, 'journalSubmission', own);
  const page = await ownPage(context.db, currentUser.userId, statesOf(asked.word), pending, asked.pageSize, (total) => offsetOf(asked, total));
  const medians = new Map<string, number | null>();
  const rows: OwnSubmission[] = [];
  for (const row of page.rows) rows.push(await cardOf(context, { ...row, ...pending.get(row.id) }, medians));
  return { total: page.total, rows };
}

/** The author's own submission; throws as if it did not exist for everybody else. */
export async function ownRow(db: AppContext['db'] | Tx, currentUser: CurrentUser, id: number): Promise<SubmissionRow> {
  const row = await submissionById(db, id);
  if (!row || !isSubmitter(row, currentUser)) throw submissionGone();
  return row;
}

const jsonOf = <T>(text: string): T => JSON.parse(text) as T;

const draftOf = (row: SubmissionRow): OwnSubmissionDetail['draft'] => ({
  archiveId: row.archiveId,
  columnName: row.columnName,
  language: row.language === 'en' ? 'en' : 'zh',
  title: row.title,
  titleEn: row.titleEn,
  abstract: row.abstract,
  abstractEn: row.abstractEn,
  keywords: jsonOf(row.keywords),
  keywordsEn: jsonOf(row.keywordsEn),
  clcCode: row.clcCode,
  fund: row.fund,
  authors: jsonOf(row.authors),
  suggested: jsonOf(row.suggested),
  excluded: jsonOf(row.excluded),
  isMultipleSubmit: row.isMultipleSubmit === '1',
  declared: row.declared === '1',
  conflictText: row.conflictText,
  coverLetter: row.coverLetter,
});

/** Steps in the words of the author: who reviews, and who is late, stays inside. */
const AUTHOR_LOG: Readonly<Record<string, string>> = {
  submit: '投稿',
  returnForCompletion: '退回补正',
  resubmit: '补正后提交',
  passScreening: '送专家审读',
  rejectScreening: '未采用',
  complete: '专家审读完成',
  endReview: '专家审读完成',
  requestRevision: '退修',
  revise: '修回',
  accept: '录用',
  decline: '未采用',
  undoDecline: '恢复审理',
  appeal: '申诉',
  edit: '开始编校',
  schedule: '排入一期',
  unschedule: '移出一期',
  publish: '刊出',
  withdraw: '撤稿',
};

export async function ownDetail(context: AppContext, currentUser: CurrentUser, id: number): Promise<OwnSubmissionDetail> {
  const { db } = context;
  const [row] = await asAuthorSees(db, 'journalSubmission', [await ownRow(db, currentUser, id)]);
  if (!row) throw submissionGone();
  const hidden = await hiddenFromAuthor(db, 'journalSubmission', id);
  const files = (await filesOf(db, id)).filter(({ role, status }) => status === 'current' && (role === 'manuscript' || role === 'response'));
  const pays = await isPayer(db, row, currentUser);
  const writes = inGroup(journalSubmissionMachine, 'writable', row.status);
  return {
    ...(await cardOf(context, row, new Map())),
    draft: draftOf(row),
    columns: columnNames(row),
    round: row.round,
    files: files.map(wireOwnFile),
    lacking: writes ? await lackingOf(db, row) : [],
    // Points are shown once their letter was delivered: until then the decision may be pulled back.
    points:
      (await columnsBeforeDecision(db, 'journalSubmission', [id])).size === 0
        ? (await pointsOf(db, id))
            .map(({ id: pointId, seat, pointNo, text, answer, round }) => ({ pointId, seat, pointNo, text, answer, round }))
            .filter(({ round }) => round === row.round)
            .map(({ round: _round, ...point }) => point)
        : [],
    letters: (await deliveredFor(db, 'journalSubmission', id, currentUser.userId)).map(({ letterId, subject, content, at, attachments }) => ({
      letterId,
      subject,
      content,
      at,
      files: attachments.map(({ name, size }, index) => ({ index, name, size })),
    })),
    timeline: (
      await transitionsOf(
        db,
        'journalSubmission',
        id,
        (event) => AUTHOR_LOG[event] ?? '',
        (state) => state,
        hidden,
      )
    )
      .filter(({ event }) => event !== '')
      .map(({ event, at }) => ({ at, text: event })),
    feeStatus: row.feeStatus,
    feeStatusName: FEE_NAMES[row.feeStatus],
    feeFen: row.feeFen,
    feeOrder: await pageFeeOrder(db, id, pays),
    canPayFee: pays && row.feeStatus === 'due',
    answerBy: row.decidedAt === null && row.submittedAt !== null ? wireTime(row.submittedAt + SUBMISSION.answerDays * DAY_MS) : '',
    version: row.version,
  };
}

const columnsOf = ({ keywords, keywordsEn, authors, suggested, excluded, isMultipleSubmit, declared, ...rest }: SubmissionDraft) => ({
  ...rest,
  keywords: JSON.stringify(keywords),
  keywordsEn: JSON.stringify(keywordsEn),
  authors: JSON.stringify(authors),
  suggested: JSON.stringify(suggested),
  excluded: JSON.stringify(excluded),
  isMultipleSubmit: isMultipleSubmit ? ('1' as const) : ('0' as const),
  declared: declared ? ('1' as const) : ('0' as const),
});

async function rejectBad(tx: Tx, currentUser: CurrentUser, draft: SubmissionDraft): Promise<void> {
  const journal = await journalById(tx, draft.journalId);
  if (!journal || journal.status !== '0') throw failed('这份期刊现在不收稿，请选择其他期刊');
  if (draft.columnName !== '' && !columnNames(journal).includes(draft.columnName)) throw failed('栏目不存在，请重新选择');
  if (draft.archiveId !== null) {
    const manuscript = await tx.selectFrom('manuscript').select('ownerId').where('id', '=', draft.archiveId).executeTakeFirst();
    if (!ownsManuscript(manuscript, currentUser)) throw failed('所选的作品不是您的，请重新选择');
  }
}

export async function addOwn({ db }: AppContext, currentUser: CurrentUser, draft: SubmissionDraft): Promise<{ submissionId: number }> {
  return db.transaction().execute(async (tx) => {
    await rejectBad(tx, currentUser, draft);
    const { total } = await tx
      .selectFrom('journalSubmission')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('ownerId', '=', currentUser.userId)
      .where('status', '=', 'draft')
      .where('delFlag', '=', '0')
      .executeTakeFirstOrThrow();
    if (Number(total) >= SUBMISSION.drafts) throw failed(`您已有${SUBMISSION.drafts}份未投的草稿，请先投稿或删除一些`);
    const now = Date.now();
    const { id } = await tx
      .insertInto('journalSubmission')
      .values({
        ...columnsOf(draft),
        ownerId: currentUser.userId,
        manuscriptFileId: null,
        similarityRate: null,
        editorId: null,
        decidedBy: null,
        decidedAt: null,
        screenedAt: null,
        finalReviewAt: null,
        appealedAt: null,
        issueId: null,
        pdfFileId: null,
        submittedAt: null,
        acceptedAt: null,
        publishedAt: null,
        oaiAt: null,
        turnUserId: currentUser.userId,
        stageSince: now,
        dueAt: null,
        remindedAt: null,
        createBy: currentUser.userName,
        createTime: now,
        updateTime: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { submissionId: id };
  });
}

export async function saveOwn(
  context: AppContext,
  currentUser: CurrentUser,
  body: z.output<typeof saveSubmission.body>,
): Promise<OwnSubmissionDetail> {
  const { submissionId, version, ...draft } = body;
  await context.db.transaction().execute(async (tx) => {
    const row = await ownRow(tx, currentUser, submissionId);
    if (!inGroup(journalSubmissionMachine, 'writable', row.status)) throw failed('稿件正在审理，现在不能修改信息');
    if (row.version !== version) throw conflict();
    if (row.status !== 'draft' && draft.journalId !== row.journalId) throw failed('投稿之后不能换期刊');
    await rejectBad(tx, currentUser, draft);
    const done = await tx
      .updateTable('journalSubmission')
      .set({ ...columnsOf(draft), updateBy: currentUser.userName, updateTime: Date.now(), version: version + 1 })
      .where('id', '=', submissionId)
      .where('version', '=', version)
      .executeTakeFirst();
    if (Number(done.numUpdatedRows) !== 1) throw conflict();
  });
  return ownDetail(context, currentUser, submissionId);
}

export async function removeOwn({ db }: AppContext, currentUser: CurrentUser, id: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const row = await ownRow(tx, currentUser, id);
    if (row.status !== 'draft') throw failed('已经投出的稿件不能删除；请先撤稿');
    await tx.updateTable('journalSubmission').set({ delFlag: '2', updateTime: Date.now() }).where('id', '=', id).execute();
  });
}

type OwnEvent = (typeof OWN_SUBMISSION_EVENTS)[number] | 'submit';

interface OwnRule {
  /** The title of the message to the editors. */
  readonly title: string;
  /** A new file goes to the reviewers: its anonymised copy is searched for the authors as they are now. */
  readonly newFile?: true;
  /** All editors of the journal are told, also when one has the submission. */
  readonly toAll?: true;
  readonly guard?: (row: SubmissionRow) => void;
  readonly after?: (tx: Tx, row: SubmissionRow) => Promise<unknown>;
}

const OWN_RULES: Readonly<Record<OwnEvent, OwnRule>> = {
  submit: { title: '新来稿', newFile: true, toAll: true },
  resubmit: { title: '作者已补正', newFile: true },
  revise: { title: '作者已修回', newFile: true },
  appeal: { title: '作者申诉' },
  withdraw: {
    title: '作者撤稿',
    guard: ({ status }) => {
      if (inGroup(journalSubmissionMachine, 'bound', status)) throw new AppError(CODES.acceptedAlready, '已录用稿件不能自行撤稿，请联系编辑部');
    },
    after: (tx, { id, round }) => cancelRound(tx, id, round, '作者已撤稿，这次审稿取消，谢谢您。'),
  },
};

/** Takes one step of the author of a submission. */
export async function handleOwnSubmissionEvent(caller: RequestCaller, id: number, event: OwnEvent, reason = ''): Promise<OwnSubmissionDetail> {
  const { context, currentUser } = caller;
  const { title, newFile, toAll, guard, after: finish } = OWN_RULES[event];
  const before = await ownRow(context.db, currentUser, id);
  guard?.(before);
  const file = before.manuscriptFileId === null ? undefined : await fileById(context.db, before.manuscriptFileId);
  if (file && newFile) await searchAgain(context, file, authorIdentity(before));
  await withOperationLog(caller, { title: LOG, business: event === 'submit' ? 'add' : 'edit' }, async (tx) => {
    const row = await ownRow(tx, currentUser, id);
    const after = await transitionSubmission(tx, currentUser, row, event, { reason });
    await finish?.(tx, row);
    const editors = row.editorId === null || toAll ? (await editorsOf(tx, [row.journalId])).map(({ userId }) => userId) : [row.editorId];
    for (const userId of editors)
      if (!(await isAuthorOf(tx, userId, id)))
        await sendMessage(tx, {
          userId,
          type: 'task',
          title: `${title}：${subjectOf(row)}`,
          content: `《${row.journalName}》${after.submissionNo}`,
          link: `/cms/journal/submission?open=${id}`,
        });
  });
  return ownDetail(context, currentUser, id);
}

export async function answerOwnPoint({ db }: AppContext, currentUser: CurrentUser, pointId: number, answer: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const point = await tx.selectFrom('journalPoint').selectAll().where('id', '=', pointId).where('delFlag', '=', '0').executeTakeFirst();
    if (!point) throw missing('这条意见不存在');
    const row = await ownRow(tx, currentUser, point.submissionId);
    if (row.status !== 'revision' || point.round !== row.round) throw failed('退修期间才能答复意见');
    await tx
      .updateTable('journalPoint')
      .set({ answer, updateTime: Date.now(), version: point.version + 1 })
      .where('id', '=', pointId)
      .execute();
  });
}

/** A file that came with a delivered letter. */
export async function letterFile({ db }: AppContext, currentUser: CurrentUser, letterId: number, index: number): Promise<Sent> {
  const letter = await db.selectFrom('letter').select(['entity', 'entityId']).where('id', '=', letterId).executeTakeFirst();
  if (letter?.entity !== 'journalSubmission') throw missing('附件不存在或与您无关');
  await ownRow(db, currentUser, letter.entityId);
  const found = (await deliveredFor(db, 'journalSubmission', letter.entityId, currentUser.userId)).find((one) => one.letterId === letterId);
  const file = found?.attachments[index];
  if (!file) throw missing('附件不存在或与您无关');
  return file;
}
