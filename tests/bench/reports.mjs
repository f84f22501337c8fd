// `npm run bench:reports -- [orders]`: every figure of the sales report over 100 000 orders of one year (SQLite, or DATABASE_URL), and the whole tab with its
// charts and tables. A figure takes at most one second.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { migrate } from '../../server/db/migrate.ts';
import { closeContext, openContext } from '../../server/open-context.ts';
import { figureOf, readReport, rowsFor, sourceOf } from '../../server/report/report.service.ts';
import '../../server/areas.ts';
import { readSettings } from '../../server/settings.ts';

const ORDERS = Number(process.argv[2] ?? 100_000);
const MOST_MS = 1_000;
const YEAR = { begin: '2025-01-01', end: '2025-12-31' };
const FROM = Date.parse('2025-01-01T00:00:00+08:00');
const SPAN = 364 * 86_400_000;
const dataDir = mkdtempSync(join(tmpdir(), 'shuzhou-reports-'));
const context = await openContext(readSettings({ ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'silent' }));
const { db } = context;
await migrate(db);
const CHUNK = 1_000;
const chunks = async (count, work) => {
  for (let from = 0; from < count; from += CHUNK) await work(Array.from({ length: Math.min(CHUNK, count - from) }, (_one, at) => from + at + 1));
};
const at = (n) => FROM + Math.floor((n / (ORDERS + 1)) * SPAN);
const stamps = (n) => ({ createTime: at(n), updateTime: at(n) });
const number = (prefix, n) => `${prefix}${String(n).padStart(20, '0')}`;
const paid = (n) => n % 10 !== 0;
const returned = (n) => n % 20 === 1;
const channel = (n) => ['alipay', 'wechat', 'offline'][n % 3];
const users = Math.max(1, Math.floor(ORDERS / 5));
await chunks(users, (all) =>
  db
    .insertInto('user')
    .values(
      all.map((n) => ({
        userName: `buyer${n}`,
        nickName: `读者${n}`,
        passwordHash: 'none',
        loginDate: null,
        identityKey: n % 7 ? '' : `id${n}`,
        ...stamps(n),
      })),
    )
    .execute(),
);
const idOf = async (table) =>
  Number(
    (
      await db
        .selectFrom(table)
        .select((eb) => eb.fn.min('id').as('id'))
        .executeTakeFirstOrThrow()
    ).id,
  );
const firstUser = await idOf('user');
await chunks(ORDERS, (all) =>
  db
    .insertInto('order')
    .values(
      all.map((n) => ({
        orderNo: number('DD', n),
        userId: firstUser + (n % users),
        totalFen: 5800,
        payFen: 5800,
        status: paid(n) ? 'finished' : 'cancelled',
        channel: paid(n) ? channel(n) : '',
        payTime: paid(n) ? at(n) + (n % 600) * 1000 : null,
        cancelReason: paid(n) ? '' : '超过支付时间',
        requestId: `r${n}`,
        requestHash: '',
        ...stamps(n),
      })),
    )
    .execute(),
);
const firstOrder = await idOf('order');
await chunks(ORDERS, async (all) => {
  await db
    .insertInto('orderItem')
    .values(
      all.map((n) => ({
        orderId: firstOrder + n - 1,
        kind: n % 50 === 3 ? 'page_fee' : 'publication',
        targetId: n % 500,
        title: `灯塔${n % 500}`,
        qty: 1,
        unitFen: 5800,
        payFen: 5800,
        vatBp: 900,
        openedAt: null,
        finishedAt: at(n),
      })),
    )
    .execute();
  await db
    .insertInto('payment')
    .values(
      all.map((n) => ({
        orderId: firstOrder + n - 1,
        paymentNo: number('ZF', n),
        channel: channel(n),
        amountFen: 5800,
        tradeNo: `T${n}`,
        status: paid(n) ? 'paid' : 'closed',
        counts: paid(n) ? '1' : '0',
        requestId: `r${n}`,
        askAt: null,
        paidAt: paid(n) ? at(n) + (n % 600) * 1000 : null,
        ...stamps(n),
      })),
    )
    .execute();
});
const [firstItem, firstPayment] = [await idOf('orderItem'), await idOf('payment')];
await chunks(ORDERS, async (all) => {
  const back = all.filter((n) => returned(n) && paid(n));
  if (back.length === 0) return;
  const rows = await db
    .insertInto('refund')
    .values(
      back.map((n) => ({
        refundNo: number('TK', n),
        orderId: firstOrder + n - 1,
        paymentId: firstPayment + n - 1,
        kind: 'buyer',
        reason: '不想要了',
        fen: 5800,
        status: 'done',
        doneAt: at(n) + 86_400_000,
        ...stamps(n),
      })),
    )
    .returning('id')
    .execute();
  await db
    .insertInto('refundLine')
    .values(rows.map(({ id }, index) => ({ refundId: id, orderItemId: firstItem + back[index] - 1, qty: 1, fen: 5800 })))
    .execute();
});
await sql`analyze`.execute(db);

const RUNS = 3;
/** The middle of three runs after one that fills the caches. */
const timed = async (work) => {
  await work();
  const taken = [];
  for (let run = 0; run < RUNS; run += 1) {
    const from = performance.now();
    await work();
    taken.push(performance.now() - from);
  }
  return taken.toSorted((a, b) => a - b)[1];
};
const source = sourceOf('sales');
const staff = { permissions: new Set(['pay:order:list']) };
let worst = 0;
for (const figure of source.figures) {
  const ms = await timed(() => figureOf(db, figure, YEAR, {}));
  worst = Math.max(worst, ms);
  const { value } = await figureOf(db, figure, YEAR, {});
  console.log(`${figure.label}: ${ms.toFixed(0)} ms (${value})`);
}
for (const figure of ['received', 'net', 'orders', 'buyers']) {
  const ms = await timed(() => rowsFor(context, staff, 'sales', figure, { ...YEAR, filter: '', pageNum: 1, pageSize: 20 }));
  worst = Math.max(worst, ms);
  console.log(`rows of ${figure}: ${ms.toFixed(0)} ms`);
}
const whole = await timed(() => readReport(db, source, YEAR));
console.log(`whole tab with charts and tables: ${whole.toFixed(0)} ms`);
const good = worst <= MOST_MS;
console.log(good ? '✓ every figure and every page of rows within 1 s' : `✗ the slowest took ${worst.toFixed(0)} ms`);
await closeContext(context);
rmSync(dataDir, { recursive: true, force: true });
process.exit(good ? 0 : 1);
