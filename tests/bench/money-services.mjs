// Runs cases of `money-case.mjs` through the services of earnings in a new database, as finance does month by month.
import { migrate } from '../../server/db/migrate.ts';
import { unloggedWrite } from '../../server/audit/operation-log.ts';
import { ledgerFaults } from '../../server/ledger/ledger.service.ts';
import { closeContext, openContext } from '../../server/open-context.ts';
import { storeTerms } from '../../server/protocol/term.queries.ts';
import { handleEarningEvent } from '../../server/earnings/earning.service.ts';
import { takeMonthStep } from '../../server/earnings/run/settle-run.service.ts';
import { verifyEarnings } from '../../server/earnings/verify.service.ts';
import { readSettings } from '../../server/settings.ts';

/** Lines of one call. */
const AT_ONCE = 500;
const epoch = (day) => Date.parse(`${day}T12:00:00+08:00`);
const stamps = (at) => ({ createTime: at, updateTime: at });

/** An empty database with the staff of finance, and what a bench of earnings does with it. */
export async function earningsTown(dataDir) {
  const context = openContext(readSettings({ ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'silent' }));
  const { db } = context;
  await migrate(db);
  const write = unloggedWrite(context);
  const idOf = async (query) => (await query.returning('id').executeTakeFirstOrThrow()).id;
  const town = {
    context,
    db,
    user: (userName) =>
      idOf(
        db
          .insertInto('user')
          .values({ userName, nickName: userName, passwordHash: 'none', realName: userName, realNameStatus: 'verified', ...stamps(1) }),
      ),
    async clerk(userName) {
      const userId = await town.user(userName);
      const none = { nickName: userName, sessionId: '', deptId: null, deptName: '', roles: new Set(), confirmedAt: 0, factorDue: false };
      return { ...none, userId, userName, permissions: new Set(['*:*:*']), accounts: new Set([userId]) };
    },
    async payee(userId, taxResidence) {
      const account = { account: '', accountKey: `key ${userId}`, accountTail: '0000', holder: 'payee', bank: '渡口银行' };
      const values = { userId, ...account, taxResidence, changedAt: 1, status: 'verified', decidedBy: null, decidedAt: 1, ...stamps(1) };
      await db.insertInto('payee').values(values).execute();
    },
    work: (n, kind, listPriceFen) =>
      idOf(
        db.insertInto('publication').values({
          publishNo: `BENCH-${n}`,
          kind,
          title: `灯塔${n}`,
          authorsText: '测试作者',
          edition: 1,
          status: 'listed',
          isFree: '0',
          salePriceFen: listPriceFen,
          listPriceFen,
          listTime: 1,
          publishDate: '2020-01-01',
          ...stamps(1),
        }),
      ),
    async agreement(n, publicationId, authors, terms, signedOn) {
      const nobody = { topicId: null, editorId: null, typesetterId: null, archiveTypeId: null, turnUserId: null };
      const manuscript = { title: `灯塔${n}`, authors: JSON.stringify(authors), ownerId: authors[0].userId, publicationId, publishedAt: null };
      const archiveId = await idOf(db.insertInto('manuscript').values({ ...manuscript, ...nobody, dueAt: null, restoreAskedAt: null, ...stamps(1) }));
      const protocol = { archiveId, protocolNo: `HT-${n}`, status: 'effective', signers: '[]', signedByB: epoch(signedOn), signerB: null };
      const id = await idOf(db.insertInto('protocol').values({ ...protocol, dissolutionFileId: null, remindedDays: null, ...stamps(1) }));
      await write((tx) => storeTerms(tx, id, 0, signedOn, JSON.stringify(terms)));
      return id;
    },
    async channelSales(period, importedBy, rows) {
      const batch = { batchNo: `XS${period}`, period, fileName: '', fileHash: period, rows: rows.length, copies: 0, status: 'confirmed' };
      const batchId = await idOf(db.insertInto('saleBatch').values({ ...batch, importedBy, confirmedBy: importedBy, confirmedAt: 1, ...stamps(1) }));
      for (let from = 0; from < rows.length; from += 500)
        await db
          .insertInto('channelSale')
          .values(rows.slice(from, from + 500).map((row, at) => ({ batchId, period, sourceRow: from + at + 2, ...row })))
          .execute();
    },
    async ownSale(n, userId, publicationId, payFen, at) {
      const order = { orderNo: `DD${n}`, userId, totalFen: payFen, payFen, status: 'finished', payTime: at, expireTime: null };
      const orderId = await idOf(db.insertInto('order').values({ ...order, requestId: `r${n}`, requestHash: '', ...stamps(at) }));
      const item = { orderId, targetId: publicationId, title: '', qty: 1, unitFen: payFen, payFen, vatBp: 900, openedAt: null, finishedAt: at };
      const payment = {
        orderId,
        paymentNo: `ZF${n}`,
        channel: 'sandbox',
        amountFen: payFen,
        status: 'paid',
        requestId: `r${n}`,
        askAt: null,
        paidAt: at,
      };
      const nobody = { registeredBy: null, registeredAt: null, confirmedBy: null };
      const paymentId = await idOf(db.insertInto('payment').values({ ...payment, ...nobody, ...stamps(at) }));
      return { orderId, paymentId, orderItemId: await idOf(db.insertInto('orderItem').values(item)) };
    },
    async refund(n, { orderId, paymentId, orderItemId }, fen, doneAt) {
      const nobody = { passedBy: null, confirmedBy: null, transferBy: null, askAt: null };
      const refund = { refundNo: `TK${n}`, orderId, paymentId, kind: 'staff', reason: '', fen, status: 'done', doneAt };
      const refundId = await idOf(db.insertInto('refund').values({ ...refund, ...nobody, ...stamps(doneAt) }));
      await db.insertInto('refundLine').values({ refundId, orderItemId, qty: 1, fen }).execute();
    },
    settlement: (who, event, period) => takeMonthStep(context, who, event, period, '按约定办理'),
    async lines(who, event, earningIds) {
      const skipped = [];
      for (let from = 0; from < earningIds.length; from += AT_ONCE)
        skipped.push(
          ...(
            await handleEarningEvent(who, event, { earningIds: earningIds.slice(from, from + AT_ONCE), reason: '按约定办理', grossFen: null }, write)
          ).skipped,
        );
      return skipped;
    },
    pending: async () => (await db.selectFrom('earning').select('id').where('status', '=', 'pending').orderBy('id').execute()).map(({ id }) => id),
    books: async () => [...(await ledgerFaults(db)), ...(await verifyEarnings(db))],
    close: () => closeContext(context),
  };
  return town;
}

