import { randomUUID } from 'node:crypto';
import { DAY_MS } from '../../../../contract/clock.ts';
import { FEE_HEADS } from '../../../../contract/earnings/earning-batch.ts';
import { RESULT_HEADS } from '../../../../contract/earnings/payout.ts';
import { SALE_HEADS } from '../../../../contract/earnings/sale.ts';
import { yuan } from '../../../../contract/money.ts';
import { unloggedWrite } from '../../../audit/operation-log.ts';
import type { AppContext } from '../../../context.ts';
import { wireDate } from '../../../db/clock.ts';
import { yearlyNumber } from '../../../db/yearly-number.ts';
import { monthBefore } from '../../../earnings/deduction.rule.ts';
import { disputeOwn } from '../../../earnings/earning-step.service.ts';
import { handleEarningEvent } from '../../../earnings/earning.service.ts';
import { handleEarningBatchEvent, importEarningsOf } from '../../../earnings/batch/earning-batch.service.ts';
import { accountIn, handlePayeeEvent, savePayeeOf, setResidenceOf } from '../../../earnings/payee.service.ts';
import { exportPayoutOf, importPayoutOf } from '../../../earnings/payout/bank-file.service.ts';
import { payoutItems } from '../../../earnings/payout/payout.queries.ts';
import { addPayoutOf, handlePayoutEvent } from '../../../earnings/payout/payout.service.ts';
import { handleBatchEvent, importSalesOf } from '../../../earnings/sale.service.ts';
import { takeMonthStep } from '../../../earnings/run/settle-run.service.ts';
import { applyFor, cancelOwn, handleWithdrawEvent } from '../../../earnings/withdraw.service.ts';
import type { CurrentUser } from '../../../http/current-user.ts';
import { storeTerms } from '../../../protocol/term.queries.ts';

import { addDocuments } from './documents.ts';

interface Agreement {
  readonly publishNo: number;
  /** User name and share in basis points. */
  readonly authors: readonly (readonly [string, number])[];
  readonly terms: object;
}

const TERMS = {
  paperTiers: [{ fromCopies: 1, bp: 800 }],
  ebookShareBp: 5000,
  audioShareBp: 0,
  leastCopies: 0,
  advanceFen: 0,
  recoup: true,
  reserveBp: 0,
  period: 'month',
  authorDiscountBp: 7000,
};
/** A payee who is no tax resident. */
const FOREIGN = 'author5';
/** Works in the order of the catalogue that are sold elsewhere too. */
const AGREEMENTS: readonly Agreement[] = [
  {
    publishNo: 1,
    authors: [['author1', 10_000]],
    terms: {
      ...TERMS,
      paperTiers: [
        { fromCopies: 1, bp: 800 },
        { fromCopies: 5001, bp: 1000 },
        { fromCopies: 10_001, bp: 1200 },
      ],
      reserveBp: 1000,
    },
  },
  {
    publishNo: 2,
    authors: [
      ['author2', 5000],
      ['author3', 3000],
      ['author4', 2000],
    ],
    terms: TERMS,
  },
  { publishNo: 7, authors: [['author1', 10_000]], terms: { ...TERMS, advanceFen: 300_000 } },
  { publishNo: 5, authors: [[FOREIGN, 10_000]], terms: { ...TERMS, ebookShareBp: 4000 } },
];
const MONTHS = 6;
const BANKS = ['渡口银行', '灯塔银行', '江边农商行', '海口银行', '渡口银行'];

type Person = (userName: string) => Promise<CurrentUser>;

/** Agreements of three works, six months of sales elsewhere, settled month by month by two people, and withdrawals in every state. */
export async function addEarnings(context: AppContext, person: Person): Promise<void> {
  const { db } = context;
  if (!context.settings.demo || (await db.selectFrom('settlement').select('id').limit(1).executeTakeFirst())) return;
  const [clerk, second] = [await person('tally'), await person('tally2')];
  const numbers = await addAgreements(context, person);
  if (numbers.length === 0) return;
  const now = wireDate(Date.now()).slice(0, 7);
  const payees = ['author1', 'author2', 'author3', FOREIGN, 'author4'];
  for (const [index, userName] of payees.entries()) await addPayee(context, await person(userName), index, clerk, index < 4);
  await setForeign(context, second);
  for (let back = MONTHS; back >= 1; back -= 1) {
    const period = monthBefore(now, back);
    await addSales(context, clerk, second, period, numbers, back);
    await takeMonthStep(context, clerk, 'calculate', period);
    await verifyPayees(context, period);
    if (back === 1) continue;
    await takeMonthStep(context, second, 'publish', period);
    if (back === 2) continue;
    await settle(context, second, period);
    await takeMonthStep(context, second, 'close', period);
  }
  await dispute(context, await person('author1'), monthBefore(now, 2));
  await reverseOne(context, clerk, await person('author4'));
  await addPayouts(context, person, clerk, second);
  await addWithdraws(context, person, clerk, second);
  await addFees(context, clerk, second, monthBefore(now, 1));
  await addDocuments(context, clerk, FOREIGN);
}

