import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addAgreement, earningOffice, TERMS } from '../../../tests/support/earning-office.ts';
import { addListedWork } from '../../../tests/support/listed-work.ts';
import { testContext, type TestContext } from '../../../tests/support/test-context.ts';
import { ledgerFaults } from '../../ledger/ledger.service.ts';
import { verifyEarnings } from '../verify.service.ts';
import { dueLines, type Booked } from './due-lines.rule.ts';
import { addSourceLine, openPeriod } from './source-line.service.ts';
import type { Calculated } from '../earning-line.rule.ts';

const at = (day: string): number => Date.parse(`${day}T12:00:00+08:00`);
let town: TestContext;
let office: Awaited<ReturnType<typeof earningOffice>>;
let workId: number;
let agreement: Awaited<ReturnType<typeof addAgreement>>;

beforeAll(async () => {
  town = await testContext();
  office = await earningOffice(town, ['author', 'partner', 'expert']);
  workId = await addListedWork(town.context, { title: '桥上的灯', priceFen: 5800 });
  agreement = await addAgreement(town, {
    publicationId: workId,
    shares: [
      [office.ids['author'] ?? 0, 6000],
      [office.ids['partner'] ?? 0, 4000],
    ],
    terms: { ...TERMS, paperTiers: [], advanceFen: 100_000 },
    signedOn: '2026-01-05',
    columns: { payMode: 'base_print', basePerThousandFen: 10_000 },
  });
});
afterAll(() => town.close());
afterEach(async () => expect([...(await ledgerFaults(town.context.db)), ...(await verifyEarnings(town.context.db))]).toEqual([]));