/** The settled lines of each case, in the order in which they were settled, and what is wrong with the books. */
export async function linesOfServices(dataDir, cases) {
  const town = await earningsTown(dataDir);
  const { db } = town;
  const faults = [];
  const [calculator, publisher, settler, second] = [await town.clerk('a'), await town.clerk('b'), await town.clerk('c'), await town.clerk('d')];
  const buyer = await town.user('buyer');
  const towns = [];
  for (const [n, one] of cases.entries()) {
    const kind = one.months.some(({ own }) => own.some(({ form }) => form === 'audio')) ? 'audio' : 'book';
    const publicationId = await town.work(n, kind, one.listFen);
    const authors = [];
    for (const [at, { share, residence }] of one.authors.entries()) {
      const userId = await town.user(`author ${n} ${at}`);
      if (residence === 'foreign') await town.payee(userId, residence);
      authors.push({ name: `作者${at}`, role: '著', share, userId });
    }
    const protocolId = await town.agreement(n, publicationId, authors, one.terms, `${one.months[0].period}-05`);
    towns.push({ ...one, publicationId, protocolId, authors, kept: new Map(), settled: [] });
  }
  const settle = async (who) => {
    const ids = await town.pending();
    for (const { earningNo, reason } of await town.lines(who, 'confirm', ids)) faults.push(`earning ${earningNo}: ${reason}`);
    for (const { id, protocolId } of await db.selectFrom('earning').select(['id', 'protocolId']).where('id', 'in', ids).orderBy('id').execute())
      towns.find((one) => one.protocolId === protocolId).settled.push(id);
  };
  let sales = 0;
  for (const [index, { period }] of cases[0].months.entries()) {
    const rows = [];
    for (const one of towns) {
      const month = one.months[index];
      for (const { form, channel, copies, priceFen, date } of month.sales)
        rows.push({ saleDate: date, channel, form, publicationId: one.publicationId, copies, priceFen });
      for (const { payFen, ref } of month.own) {
        sales += 1;
        const at = epoch(`${period}-10`);
        if (payFen >= 0) one.kept.set(ref, await town.ownSale(sales, buyer, one.publicationId, payFen, at));
        else await town.refund(sales, one.kept.get(ref), -payFen, at);
      }
    }
    if (rows.length > 0) await town.channelSales(period, calculator.userId, rows);
    await town.settlement(calculator, 'calculate', period);
    await town.settlement(publisher, 'publish', period);
    await settle(settler);
    await town.settlement(publisher, 'close', period);
    for (const one of towns)
      for (const { line } of one.months[index].reverse) {
        const id = one.settled[line];
        const row = id && (await db.selectFrom('earning').select('sourceType').where('id', '=', id).executeTakeFirst());
        if (row?.sourceType !== 'royalty') continue;
        await town.lines(settler, 'reverse', [id]);
        await settle(second);
      }
  }
  const lines = [];
  for (const { settled, authors } of towns) {
    const found = new Map((await db.selectFrom('earning').selectAll().where('id', 'in', settled).execute()).map((row) => [row.id, row]));
    lines.push(
      settled.map((id) => {
        const row = found.get(id);
        return {
          at: authors.findIndex(({ userId }) => userId === row.userId),
          source: row.sourceType,
          period: row.period,
          gross: row.grossFen,
          carry: row.carryFen,
          held: row.heldFen,
          released: row.releasedFen,
          recouped: row.recoupedFen,
          payable: row.payableFen,
          tax: row.taxFen,
          net: row.netFen,
        };
      }),
    );
  }
  faults.push(...(await town.books()));
  await town.close();
  return { lines, faults };
}