/** Finance has registered that this payee is no resident. */
async function setForeign(context: AppContext, second: CurrentUser): Promise<void> {
  const row = await context.db
    .selectFrom('payee')
    .innerJoin('user', 'user.id', 'payee.userId')
    .select('payee.id')
    .where('user.userName', '=', FOREIGN)
    .executeTakeFirst();
  const body = { taxResidence: 'foreign' as const, reason: '护照与在华居留记录，一年内居住不满183天' };
  if (row) await setResidenceOf(second, row.id, body, unloggedWrite(context));
}

/** Winners and experts of the demo have shown their documents, so that their prizes and fees can be taxed. */
async function verifyPayees({ db }: AppContext, period: string): Promise<void> {
  await db
    .updateTable('user')
    .set((eb) => ({ realName: eb.ref('nickName'), realNameStatus: 'verified' }))
    .where('realNameStatus', '<>', 'verified')
    .where('id', 'in', (eb) => eb.selectFrom('earning').select('earning.userId').where('earning.period', '=', period))
    .execute();
}

/** A settled line was wrong: its mirror waits in the month of today. */
async function reverseOne(context: AppContext, clerk: CurrentUser, author: CurrentUser): Promise<void> {
  const row = await context.db
    .selectFrom('earning')
    .select('id')
    .where('userId', '=', author.userId)
    .where('sourceType', '=', 'royalty')
    .where('status', '=', 'settled')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  const body = { earningIds: row ? [row.id] : [], reason: '渡口书店更正了册数，重新结算', grossFen: null };
  if (row) await handleEarningEvent(clerk, 'reverse', body, unloggedWrite(context));
}

/** Fees of judges and reviewers: a sheet that is confirmed, and one that waits for the second person. */
async function addFees(context: AppContext, clerk: CurrentUser, second: CurrentUser, period: string): Promise<void> {
  const write = unloggedWrite(context);
  const send = async (note: string, rows: readonly string[]): Promise<number> => {
    const part = { name: `${note}.csv`, bytes: Buffer.from([FEE_HEADS.join(','), ...rows].join('\r\n')) };
    const query = { kind: 'fee', period, note, dry: '0' } as const;
    const { batchNo } = await importEarningsOf(context, clerk, part as Parameters<typeof importEarningsOf>[2], query, write);
    return (await context.db.selectFrom('earningBatch').select('id').where('batchNo', '=', batchNo).executeTakeFirstOrThrow()).id;
  };
  const batchId = await send('评审费审批单26-031', ['author2,评审费,劳务报酬,征文大赛终评,,1500.00', 'author3,审稿费,劳务报酬,期刊审稿两篇,,600.00']);
  await handleEarningBatchEvent(second, { event: 'confirm', batchId }, '', write);
  await send('插图稿酬审批单26-034', ['author4,一次性稿酬,稿酬,封面与插图,,2400.00']);
}

