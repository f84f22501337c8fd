import { DAY_MS } from '../../../../contract/clock.ts';
import { journalFee } from '../../../../contract/periodical/journal-fee.ts';
import { SUBMISSION_TURN_OF, type SubmissionEvent, type SubmissionState } from '../../../../contract/periodical/journal-submission.machine.ts';
import { wireDate } from '../../../db/clock.ts';
import type { Tx } from '../../../db/database.ts';
import { addPoints, addReviews, type People } from './periodical-reviews.ts';
import { bodyOf, JOURNALS, PAPERS, SUBMITTED, type DemoPaper } from './periodical-texts.ts';

const COVER = '书舟读者可以在网页上读全文。';
const REFERENCES = ['编辑部. 录音与文字的对照：一份工作记录[M]. 启明外语音像出版社, 2021: 12-40.', '何语. 记录的方法[J]. 阅读与教学, 2024(3): 5-11.'];

type Step = readonly [event: SubmissionEvent, to: SubmissionState, daysAgo: number];
type Plan = readonly [journal: number, steps: readonly Step[], due: number | null];

/** What happened to each submission in work, in days before the installation; every state of SM09 occurs. */
const PLANS: readonly Plan[] = [
  [0, [], null],
  [1, [['submit', 'submitted', 3]], 27],
  [0, [['submit', 'submitted', 33]], -3],
  [2, [['submit', 'submitted', 9], ['returnForCompletion', 'returned', 4]], 10],
  [0, [['submit', 'submitted', 24], ['passScreening', 'external', 12]], null],
  [1, [['submit', 'submitted', 52], ['passScreening', 'external', 41]], null],
  [2, [['submit', 'submitted', 31], ['passScreening', 'external', 22]], null],
  [0, [['submit', 'submitted', 48], ['passScreening', 'external', 40], ['complete', 'decision', 6]], null],
  [1, [['submit', 'submitted', 44], ['passScreening', 'external', 38], ['complete', 'decision', 2]], null],
  [0, [['submit', 'submitted', 60], ['passScreening', 'external', 52], ['complete', 'decision', 20], ['requestRevision', 'revision', 12]], 2],
  [2, [['submit', 'submitted', 90], ['passScreening', 'external', 82], ['complete', 'decision', 50], ['requestRevision', 'revision', 40]], 20],
  [1, [['submit', 'submitted', 75], ['passScreening', 'external', 66], ['complete', 'decision', 35], ['requestRevision', 'revision', 25], ['revise', 'revised', 3]], null],
  [1, [['submit', 'submitted', 88], ['passScreening', 'external', 80], ['complete', 'decision', 45], ['accept', 'accepted', 5]], null],
  [0, [['submit', 'submitted', 98], ['passScreening', 'external', 90], ['complete', 'decision', 55], ['accept', 'accepted', 30], ['edit', 'copyediting', 14]], null],
  [2, [['submit', 'submitted', 99], ['passScreening', 'external', 92], ['complete', 'decision', 56], ['accept', 'accepted', 33], ['edit', 'copyediting', 18]], null],
  [1, [['submit', 'submitted', 120], ['passScreening', 'external', 110], ['complete', 'decision', 80], ['accept', 'accepted', 62], ['edit', 'copyediting', 40], ['schedule', 'scheduled', 11]], null],
  [0, [['submit', 'submitted', 36], ['rejectScreening', 'declined', 15]], null],
  [2, [['submit', 'submitted', 28], ['withdraw', 'withdrawn', 17]], null],
]; // prettier-ignore

const NOTES: Partial<Record<SubmissionEvent, string>> = {
  returnForCompletion: '请补英文摘要，并写明参加者的年级和人数。',
  requestRevision: '两位审稿人都认为材料扎实，请补充参加者的情况，并核对表格里的数字。',
  rejectScreening: '选题在本刊征稿范围之外，建议改投图书馆方面的刊物。',
  withdraw: '数据还要补充，先撤回。',
};

interface Issue {
  readonly id: number;
  readonly year: number;
  readonly issueNo: number;
  readonly publishedAt: number | null;
  readonly status: 'planning' | 'locked' | 'published';
}

