import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { addAgreement, earningOffice, finishRuns, TERMS, type Answer } from '../../../tests/support/earning-office.ts';
import { addSaleBatch } from '../../../tests/support/earning-model.ts';
import { addListedWork } from '../../../tests/support/listed-work.ts';
import { testContext, type TestContext } from '../../../tests/support/test-context.ts';
import { ledgerFaults } from '../../ledger/ledger.service.ts';
import { verifyEarnings } from '../verify.service.ts';
import { Overtaken } from './settle-run-part.service.ts';
import { runDueSettlement } from './settle-run.service.ts';

const PERIOD = '2026-05';
const WORKS = 40;
const LINES = 2 * WORKS;
const MINUTE_MS = 60_000;

let town: TestContext;
let office: Awaited<ReturnType<typeof earningOffice>>;
let saleBatch: number;
const works: number[] = [];

beforeAll(async () => {
  town = await testContext();
  office = await earningOffice(town, ['author', 'partner']);
  const { db } = town.context;
  saleBatch = await addSaleBatch(db);
  for (let n = 0; n < WORKS; n += 1) {
    const publicationId = await addListedWork(town.context, { title: `书${n}`, priceFen: 5800 });
    works.push(publicationId);
    const shares = [[office.ids['author'] ?? 0, 6000] as const, [office.ids['partner'] ?? 0, 4000] as const];
    await addAgreement(town, { publicationId, shares, terms: TERMS });
  }
  await sell(10);
});
afterAll(async () => {
  vi.useRealTimers();
  await town.close();
});
afterEach(async () => expect([...(await ledgerFaults(town.context.db)), ...(await verifyEarnings(town.context.db))]).toEqual([]));

const sell = (copies: number) =>
  town.context.db
    .insertInto('channelSale')
    .values(
      works.map((publicationId, at) => ({
        batchId: saleBatch,
        period: PERIOD,
        saleDate: `${PERIOD}-05`,
        channel: '渡口书店',
        form: 'paper',
        publicationId,
        copies,
        priceFen: 5800,
        sourceRow: at + 2,
      })),
    )
    .execute();
const start = (who: string, step: string): Promise<Answer> =>
  step === 'settle'
    ? office.ask(who, 'POST', `/earnings/settlement/settle/${PERIOD}`)
    : office.ask(who, 'PUT', `/earnings/settlement/${step}/${PERIOD}`, { reason: '' });
const progress = async (runId: number) => (await office.ask('clerk', 'GET', `/earnings/settlement/run/${runId}`)).data;
const month = async () =>
  (await office.ask('clerk', 'GET', '/earnings/settlement/list')).rows.find(({ period }: { period: string }) => period === PERIOD);

/** Takes the run and dies when it has done something, but not all; then its lease is over. */
async function dieBetweenParts(runId: number): Promise<number> {
  const { db } = town.context;
  let done = 0;
  await runDueSettlement(town.context, async () => {
    const run = await db.selectFrom('settleRun').selectAll().where('id', '=', runId).executeTakeFirstOrThrow();
    done = run.doneRows;
    if (done > 0 && run.finishedAt === null) throw new Overtaken();
  });
  const left = await progress(runId);
  expect([left.finished, left.error]).toEqual([false, '']);
  expect(await runDueSettlement(town.context)).toBe(false);
  await db
    .updateTable('settleRun')
    .set({ nextAt: Date.now() - MINUTE_MS })
    .where('id', '=', runId)
    .execute();
  return done;
}
const messages = (userId = 0) =>
  town.context.db.selectFrom('message').selectAll().where('userId', '=', userId).where('title', 'like', '%已公示%').execute();

test('#49.2 a calculation that a killed server left continues: each line once, and no other step meanwhile', async () => {
  const { data } = await start('clerk', 'calculate');
  expect(await start('second', 'calculate')).toMatchObject({ code: 500, msg: '2026年5月正在计算，完成以后再试' });
  expect(await dieBetweenParts(data.runId)).toBeLessThan(LINES);
  expect(await month()).toMatchObject({ status: 'open', can: [], canSettle: false, run: { runId: data.runId, step: 'calculate', finished: false } });
  for (const step of ['publish', 'retract', 'close', 'settle']) expect((await start('second', step)).msg).toBe('2026年5月正在计算，完成以后再试');
  await finishRuns(town.context);
  expect(await progress(data.runId)).toMatchObject({ finished: true, error: '', doneRows: LINES, totalRows: LINES, startedBy: 'clerk' });
  const lines = await office.linesOf(PERIOD);
  expect(lines).toHaveLength(LINES);
  expect(new Set(lines.map(({ sourceId, userId }) => `${sourceId}:${userId}`)).size).toBe(LINES);
  expect(await month()).toMatchObject({ status: 'calculated', calculatedBy: 'clerk', count: LINES, can: ['calculate', 'publish'] });
});

test('#49.2 sales of a month that is being calculated are neither confirmed nor withdrawn', async () => {
  const { db } = town.context;
  await db.updateTable('saleBatch').set({ period: PERIOD }).where('id', '=', saleBatch).execute();
  await start('clerk', 'calculate');
  const withdraw = () => office.ask('second', 'PUT', `/earnings/sale/withdraw/${saleBatch}`, { reason: '表格有误，重新导入' });
  expect((await withdraw()).msg).toBe('2026年5月正在计算，完成以后再试');
  await finishRuns(town.context);
});