/** Two batches of payments: one that the bank has answered, with a payment that came back, and one that waits for its answer. */
async function addPayouts(context: AppContext, person: Person, clerk: CurrentUser, second: CurrentUser): Promise<void> {
  const write = unloggedWrite(context);
  const { db } = context;
  const collect = async (names: readonly string[], fen: number): Promise<number> => {
    const ids: number[] = [];
    for (const userName of names) {
      const { withdrawNo } = await applyFor(await person(userName), { requestId: randomUUID(), amountFen: fen }, write);
      const { id } = await db.selectFrom('withdraw').select('id').where('withdrawNo', '=', withdrawNo).executeTakeFirstOrThrow();
      await handleWithdrawEvent(clerk, { event: 'approve', withdrawId: id }, '', write);
      ids.push(id);
    }
    const { payoutNo } = await addPayoutOf(second, { withdrawIds: ids }, write);
    const { id } = await db.selectFrom('payout').select('id').where('payoutNo', '=', payoutNo).executeTakeFirstOrThrow();
    await exportPayoutOf(context, second, id, write);
    return id;
  };
  const first = await collect(['author1', 'author3'], 15_000);
  const items = await payoutItems(db, first);
  const answers = items.map(({ withdrawNo, userId, bankAccount, fen }, at) =>
    [withdrawNo, accountIn(context, userId, bankAccount), yuan(fen), at === 0 ? '成功' : '失败', at === 0 ? '' : '户名与账号不符'].join(','),
  );
  const part = { name: '回盘.csv', bytes: Buffer.from([RESULT_HEADS.join(','), ...answers].join('\r\n')) };
  await importPayoutOf(context, second, first, part as Parameters<typeof importPayoutOf>[3], write);
  await handlePayoutEvent(second, { event: 'close', payoutId: first }, '', write);
  const back = items[1];
  if (back) await handleWithdrawEvent(second, { event: 'giveUp', withdrawId: back.withdrawId }, '', write);
  await collect([FOREIGN], 10_000);
}

