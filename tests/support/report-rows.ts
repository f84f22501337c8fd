import type { Database } from '../../server/db/database.ts';
import { DAY_MS, SHANGHAI_MS } from '../../contract/clock.ts';
import { randomOf } from './flow-tree.ts';

/** Returns a whole number from 0 to below `count`. */
export type Below = (count: number) => number;

export function below(seed: number): Below {
  const random = randomOf(seed);
  return (count) => Math.floor(random() * count);
}

const FROM = Date.parse('2025-01-01T00:00:00+08:00');
const SPAN_MS = Date.now() - FROM - DAY_MS;
const moment = (next: Below): number => FROM + next(SPAN_MS);
const stamps = (at: number) => ({ createTime: at, updateTime: at });
const of = <T>(next: Below, list: readonly T[]): T => list[next(list.length)] as T;

const KINDS = ['book', 'textbook', 'audio', 'video', 'paper'] as const;
const WORKS = 12;
const BUYERS = 20;
const ORDERS = 150;

/** Works with steps and print runs. */
export async function addRandomWorks(db: Database, next: Below): Promise<void> {
  for (let n = 1; n <= WORKS; n += 1) {
    const at = moment(next);
    const { id } = await db
      .insertInto('publication')
      .values({
        publishNo: `REPORT-${n}`,
        kind: of(next, KINDS),
        title: `=作品${n}`,
        authorsText: '作者',
        edition: 1,
        status: 'listed',
        isFree: n % 4 === 0 ? '1' : '0',
        salePriceFen: n % 4 === 0 ? 0 : 100 * n,
        listPriceFen: 1000 + n,
        listTime: at,
        ...stamps(at),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const event of ['approve', 'delist', 'relist', 'recall'])
      await db
        .insertInto('flowLog')
        .values({
          entityType: 'publication',
          entityId: id,
          event,
          fromStatus: 'checking',
          toStatus: 'listed',
          operatorId: 1,
          note: '',
          at: moment(next),
        })
        .execute();
    const printed = moment(next);
    await db
      .insertInto('printRun')
      .values({
        publishId: id,
        impression: 1,
        copies: 100 + next(900),
        printedOn: new Date(printed + SHANGHAI_MS).toISOString().slice(0, 10),
        listPriceFen: 1000 + n,
        operatorId: 1,
        createTime: printed,
      })
      .execute();
  }
}

async function addBuyers(db: Database): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 1; n <= BUYERS; n += 1)
    ids.push(
      (
        await db
          .insertInto('user')
          .values({
            userName: `report-buyer${n}`,
            nickName: `买家${n}`,
            passwordHash: 'none',
            loginDate: null,
            deptId: null,
            userModeId: null,
            collegeId: null,
            pressId: null,
            pwdUpdateDate: null,
            // Every third account belongs to the person of the one before it.
            identityKey: n % 3 === 0 ? `person${n - 1}` : n % 3 === 2 ? `person${n}` : '',
            ...stamps(FROM),
          })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
    );
  return ids;
}