async function addTutoring(feeFen: number, day: string): Promise<number> {
  const { id } = await town.context.db
    .insertInto('tutor')
    .values({
      tutorNo: `FD${day}`,
      userId: office.ids['author'] ?? 0,
      professorId: 1,
      expertUserId: office.ids['expert'] ?? 0,
      topic: '怎样写开头',
      question: '',
      mode: 'video',
      expectTime: at(day),
      confirmTime: at(day),
      minutes: 45,
      feeFen,
      rating: null,
      status: 'done',
      createTime: 1,
      updateTime: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
const sources = async (period: string) =>
  (await office.linesOf(period)).map(
    (line) => [line.sourceType, line.userId === office.ids['partner'] ? 'partner' : 'other', line.grossFen] as const,
  );

test('#49.7 events of the time before a month are in the first month that is calculated, once', async () => {
  const { db } = town.context;
  await addTutoring(20_000, '2025-11-20');
  await db
    .insertInto('composition')
    .values({
      archiveId: agreement.archiveId,
      typesetterId: null,
      proofFileId: null,
      deliveredFileId: null,
      deliveredAt: null,
      finalFileId: null,
      epubFileId: null,
      queuedFileId: null,
      sentAt: null,
      sentBy: null,
      dueAt: null,
      releasedBy: null,
      releasedAt: at('2026-02-10'),
      charsPerLine: 10,
      linesPerPage: 10,
      pages: 205,
      printRun: 3200,
      status: 'released',
      createTime: 1,
      updateTime: 1,
    })
    .execute();
  expect((await office.month('clerk', 'calculate', '2026-01')).code).toBe(200);
  // The advance of January by share; the tutoring of November before; the release comes in February.
  expect(await sources('2026-01')).toEqual([
    ['advance', 'other', 60_000],
    ['advance', 'partner', 40_000],
    ['tutor', 'other', 20_000],
  ]);
  await office.month('clerk', 'calculate', '2026-01');
  expect((await sources('2026-01')).length).toBe(3);
  expect((await office.month('clerk', 'calculate', '2026-02')).code).toBe(200);
  // F2: 20,500 characters are 21 thousands of 100.00, and 4 thousands of copies 1 % each.
  expect(await sources('2026-02')).toEqual([
    ['baseFee', 'other', 131_040],
    ['baseFee', 'partner', 87_360],
  ]);
  const [line] = await office.linesOf('2026-02');
  expect(JSON.parse(line?.basis ?? '{}').lines.map(({ fen }: { fen: number }) => fen)).toEqual([210_000, 8_400]);
});

test('#49.7 a reprint earns the print-run fee, and what changes later gives the difference', async () => {
  const { db } = town.context;
  await db
    .insertInto('printRun')
    .values({ publishId: workId, impression: 2, copies: 1500, printedOn: '2026-03-09', listPriceFen: 5800, operatorId: 1, createTime: 1 })
    .execute();
  const tutoring = await addTutoring(30_000, '2026-03-02');
  await office.month('clerk', 'calculate', '2026-03');
  expect(await sources('2026-03')).toEqual([
    ['printRun', 'other', 2_520],
    ['printRun', 'partner', 1_680],
    ['tutor', 'other', 30_000],
  ]);
  await db.updateTable('tutor').set({ refundFen: 10_000 }).where('id', '=', tutoring).execute();
  await office.month('clerk', 'calculate', '2026-04');
  expect(await sources('2026-04')).toEqual([['tutor', 'other', -10_000]]);
  await office.month('clerk', 'calculate', '2026-04');
  expect(await sources('2026-04')).toEqual([['tutor', 'other', -10_000]]);
});

test('#49.7 the prize of a finished contest is split over the team, by accounts that are known', async () => {
  const { db } = town.context;
  await db.updateTable('user').set({ phonenumber: '13900000001' }).where('userName', '=', 'partner').execute();
  const base = { createTime: 1, updateTime: 1 };
  const { id: contestId } = await db
    .insertInto('contest')
    .values({
      title: '灯塔征文',
      organizer: '书舟',
      ownerId: null,
      secondId: null,
      submitStart: null,
      submitEnd: null,
      publicityEnd: null,
      awardPlan: JSON.stringify([{ name: '一等奖', quota: 1, prizeFen: 100_000, note: '' }]),
      status: 'finished',
      ...base,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const userId = office.ids['author'] ?? 0;
  const team = JSON.stringify([
    { name: '吕文', phone: '13900000001', part: '' },
    { name: '没有账号的人', phone: '13900000009', part: '' },
  ]);
  const { id: submitId } = await db
    .insertInto('contestSubmit')
    .values({
      contestId,
      userId,
      title: '渡口',
      team,
      collegeId: null,
      finalScore: null,
      returnUntil: null,
      submittedAt: 1,
      awardName: '一等奖',
      status: 'awarded',
      ...base,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('contestCertificate')
    .values({
      certificateNo: 'ZS1',
      contestId,
      submitId,
      userId,
      title: '渡口',
      authorsText: '',
      awardName: '一等奖',
      issuedAt: at('2026-05-07'),
      revokedAt: null,
    })
    .execute();
  await office.month('clerk', 'calculate', '2026-05');
  expect(await sources('2026-05')).toEqual([
    ['prize', 'other', 33_334],
    ['prize', 'partner', 33_333],
  ]);
  const [line] = await office.linesOf('2026-05');
  expect(line).toMatchObject({ taxCategory: 'prize', taxItem: `prize:contest:${contestId}`, title: '灯塔征文一等奖' });
  const settlement = await db.selectFrom('settlement').select('unpaid').where('period', '=', '2026-05').executeTakeFirstOrThrow();
  expect(JSON.parse(settlement.unpaid)).toEqual([{ title: '灯塔征文一等奖', name: '没有账号的人', fen: 33_333 }]);
});

test('#49.7 the stored fee of a published article goes to the person who submitted it', async () => {
  const { db } = town.context;
  const base = { createTime: 1, updateTime: 1 };
  const { id: journalId } = await db
    .insertInto('journal')
    .values({ journalName: '渡口', abbr: 'DK', frequency: '月刊', payPerThousandFen: 10_000, similarityLimit: 2000, ...base })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('journalSubmission')
    .values({
      journalId,
      ownerId: office.ids['expert'] ?? 0,
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
      oaiAt: null,
      turnUserId: null,
      stageSince: 1,
      dueAt: null,
      remindedAt: null,
      title: '灯的历史',
      payFen: 45_000,
      wordCount: 4300,
      publishedAt: at('2026-06-15'),
      status: 'published',
      ...base,
    })
    .execute();
  await office.month('clerk', 'calculate', '2026-06');
  const [line] = await office.linesOf('2026-06');
  expect(line).toMatchObject({ sourceType: 'article', grossFen: 45_000, taxItem: `author:journal:${journalId}`, userId: office.ids['expert'] });
});

test('#49.7 addSourceLine adds a line once, in the next month that is not published, and a calculation leaves it', async () => {
  const { db } = town.context;
  const line = {
    userId: office.ids['expert'] ?? 0,
    source: 'commission' as const,
    sourceId: 7,
    seq: 202_606,
    title: '推广佣金',
    fen: 12_345,
    taxCategory: 'labour' as const,
    taxSubject: 'spread',
    steps: [{ label: '3笔订单', formula: '', fen: 12_345 }],
    period: '2026-06',
  };
  expect((await office.month('second', 'publish', '2026-06')).code).toBe(200);
  expect(await openPeriod(db, '2026-06')).toBe('2026-07');
  const add = () => db.transaction().execute((tx) => addSourceLine(tx, null, line, Date.now()));
  expect([await add(), await add()]).toEqual([true, false]);
  await office.month('clerk', 'calculate', '2026-07');
  expect(await sources('2026-07')).toEqual([['commission', 'other', 12_345]]);
  await expect(db.transaction().execute((tx) => addSourceLine(tx, null, { ...line, seq: 1, steps: [] }, Date.now()))).rejects.toThrow(
    'the steps are not 12345 fen',
  );
});

test('#49.2 a line that only a calculation made void comes back; one that a person made void does not', async () => {
  const { db } = town.context;
  const tutoring = await addTutoring(50_000, '2026-08-03');
  await office.month('clerk', 'calculate', '2026-08');
  await db.updateTable('tutor').set({ status: 'cancelled' }).where('id', '=', tutoring).execute();
  await office.month('clerk', 'calculate', '2026-08');
  expect(await sources('2026-08')).toEqual([]);
  await db.updateTable('tutor').set({ status: 'rated' }).where('id', '=', tutoring).execute();
  await office.month('clerk', 'calculate', '2026-08');
  expect(await sources('2026-08')).toEqual([['tutor', 'other', 50_000]]);
  const [line] = await office.linesOf('2026-08');
  expect((await office.decide('clerk', 'void', [line?.id ?? 0])).code).toBe(200);
  await office.month('clerk', 'calculate', '2026-08');
  await office.month('clerk', 'calculate', '2026-09');
  expect([await sources('2026-08'), await sources('2026-09')]).toEqual([[], []]);
});

test('dueLines keeps amounts that were set by hand, and never takes an advance back', () => {
  const event = (sourceType: string, grossFen: number): Calculated =>
    ({ userId: 1, sourceType, sourceId: 1, grossFen, basis: { lines: [], workFen: grossFen } }) as unknown as Calculated;
  const row = (sourceType: string, grossFen: number, more: Partial<Booked> = {}): Booked => ({
    sourceType,
    sourceId: 1,
    userId: 1,
    grossFen,
    basis: '{}',
    status: 'settled',
    editedBy: null,
    ...more,
  });
  const fens = (events: Calculated[], rows: Booked[]): number[] => dueLines(events, rows).map(({ grossFen }) => grossFen);
  expect(fens([event('tutor', 100)], [])).toEqual([100]);
  expect(fens([event('tutor', 0)], [])).toEqual([]);
  expect(fens([event('tutor', 100)], [row('tutor', 100)])).toEqual([]);
  expect(fens([event('tutor', 60)], [row('tutor', 100)])).toEqual([-40]);
  expect(fens([event('advance', 60)], [row('advance', 100)])).toEqual([]);
  expect(fens([event('advance', 160)], [row('advance', 100)])).toEqual([60]);
  expect(fens([event('tutor', 100)], [row('tutor', 130, { basis: '{"calculatedFen":100}', editedBy: 3 })])).toEqual([]);
  expect(fens([event('tutor', 100)], [row('tutor', 100, { status: 'void', editedBy: 3 })])).toEqual([]);
  expect(fens([event('tutor', 100)], [row('tutor', 100, { status: 'void' })])).toEqual([100]);
});