/** The manuscripts and agreements of works that are on sale; returns the numbers of the works. */
async function addAgreements({ db }: AppContext, person: Person): Promise<string[]> {
  const found: string[] = [];
  const signedOn = monthBefore(wireDate(Date.now()).slice(0, 7), MONTHS);
  const signedAt = Date.parse(`${signedOn}-02T10:00:00+08:00`);
  for (const { publishNo, authors, terms } of AGREEMENTS) {
    const work = await db.selectFrom('publication').select(['id', 'publishNo', 'title']).where('id', '=', publishNo).executeTakeFirst();
    if (!work) continue;
    const people = await Promise.all(authors.map(async ([userName, share]) => ({ user: await person(userName), share })));
    const [first] = people;
    if (!first) continue;
    await db.transaction().execute(async (tx) => {
      const { id: archiveId } = await tx
        .insertInto('manuscript')
        .values({
          title: work.title,
          status: 'archived',
          authors: JSON.stringify(people.map(({ user, share }) => ({ name: user.nickName, role: '著', share, userId: user.userId }))),
          ownerId: first.user.userId,
          topicId: null,
          editorId: null,
          typesetterId: null,
          archiveTypeId: null,
          publicationId: work.id,
          publishedAt: signedAt,
          turnUserId: null,
          dueAt: null,
          restoreAskedAt: null,
          archiveNo: await yearlyNumber(tx, 'GJ', 6, signedAt),
          createBy: first.user.userName,
          createTime: signedAt,
          updateTime: signedAt,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const { id } = await tx
        .insertInto('protocol')
        .values({
          archiveId,
          protocolNo: await yearlyNumber(tx, 'HT', 5, signedAt, '-'),
          partyA: people.map(({ user }) => user.nickName).join('、'),
          status: 'effective',
          payMode: 'royalty',
          royaltyBp: 800,
          digitalShareBp: 5000,
          rights: '["paper","digital","network"]',
          termYears: 5,
          startDate: wireDate(signedAt),
          endDate: wireDate(signedAt + 5 * 365 * DAY_MS),
          signers: JSON.stringify(people.map(({ user }) => user.userId)),
          signedByB: signedAt,
          signerB: null,
          dissolutionFileId: null,
          remindedDays: null,
          createBy: 'editor1',
          createTime: signedAt,
          updateTime: signedAt,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await storeTerms(tx, id, 0, wireDate(signedAt), JSON.stringify(terms));
    });
    found.push(work.publishNo);
  }
  return found;
}

/** Sales of one month at two shops, imported by one person and confirmed by another; returns over the edge of a tier in one month. */
async function addSales(
  context: AppContext,
  clerk: CurrentUser,
  second: CurrentUser,
  period: string,
  numbers: readonly string[],
  back: number,
): Promise<void> {
  const rows = numbers.flatMap((number, index) => {
    const copies = 400 + (((index + 3) * (MONTHS - back + 2) * 131) % 900);
    return [
      [`${period}-08`, '渡口书店', '纸书', number, index === 0 ? copies * 3 : copies, '39.80'],
      [`${period}-19`, '灯塔网店', '电子书', number, 20 + (((index + back) * 7) % 30), '18.00'],
      ...(back === 3 ? [[`${period}-25`, '渡口书店', '纸书', number, -60, '39.80']] : []),
    ];
  });
  const bytes = Buffer.from([SALE_HEADS, ...rows].map((cells) => cells.join(',')).join('\r\n'));
  const write = unloggedWrite(context);
  const name = `渠道销售${period}.csv`;
  const { batchNo } = await importSalesOf(context, clerk, { name, bytes } as Parameters<typeof importSalesOf>[2], { period, dry: '0' }, write);
  const batch = await context.db.selectFrom('saleBatch').select('id').where('batchNo', '=', batchNo).executeTakeFirstOrThrow();
  await handleBatchEvent(second, { event: 'confirm', batchId: batch.id }, '', write);
}

async function settle(context: AppContext, second: CurrentUser, period: string): Promise<void> {
  const rows = await context.db.selectFrom('earning').select('id').where('period', '=', period).where('status', '=', 'pending').execute();
  const earningIds = rows.map(({ id }) => id);
  if (earningIds.length > 0) await handleEarningEvent(second, 'confirm', { earningIds, reason: '', grossFen: null }, unloggedWrite(context));
}

async function dispute(context: AppContext, author: CurrentUser, period: string): Promise<void> {
  const row = await context.db
    .selectFrom('earning')
    .select('id')
    .where('period', '=', period)
    .where('userId', '=', author.userId)
    .where('status', '=', 'pending')
    .limit(1)
    .executeTakeFirst();
  if (row) await context.db.transaction().execute((tx) => disputeOwn(tx, author, row.id, '渡口书店这个月的册数与我收到的样书清单对不上，请核对。'));
}

async function addPayee(context: AppContext, author: CurrentUser, index: number, clerk: CurrentUser, confirmed: boolean): Promise<void> {
  const write = unloggedWrite(context);
  const account = withCheckDigit(`62284800000000000${index}`);
  await savePayeeOf(context, author, { bank: BANKS[index] ?? '渡口银行', branch: '灯塔支行', account }, write);
  const row = await context.db.selectFrom('payee').select('id').where('userId', '=', author.userId).executeTakeFirstOrThrow();
  if (confirmed) await handlePayeeEvent(clerk, { event: 'confirm', payeeId: row.id }, '', write);
}

/** Appends the Luhn digit. */
function withCheckDigit(digits: string): string {
  const total = [...digits].toReversed().reduce((all, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return all + (value > 9 ? value - 9 : value);
  }, 0);
  return `${digits}${(10 - (total % 10)) % 10}`;
}

/** Withdrawals: paid, approved, failed, given up, cancelled, rejected, and one that waits. */
async function addWithdraws(context: AppContext, person: Person, clerk: CurrentUser, second: CurrentUser): Promise<void> {
  const write = unloggedWrite(context);
  const apply = async (author: CurrentUser): Promise<number> => {
    const { withdrawNo } = await applyFor(author, { requestId: randomUUID(), amountFen: 12_000 }, write);
    return (await context.db.selectFrom('withdraw').select('id').where('withdrawNo', '=', withdrawNo).executeTakeFirstOrThrow()).id;
  };
  const step = (who: CurrentUser, event: 'approve' | 'reject' | 'pay' | 'fail' | 'giveUp', withdrawId: number, reason = '') =>
    handleWithdrawEvent(who, { event, withdrawId }, reason, write);
  const [first, other, third] = [await person('author1'), await person('author2'), await person('author3')];
  const paid = await apply(first);
  await step(clerk, 'approve', paid);
  await step(second, 'pay', paid);
  await cancelOwn(first, await apply(first), write);
  await apply(first);
  const returned = await apply(other);
  await step(clerk, 'approve', returned);
  await step(second, 'fail', returned, '开户行名称与账号不符，银行退回');
  await step(clerk, 'giveUp', returned);
  await step(clerk, 'reject', await apply(other), '请先补充开户支行的完整名称');
  await step(clerk, 'approve', await apply(other));
  const failed = await apply(third);
  await step(clerk, 'approve', failed);
  await step(second, 'fail', failed, '账户状态异常，银行退回');
}