/** Three journals with four issues each, published papers, and submissions in every state. Dates are relative to `now`. */
export async function addPeriodicals(tx: Tx, now: number): Promise<void> {
  const people: People = new Map((await tx.selectFrom('user').select(['id', 'userName']).execute()).map((user) => [user.userName, user.id]));
  for (const [index, one] of JOURNALS.entries()) {
    const journalId = await addJournal(tx, people, now, index);
    const issues = await addIssues(tx, journalId, one.abbr, now, index);
    await addPapers(tx, people, now, { journalId, index, issues });
    await addSubmissions(tx, people, now, { journalId, index, issues });
  }
}

async function addJournal(tx: Tx, people: People, now: number, index: number): Promise<number> {
  const { columns, ...one } = JOURNALS[index] as (typeof JOURNALS)[number];
  const createTime = now - 700 * DAY_MS;
  const { id } = await tx
    .insertInto('journal')
    .values({
      ...one,
      columns: JSON.stringify(columns.map((name) => ({ name }))),
      supervisor: '启明出版集团',
      sponsor: '启明外语音像出版社',
      publisher: '启明外语音像出版社',
      officeMail: `${one.abbr.toLowerCase()}@journal.example.cn`,
      address: '桥头市灯塔路1号',
      price: 2000,
      payPerThousandFen: 12_000,
      similarityLimit: 15,
      orderNum: index + 1,
      createBy: 'admin',
      createTime,
      updateTime: createTime,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const editors = index < 2 ? [{ journalId: id, userId: people.get('jeditor') ?? 0, duty: 'editor' as const }] : [];
  await tx
    .insertInto('journalEditor')
    .values([{ journalId: id, userId: people.get('jchief') ?? 0, duty: 'chief' as const }, ...editors])
    .execute();
  return id;
}

/** Days between two issues, by journal. */
const EVERY = [61, 91, 30] as const;

async function addIssues(tx: Tx, journalId: number, abbr: string, now: number, index: number): Promise<Issue[]> {
  const issues: Issue[] = [];
  const every = EVERY[index] ?? 61;
  for (const step of [3, 2, 1, 0]) {
    const date = wireDate(now - step * every * DAY_MS + (step === 0 ? 12 * DAY_MS : 0));
    const [year, month] = date.split('-').map(Number);
    const perYear = Math.round(365 / every);
    const issueNo = Math.min(perYear, Math.floor((((month ?? 1) - 1) * perYear) / 12) + 1);
    const status = step > 0 ? 'published' : abbr === 'SZ' ? 'locked' : 'planning';
    const publishedAt = step > 0 ? Date.parse(`${date}T09:00:00+08:00`) : null;
    // Two issues of one year never have the same number, however the dates fall.
    const taken = issues.some((one) => one.year === year && one.issueNo >= issueNo);
    const number = taken ? Math.max(...issues.filter((one) => one.year === year).map((one) => one.issueNo)) + 1 : issueNo;
    const { id } = await tx
      .insertInto('journalIssue')
      .values({
        journalId,
        year: year ?? 2026,
        volume: (year ?? 2026) - 2020,
        issueNo: number,
        totalNo: ((year ?? 2026) - 2021) * perYear + number,
        publishDate: date,
        publishedAt,
        status,
        createBy: 'jchief',
        createTime: now - (step * every + 40) * DAY_MS,
        updateTime: publishedAt ?? now - 5 * DAY_MS,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    issues.push({ id, year: year ?? 2026, issueNo: number, publishedAt, status });
  }
  return issues;
}

interface Place {
  readonly journalId: number;
  readonly index: number;
  readonly issues: readonly Issue[];
}

const OWNERS: Readonly<Record<string, string>> = {
  何语: 'author1',
  吕文: 'author2',
  施墨: 'author3',
  张雨: 'author4',
  孔青: 'author5',
  曹溪: 'author6',
  严学者: 'scholar1',
  华聆: 'prof1',
  金教授: 'prof2',
  魏教授: 'prof3',
};
const ownerOf = (people: People, { author: [name] }: DemoPaper): number => people.get(OWNERS[name] ?? 'author1') ?? 0;

const factsOf = ({ title, titleEn, abstract, keywords, author: [name, unit] }: DemoPaper, columnName: string) => ({
  columnName,
  title,
  titleEn,
  abstract,
  keywords: JSON.stringify(keywords),
  authors: JSON.stringify([{ name, nameEn: '', unit, mail: `${OWNERS[name] ?? 'author1'}@example.cn`, corresponding: true }]),
  declared: '1' as const,
});

/** Page fees of published papers, in order: `money/fees.ts` pays the first two by orders; the others were paid before fees were orders. */
const FEES = [
  { feeStatus: 'due', feeNote: '' },
  { feeStatus: 'due', feeNote: '' },
  { feeStatus: 'paid', feeNote: '凭证 2026-0207' },
  { feeStatus: 'waived', feeNote: '学生作者，没有经费' },
] as const;

const EMPTY = {
  archiveId: null,
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
  turnUserId: null,
  dueAt: null,
  remindedAt: null,
};

async function addPapers(tx: Tx, people: People, now: number, { journalId, index, issues }: Place): Promise<void> {
  const journal = JOURNALS[index] as (typeof JOURNALS)[number];
  const published = issues.filter(({ status }) => status === 'published');
  let page = 1;
  for (const [order, paper] of (PAPERS[index] ?? []).entries()) {
    const issue = published[Math.min(published.length - 1, order)] as Issue;
    const at = issue.publishedAt ?? now;
    page = order < published.length ? 1 : page;
    const wordCount = 4300 + order * 900;
    const { id } = await tx
      .insertInto('journalSubmission')
      .values({
        ...EMPTY,
        ...factsOf(paper, journal.columns[order % journal.columns.length] ?? ''),
        submissionNo: `${journal.abbr}${issue.year}-${String(order + 1).padStart(4, '0')}`,
        journalId,
        ownerId: ownerOf(people, paper),
        coverLetter: COVER,
        bodyHtml: bodyOf(paper),
        references: JSON.stringify(REFERENCES),
        wordCount,
        round: 1,
        editorId: people.get('jeditor') ?? null,
        decision: 'accept',
        decidedBy: people.get('jchief') ?? null,
        decidedAt: at - 60 * DAY_MS,
        screenedAt: at - 110 * DAY_MS,
        finalReviewAt: at - 70 * DAY_MS,
        issueId: issue.id,
        articleNo: `${issue.year}-${issue.issueNo}-${order < published.length ? 1 : 2}`,
        pageStart: page,
        pageEnd: page + 7,
        payFen: journalFee(wordCount, 12_000),
        ...(journal.pageFeeFen > 0 ? { feeFen: journal.pageFeeFen, ...(FEES[order] ?? FEES[2]) } : {}),
        submittedAt: at - 120 * DAY_MS,
        acceptedAt: at - 60 * DAY_MS,
        publishedAt: at,
        oaiAt: at,
        viewNum: 30 + ((order * 37 + index * 11) % 160),
        turn: 'none',
        stageSince: at,
        status: 'published',
        createBy: OWNERS[paper.author[0]] ?? 'author1',
        createTime: at - 125 * DAY_MS,
        updateTime: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    page += 8;
    const ids = JSON.parse(
      (await tx.selectFrom('journalIssue').select('articleIds').where('id', '=', issue.id).executeTakeFirstOrThrow()).articleIds,
    ) as number[];
    await tx
      .updateTable('journalIssue')
      .set({ articleIds: JSON.stringify([...ids, id]) })
      .where('id', '=', issue.id)
      .execute();
    if (index === 1 && order === 1) await addCorrection(tx, people, { journalId, issueId: issues.at(-1)?.id ?? issue.id }, id, now);
  }
}

/** One paper with a correction, so that the page shows how it looks. */
async function addCorrection(
  tx: Tx,
  people: People,
  { journalId, issueId }: { readonly journalId: number; readonly issueId: number },
  submissionId: number,
  now: number,
): Promise<void> {
  const at = now - 9 * DAY_MS;
  await tx
    .insertInto('correctionNotice')
    .values({
      submissionId,
      journalId,
      issueId,
      type: 'correction',
      noticeNo: 'SZ-N001',
      title: '关于记录天数的更正',
      content: '正文“结果”一节的记录时间应为七天，原文误作五天。图表和结论不受影响，特此更正。',
      correctedFileId: null,
      draftedBy: people.get('jeditor') ?? null,
      publishedBy: people.get('jchief') ?? 0,
      publishedAt: at,
      createTime: at,
      updateTime: at,
    })
    .execute();
  await tx.updateTable('journalSubmission').set({ oaiAt: at }).where('id', '=', submissionId).execute();
}

async function addSubmissions(tx: Tx, people: People, now: number, { journalId, index, issues }: Place): Promise<void> {
  const journal = JOURNALS[index] as (typeof JOURNALS)[number];
  let number = 100;
  for (const [order, [of, steps, due]] of PLANS.entries()) {
    if (of !== index) continue;
    const paper = SUBMITTED[order] as DemoPaper;
    const ownerId = ownerOf(people, paper);
    const status: SubmissionState = steps.at(-1)?.[1] ?? 'draft';
    const at = (event: SubmissionEvent): number | null => {
      const days = steps.find(([name]) => name === event)?.[2];
      return days === undefined ? null : now - days * DAY_MS;
    };
    const since = steps.length === 0 ? now - 2 * DAY_MS : now - (steps.at(-1)?.[2] ?? 0) * DAY_MS;
    const decidedAt = at('requestRevision') ?? at('accept') ?? at('rejectScreening');
    const turn = SUBMISSION_TURN_OF[status];
    const editorId = status === 'draft' || status === 'submitted' ? null : (people.get(index < 2 ? 'jeditor' : 'jchief') ?? null);
    const issue = status === 'scheduled' ? issues.find((one) => one.status !== 'published') : undefined;
    number += 1;
    const fee = at('accept') !== null && journal.pageFeeFen > 0;
    const { id } = await tx
      .insertInto('journalSubmission')
      .values({
        ...EMPTY,
        ...factsOf(paper, journal.columns[order % journal.columns.length] ?? ''),
        submissionNo: status === 'draft' ? '' : `${journal.abbr}${wireDate(now).slice(0, 4)}-${String(number).padStart(4, '0')}`,
        journalId,
        ownerId,
        wordCount: 4200 + ((order * 730) % 3600),
        round: at('passScreening') === null ? 0 : 1,
        reviewersWanted: 2,
        similarityRate: at('passScreening') === null ? null : 320 + order * 41,
        editorId,
        decision: at('requestRevision') ? 'requestRevision' : at('accept') ? 'accept' : at('rejectScreening') ? 'rejectScreening' : '',
        decisionNote: NOTES[at('requestRevision') ? 'requestRevision' : 'rejectScreening'] ?? '',
        revisionKind: at('requestRevision') === null ? '' : due === 20 ? 'major' : 'minor',
        decidedBy: decidedAt === null ? null : (people.get('jchief') ?? null),
        decidedAt,
        screenedAt: at('passScreening'),
        finalReviewAt: at('complete'),
        acceptedAt: at('accept'),
        submittedAt: at('submit'),
        feeFen: fee ? journal.pageFeeFen : 0,
        feeStatus: fee ? (status === 'accepted' ? 'due' : 'paid') : 'none',
        feeNote: fee && status !== 'accepted' ? '凭证 2026-0318' : '',
        issueId: issue?.id ?? null,
        pageStart: issue ? 1 : 0,
        pageEnd: issue ? 6 : 0,
        turn,
        turnUserId: turn === 'author' ? ownerId : turn === 'editor' ? editorId : null,
        stageSince: since,
        dueAt: due === null ? null : now + due * DAY_MS,
        prevStatus: status === 'declined' ? 'submitted' : '',
        status,
        createBy: OWNERS[paper.author[0]] ?? 'author1',
        createTime: (at('submit') ?? since) - 3 * DAY_MS,
        updateTime: since,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (issue)
      await tx
        .updateTable('journalIssue')
        .set({ articleIds: JSON.stringify([id]) })
        .where('id', '=', issue.id)
        .execute();
    await addLog(tx, people, id, ownerId, steps, now);
    if (at('passScreening') !== null)
      await addReviews(tx, people, { submissionId: id, order, status, began: at('passScreening') ?? now, ended: at('complete'), now });
    if (at('requestRevision') !== null) await addPoints(tx, id, at('requestRevision') ?? now, status === 'revised');
  }
}

async function addLog(tx: Tx, people: People, id: number, ownerId: number, steps: readonly Step[], now: number): Promise<void> {
  let from: SubmissionState = 'draft';
  const rows = steps.map(([event, to, days]) => {
    const own = event === 'submit' || event === 'revise' || event === 'withdraw';
    const row = {
      entityType: 'journalSubmission',
      entityId: id,
      event,
      fromStatus: from as string,
      toStatus: to as string,
      operatorId: own ? ownerId : event === 'complete' ? 0 : (people.get('jchief') ?? 0),
      note: NOTES[event] ?? '',
      at: now - days * DAY_MS,
    };
    from = to;
    return row;
  });
  if (rows.length > 0) await tx.insertInto('flowLog').values(rows).execute();
}
