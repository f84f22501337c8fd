// `npm run bench:orders -- [orders] [rows]`: 100 000 orders of 20 000 buyers in a new database (SQLite, or DATABASE_URL): the staff's list with total,
// filter and sums, and the detail; then the import of a bill of 100 000 rows as the job runs it, while the list is asked.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { yuan } from '../../contract/money.ts';
import { migrate } from '../../server/db/migrate.ts';
import { closeContext, openContext } from '../../server/open-context.ts';
import { runDueImport, storeBill } from '../../server/commerce/recon/recon-import.service.ts';
import { sumsOf, staffDetail, staffOrders } from '../../server/commerce/staff-order.service.ts';
import { plainBill } from '../../server/payment/plain-bill.ts';
import { readSettings } from '../../server/settings.ts';

const ORDERS = Number(process.argv[2] ?? 100_000);
const ROWS = Math.min(ORDERS, Number(process.argv[3] ?? 100_000));
const PRICE = 5800;
const DAY = '2026-03-01';
const AT = Date.parse(`${DAY}T12:00:00+08:00`);
const dataDir = mkdtempSync(join(tmpdir(), 'shuzhou-orders-'));
const context = await openContext(readSettings({ ...process.env, DATA_DIR: dataDir, DEMO: '1', LOG_LEVEL: 'silent' }));
const { db } = context;
await migrate(db);
const number = (prefix, n) => `${prefix}${String(n).padStart(20, '0')}`;
const CHUNK = 1_000;
const chunks = async (count, work) => {
  for (let from = 0; from < count; from += CHUNK) await work(Array.from({ length: Math.min(CHUNK, count - from) }, (_one, at) => from + at + 1));
};
const stamps = { createTime: AT, updateTime: AT };
const users = Math.max(1, Math.floor(ORDERS / 5));
await chunks(users, (all) =>
  db
    .insertInto('user')
    .values(all.map((n) => ({ userName: `buyer${n}`, nickName: `读者${n}`, passwordHash: 'none', loginDate: null, ...stamps })))
    .execute(),
);
const { first } = await db
  .selectFrom('user')
  .select((eb) => eb.fn.min('id').as('first'))
  .where('userName', '=', 'buyer1')
  .executeTakeFirstOrThrow();
await chunks(ORDERS, async (all) => {
  const status = (n) => (n % 10 === 0 ? 'cancelled' : 'finished');
  await db
    .insertInto('order')
    .values(
      all.map((n) => ({
        orderNo: number('DD', n),
        userId: Number(first) + (n % users),
        totalFen: PRICE,
        payFen: PRICE,
        status: status(n),
        payTime: n % 10 === 0 ? null : AT,
        requestId: `r${n}`,
        requestHash: '',
        ...stamps,
      })),
    )
    .execute();
});
const { order } = await db
  .selectFrom('order')
  .select((eb) => eb.fn.min('id').as('order'))
  .executeTakeFirstOrThrow();
await chunks(ORDERS, async (all) => {
  const orderId = (n) => Number(order) + n - 1;
  await db
    .insertInto('orderItem')
    .values(
      all.map((n) => ({
        orderId: orderId(n),
        targetId: 1,
        title: `灯塔${n % 500}`,
        qty: 1,
        unitFen: PRICE,
        payFen: PRICE,
        vatBp: 900,
        openedAt: null,
        finishedAt: AT,
      })),
    )
    .execute();
  await db
    .insertInto('payment')
    .values(
      all.map((n) => ({
        orderId: orderId(n),
        paymentNo: number('ZF', n),
        channel: 'sandbox',
        amountFen: PRICE,
        tradeNo: `SB${n}`,
        status: 'paid',
        counts: '1',
        requestId: `r${n}`,
        askAt: null,
        paidAt: AT + n * 100,
        registeredBy: null,
        registeredAt: null,
        confirmedBy: null,
        ...stamps,
      })),
    )
    .execute();
});
await sql`analyze`.execute(db);