test('#49.2 a calculation whose starter has lost the right ends with the reason, and must be repeated before publishing', async () => {
  const { db } = town.context;
  await sell(5);
  const { data } = await start('clerk', 'calculate');
  await db.updateTable('user').set({ status: '1' }).where('userName', '=', 'clerk').execute();
  await finishRuns(town.context);
  await db.updateTable('user').set({ status: '0' }).where('userName', '=', 'clerk').execute();
  expect(await progress(data.runId)).toMatchObject({ finished: true, error: '账号已停用' });
  expect((await start('second', 'publish')).msg).toBe('2026年5月上一次计算没有完成，请重新计算');
  await start('clerk', 'calculate');
  await finishRuns(town.context);
  const lines = await office.linesOf(PERIOD);
  expect(lines).toHaveLength(LINES);
  expect(lines[0]?.grossFen).toBe((15 * 580 * 60) / 100);
});

test('#49.2 a publication that a killed server left continues: each payee is told once', async () => {
  expect(await start('clerk', 'publish')).toMatchObject({ code: 22105 });
  const { data } = await start('second', 'publish');
  await dieBetweenParts(data.runId);
  expect(await month()).toMatchObject({ status: 'published', can: [] });
  await finishRuns(town.context);
  expect(await progress(data.runId)).toMatchObject({ finished: true, doneRows: 2, totalRows: 2 });
  for (const userName of ['author', 'partner'])
    expect((await messages(office.ids[userName])).map(({ title }) => title)).toEqual([
      `2026年5月收益已公示，共${userName === 'author' ? '2088.00' : '1392.00'}元，请在7日内核对`,
    ]);
});

test('#49.2 all pending lines of a month are settled: a killed run continues, no line twice; disputed and rejected ones stay', async () => {
  const { db } = town.context;
  expect(await start('clerk', 'settle')).toMatchObject({ code: 22105 });
  expect((await start('author', 'settle')).code).toBe(403);
  const lines = await office.linesOf(PERIOD);
  const disputed = lines.find(({ userId }) => userId === office.ids['author']);
  await office.ask('author', 'POST', `/earnings/yield/dispute/${disputed?.id}`, { reason: '册数与书店说的不同' });
  // A line that this person has adjusted is for somebody else.
  const adjusted = lines.find(({ userId }) => userId === office.ids['partner']);
  await office.decide('third', 'adjust', [adjusted?.id ?? 0], { grossFen: 9900 });
  expect(await month()).toMatchObject({ canSettle: true, pending: LINES, disputed: 1 });
  const { data } = await start('third', 'settle');
  const first = await dieBetweenParts(data.runId);
  expect(first).toBeLessThan(LINES - 2);
  expect(await db.selectFrom('earning').select('id').where('status', '=', 'settled').execute()).toHaveLength(first);
  await finishRuns(town.context);
  expect(await progress(data.runId)).toMatchObject({
    finished: true,
    error: '',
    doneRows: LINES - 2,
    totalRows: LINES - 1,
    skippedRows: 1,
    skipped: [{ earningNo: adjusted?.earningNo, reason: '计算人与公示人、结算人须为不同人员' }],
  });
  const posted = await db.selectFrom('ledgerTransaction').select('sourceId').where('kind', '=', 'earningSettled').execute();
  expect([posted.length, new Set(posted.map(({ sourceId }) => sourceId)).size]).toEqual([LINES - 2, LINES - 2]);
  const logged = await db.selectFrom('operLog').select(['jsonResult', 'operName']).where('method', '=', 'settlement.settle').execute();
  expect(new Set(logged.map(({ operName }) => operName))).toEqual(new Set(['third']));
  const numbers = logged.flatMap(({ jsonResult }) => (JSON.parse(jsonResult) as { earnings: string[] }).earnings);
  expect([numbers.length, new Set(numbers).size]).toEqual([LINES - 2, LINES - 2]);
  expect(await month()).toMatchObject({ pending: 2, disputed: 1 });
});

test('#49.3 closing that a killed server left continues: one statement for each payee and agreement', async () => {
  expect(await start('second', 'close')).toMatchObject({ code: 22902, msg: '还有2笔收益未结算或有异议' });
  const open = await town.context.db.selectFrom('earning').select('id').where('status', 'in', ['pending', 'disputed']).execute();
  await office.decide(
    'second',
    'confirm',
    open.map(({ id }) => id),
  );
  const { data } = await start('second', 'close');
  await dieBetweenParts(data.runId);
  expect(await month()).toMatchObject({ status: 'published', can: [] });
  await finishRuns(town.context);
  expect(await progress(data.runId)).toMatchObject({ finished: true, doneRows: LINES, totalRows: LINES });
  expect(await month()).toMatchObject({ status: 'closed', can: [] });
  const statements = await town.context.db.selectFrom('statement').select('statementNo').where('period', '=', PERIOD).orderBy('id').execute();
  expect(statements.map(({ statementNo }) => statementNo)).toEqual(
    Array.from({ length: LINES }, (_one, at) => `DZ202605-${String(at + 1).padStart(5, '0')}`),
  );
});