/** Orders of all kinds: paid, unpaid, cancelled, paid twice, returned in part and as a whole. */
export async function addRandomSales(db: Database, next: Below): Promise<void> {
  const buyers = await addBuyers(db);
  const works = (await db.selectFrom('publication').select(['id', 'title']).execute()) as { id: number; title: string }[];
  const links: number[] = [];
  for (const [n, promoterId] of buyers.slice(0, 2).entries())
    links.push(
      (
        await db
          .insertInto('spread')
          .values({ code: `REPORT${n}`, promoterId, publishId: null, rateBp: 500, createdBy: promoterId, status: 'active', ...stamps(1) })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
    );
  for (let n = 1; n <= ORDERS; n += 1) {
    const at = moment(next);
    const paidAt = at + next(2 * DAY_MS);
    const paid = next(4) > 0;
    const channel = of(next, ['alipay', 'wechat', 'offline'] as const);
    const lines = Array.from({ length: 1 + next(3) }, () => {
      const kind = of(next, ['publication', 'publication', 'seats', 'tutor', 'page_fee'] as const);
      const work = of(next, works);
      const qty = kind === 'seats' ? 5 + next(5) : 1;
      return {
        kind,
        targetId: work.id,
        title: work.title,
        qty,
        unitFen: 100,
        payFen: qty * (50 + next(50)),
        discountKind: kind === 'seats' ? 'seats' : 'none',
        spreadId: of(next, [null, null, ...links]),
      };
    });
    const payFen = lines.reduce((all, line) => all + line.payFen, 0);
    const { id: orderId } = await db
      .insertInto('order')
      .values({
        orderNo: `DD${String(n).padStart(20, '0')}`,
        userId: of(next, buyers),
        totalFen: payFen,
        payFen,
        status: paid ? of(next, ['paid', 'finished', 'refunding', 'refunded'] as const) : of(next, ['unpaid', 'cancelled'] as const),
        channel: paid ? channel : '',
        payTime: paid ? paidAt : null,
        expireTime: null,
        cancelReason: paid ? '' : of(next, ['', '超过支付时间', '不想要了'] as const),
        requestId: `report${n}`,
        requestHash: '',
        ...stamps(at),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const items: { id: number; payFen: number }[] = [];
    for (const line of lines)
      items.push(
        await db
          .insertInto('orderItem')
          .values({ ...line, orderId, vatBp: 900, openedAt: null, finishedAt: null })
          .returning(['id', 'payFen'])
          .executeTakeFirstOrThrow(),
      );
    if (!paid) continue;
    const payment = async (counts: '0' | '1', number: string): Promise<number> =>
      (
        await db
          .insertInto('payment')
          .values({
            orderId,
            paymentNo: `ZF${number}`,
            channel,
            amountFen: payFen,
            status: 'paid',
            counts,
            requestId: number,
            askAt: null,
            paidAt: counts === '1' ? paidAt : paidAt + 1000,
            registeredBy: null,
            registeredAt: null,
            confirmedBy: null,
            ...stamps(paidAt),
          })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
    const paymentId = await payment('1', `${n}`);
    const refund = async (of_: number, fen: number, number: string, kind: 'buyer' | 'auto'): Promise<number> =>
      (
        await db
          .insertInto('refund')
          .values({
            refundNo: `TK${number}`,
            orderId,
            paymentId: of_,
            kind,
            reason: '不想要了',
            fen,
            status: next(5) === 0 ? 'applied' : 'done',
            passedBy: null,
            confirmedBy: null,
            askAt: null,
            doneAt: paidAt + next(DAY_MS),
            transferBy: null,
            ...stamps(paidAt),
          })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
    if (next(6) === 0) await refund(await payment('0', `${n}-2`), payFen, `${n}-2`, 'auto');
    if (next(3) > 0) continue;
    const back = items.slice(0, 1 + next(items.length));
    const refundId = await refund(
      paymentId,
      back.reduce((all, item) => all + Number(item.payFen), 0),
      `${n}`,
      'buyer',
    );
    for (const { id, payFen: fen } of back)
      await db
        .insertInto('refundLine')
        .values({ refundId, orderItemId: id, qty: 1, fen: Number(fen) })
        .execute();
  }
}

/** Lines of every state, and balances of advances and reserves. */
export async function addRandomEarnings(db: Database, next: Below): Promise<void> {
  const { id: protocolId } = await db
    .insertInto('protocol')
    .values({ protocolNo: 'XY-1', archiveId: 1, signedByB: null, signerB: null, dissolutionFileId: null, remindedDays: null, ...stamps(FROM) })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (let n = 1; n <= 60; n += 1) {
    const at = moment(next);
    const status = of(next, ['pending', 'disputed', 'settled', 'withdrawn', 'void'] as const);
    const booked = status === 'settled' || status === 'withdrawn';
    const grossFen = next(10) === 0 ? -next(1000) - 1 : 1 + next(10_000);
    await db
      .insertInto('earning')
      .values({
        earningNo: `SY-${n}`,
        userId: 1,
        sourceType: of(next, ['royalty', 'advance', 'reversal'] as const),
        sourceId: n,
        protocolId: n % 2 === 0 ? protocolId : null,
        publicationId: null,
        title: '作品',
        period: new Date(at).toISOString().slice(0, 7),
        basis: '{}',
        grossFen,
        taxFen: booked ? 7 : 0,
        netFen: booked ? grossFen - 7 : 0,
        taxCategory: 'author',
        taxItem: `author:${n}`,
        status,
        editedBy: null,
        settledBy: null,
        settledAt: booked ? at : null,
        reverses: null,
        ...stamps(at),
      })
      .execute();
  }
  for (const [kind, ref, fen] of [
    ['advance', `${protocolId}:1`, 500],
    ['advance', '0:1', 300],
    ['reserve', `${protocolId}:1:2026-01`, -200],
    ['payable', '1', -600],
  ] as const) {
    const { id: accountId } = await db.insertInto('ledgerAccount').values({ kind, ref, guarded: '0' }).returning('id').executeTakeFirstOrThrow();
    const { id: transactionId } = await db
      .insertInto('ledgerTransaction')
      .values({ kind: 'earningSettled', sourceType: 'report', sourceId: accountId, period: '2026-01', at: FROM, operatorId: null, reverses: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('ledgerEntry').values({ transactionId, accountId, fen }).execute();
  }
}

/** Days of reading, positions, trials, and rights that were bought afterwards. */
export async function addRandomReading(db: Database, next: Below): Promise<void> {
  const people = (await db.selectFrom('user').select('id').where('userName', 'like', 'report-buyer%').execute()).map(({ id }) => id);
  const works = (await db.selectFrom('publication').select('id').where('publishNo', 'like', 'REPORT-%').execute()).map(({ id }) => id);
  for (const [index, userId] of people.entries()) {
    for (let n = 0; n < 5; n += 1) {
      const at = moment(next);
      await db
        .insertInto('readingDay')
        .values({
          userId,
          clientId: `${userId}-${n}`,
          clock: 1,
          seq: n,
          deviceId: 'd',
          device: 'phone',
          heard: '{}',
          deleted: next(8) === 0 ? '1' : '0',
          day: new Date(at + SHANGHAI_MS).toISOString().slice(0, 10),
          seconds: next(4000),
          pages: 1,
          finished: '[]',
          ...stamps(at),
        })
        .execute();
    }
    for (const publicationId of works.slice(index % 4, (index % 4) + 5)) {
      const beganAt = moment(next);
      await db
        .insertInto('readingProgress')
        .values({
          userId,
          publicationId,
          editionId: 1,
          cfi: '',
          percent: of(next, [100, 5000, 9900, 10_000]),
          documentIndex: 0,
          device: 'phone',
          clock: 1,
          updateTime: beganAt + next(DAY_MS),
          beganAt,
        })
        .execute();
      if (next(3) > 0) continue;
      const at = beganAt + (next(2) === 0 ? -1 : 1) * next(20 * DAY_MS);
      await db
        .insertInto('entitlement')
        .values({ userId, publicationId, source: 'order', sourceId: userId, validFrom: at, validTo: null, createBy: '', createTime: at })
        .execute();
    }
  }
}