const timed = async (work) => {
  const from = performance.now();
  await work();
  return performance.now() - from;
};
const p95 = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const repeated = async (work, times = 60) => {
  const taken = [];
  await work(0);
  for (let n = 1; n <= times; n += 1) taken.push(await timed(() => work(n)));
  return p95(taken);
};
const page = { pageNum: 1, pageSize: 20 };
const figures = {
  'list, first page with total': await repeated(() => staffOrders(context, page)),
  'list, page 1000': await repeated((n) => staffOrders(context, { ...page, pageNum: Math.min(1000 + n, ORDERS / 20) })),
  'filter by state': await repeated(() => staffOrders(context, { ...page, status: 'cancelled' })),
  'filter by buyer': await repeated((n) => staffOrders(context, { ...page, userName: `buyer${n + 1}` })),
  'filter by title': await repeated((n) => staffOrders(context, { ...page, title: `灯塔${n + 1}` })),
  'filter by number': await repeated((n) => staffOrders(context, { ...page, orderNo: number('DD', n + 1) })),
  'sums of the filter': await repeated(() => sumsOf(context, {})),
  detail: await repeated((n) => staffDetail(context, number('DD', n + 1))),
};
for (const [name, ms] of Object.entries(figures)) console.log(`${name}: p95 ${ms.toFixed(0)} ms`);

const rows = Array.from({ length: ROWS }, (_row, at) => ({
  kind: 'pay',
  ourNo: number('ZF', at + 1),
  theirNo: `SB${at + 1}`,
  fen: at % 1000 === 0 ? PRICE - 1 : PRICE,
  feeFen: 35,
  done: true,
  at: `${DAY} 12:00:00`,
}));
await storeBill(context, { channel: 'sandbox', day: DAY, name: 'bill.csv', bytes: Buffer.from(plainBill(rows, yuan)) }, 'bench');
/** The list is asked again and again, as staff do, until `over` says so. */
const asked = async (over) => {
  const times = [];
  while (!over(times.length)) {
    times.push(await timed(() => staffOrders(context, page)));
    await pause(20);
  }
  return times;
};
const before = [...(await asked((n) => n >= 100))];
const run = { done: false, progress: [] };
const meanwhile = asked(() => run.done);
const watching = (async () => {
  while (!run.done) {
    const { doneRows } = await db.selectFrom('reconImport').select('doneRows').executeTakeFirstOrThrow();
    if (run.progress.at(-1) !== doneRows) run.progress.push(doneRows);
    await pause(250);
  }
})();
const ms = await timed(() => runDueImport(context));
run.done = true;
const during = await meanwhile;
await watching;
// Before and after it: the machine may be shared.
before.push(...(await asked((n) => n >= 100)));
const [{ n }] = await db
  .selectFrom('reconItem')
  .select((eb) => eb.fn.countAll().as('n'))
  .where('open', '=', '1')
  .execute();
const ratio = p95(during) / p95(before);
console.log(`bill of ${ROWS} rows: ${(ms / 1000).toFixed(1)} s, ${Number(n)} differences, progress seen ${run.progress.length} times`);
console.log(
  `list: p95 ${p95(before).toFixed(1)} ms alone, ${p95(during).toFixed(1)} ms and at most ${Math.max(...during).toFixed(0)} ms during the import: ${ratio.toFixed(1)} times`,
);
const slow = Object.entries(figures).filter(([, taken]) => taken > 200);
for (const [name, taken] of slow) console.log(`✗ ${name}: ${taken.toFixed(0)} ms`);
const good = slow.length === 0 && ms <= 30_000 && ratio <= 2;
console.log(good ? '✓ lists within 200 ms, the bill within 30 s, others within twice their time' : '✗ failed');
await closeContext(context);
rmSync(dataDir, { recursive: true, force: true });
process.exit(good ? 0 : 1);
