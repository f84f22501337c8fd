import { EARNING, EARNING_CODES, periodName, type TaxResidence } from '../../contract/earnings/earning-limits.ts';
import { DAY_MS } from '../../contract/clock.ts';
import { earningMachine } from '../../contract/earnings/earning.machine.ts';
import type { EarningEvent, EarningState } from '../../contract/earnings/earning.ts';
import { sum, yuan } from '../../contract/money.ts';
import { inGroup } from '../../contract/state-machine.ts';
import { wireDate } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { samePerson } from '../db/same-person.ts';
import { nextNumber } from '../db/sequence.ts';
import { AppError, failed, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { sendMessage } from '../inbox/message.service.ts';
import { balancesOf, lockedBalance, postSplit, type Leg } from '../ledger/ledger.service.ts';
import type { Account } from '../ledger/postings.ts';
import { transition, type Step } from '../state-machine/transition.ts';
import { logTransition } from '../state-machine/transition-log.ts';
import type { Calculated, EarningBasis } from './earning-line.rule.ts';
import { deductions, type Deductions } from './deduction.rule.ts';
import { earningById, withheldOf, type EarningRowOf } from './earning.queries.ts';
import { ownsEarning } from './payee.policy.ts';
import { payeeOf, reservesOf } from './payee.queries.ts';
import { linesOfSource } from './source/source.queries.ts';
import { categoryIn, NO_TAX, residenceIn, taxNow, type Tax } from './tax.rule.ts';
import { assertUndeclared } from './tax/tax-month.service.ts';

export const earningGone = (): AppError => missing('收益不存在或与您无关，请刷新后重试');

export interface Settled extends Deductions {
  readonly tax: Tax;
  readonly netFen: number;
  readonly month: string;
  readonly residence: TaxResidence;
}

export const basisOf = (row: { readonly basis: string }): EarningBasis => JSON.parse(row.basis) as EarningBasis;
/** A work in book-title marks; other earnings by what they are for. */
export const titleOf = (row: { readonly title: string; readonly protocolId: number | null }): string =>
  row.protocolId ? `《${row.title}》` : row.title;
export const agreementRef = (row: { readonly protocolId: number | null; readonly userId: number }): string => `${row.protocolId ?? 0}:${row.userId}`;

/** Reads the balance of an account, debit minus credit. */
type Balance = (account: Account) => Promise<number>;
export const balanceFrom =
  (db: Database | Tx): Balance =>
  async ({ kind, ref }) =>
    (await balancesOf(db, kind, [ref])).get(ref) ?? 0;

/** Deductions and tax of a line as the accounts stand now. */
export async function settledNow(tx: Database | Tx, row: EarningRowOf, now: number, balance: Balance): Promise<Settled> {
  const ref = agreementRef(row);
  const month = wireDate(now).slice(0, 7);
  const { reserveBp, recoup } = basisOf(row);
  const carryFen = await balance({ kind: 'carry', ref });
  const advanceFen = await balance({ kind: 'advance', ref });
  const terms = { reserveBp, recoup, reserveMonths: EARNING.reserveMonths };
  const parts =
    row.sourceType === 'advance'
      ? { carryFen: 0, heldFen: 0, taken: [], recoupedFen: 0, payableFen: row.grossFen }
      : deductions(row.grossFen, row.period, { carryFen, advanceFen, reserves: await reservesOf(tx, ref) }, terms);
  const payee = await payeeOf(tx, row.userId);
  const residence = residenceIn(payee?.taxResidence ?? '');
  if (payee?.kind === 'organisation') return { ...parts, tax: NO_TAX, netFen: parts.payableFen, month, residence };
  const before = await withheldOf(tx, row.userId, month, row.taxItem);
  const tax = taxNow(categoryIn(row.taxCategory), residence, month, before.incomeFen + parts.payableFen, before.taxFen);
  return { ...parts, tax, netFen: parts.payableFen - tax.fen, month, residence };
}

function legsOf(row: EarningRowOf, settled: Settled): Leg[] {
  const ref = agreementRef(row);
  const user = String(row.userId);
  const paid: Leg[] = [
    { kind: 'payable', ref: user, fen: -settled.netFen },
    { kind: 'taxPayable', ref: settled.month, fen: -settled.tax.fen },
  ];
  if (row.sourceType === 'advance') return [{ kind: 'advance', ref, fen: row.grossFen }, ...paid];
  return [
    { kind: basisOf(row).cost ?? 'royaltyCost', ref: row.sourceType, fen: row.grossFen },
    { kind: 'carry', ref, fen: -settled.carryFen },
    { kind: 'reserve', ref: `${ref}:${row.period}`, fen: -settled.heldFen },
    ...settled.taken.map(({ period, fen }): Leg => ({ kind: 'reserve', ref: `${ref}:${period}`, fen })),
    { kind: 'advance', ref, fen: -settled.recoupedFen },
    ...paid,
  ];
}

type EarningStepOf = Step<EarningState, EarningEvent, EarningRowOf>;

async function assertSettles({ tx, row, currentUser }: EarningStepOf): Promise<void> {
  if (row.settlementStatus !== 'published' && row.sourceType !== 'reversal') throw failed(`请先公示${periodName(row.period)}的收益，再结算`);
  for (const other of [row.calculatedBy, row.editedBy, row.userId])
    if (currentUser && other !== null && (await samePerson(tx, other, currentUser.userId)))
      throw new AppError(
        EARNING_CODES.samePerson,
        other === row.userId ? '不能结算本人的收益，请由另一位财务人员处理' : '计算人与公示人、结算人须为不同人员',
      );
}

export const transitionEarning = transition<EarningState, EarningEvent, EarningRowOf>(earningMachine, {
  table: 'earning',
  stateOf: (row) => row.status as EarningState,
  subject: ({ earningNo }) => `收益${earningNo}`,
  rejection: ({ row, event, from }) =>
    from === 'settled' || from === 'withdrawn'
      ? new AppError(EARNING_CODES.frozen, '已结算的收益不能修改，请冲正')
      : new AppError(
          earningMachine.illegal,
          `收益${row.earningNo}当前状态为「${earningMachine.states[from].label}」，不能${earningMachine.events[event].label}`,
        ),
  ownerOf: (row) => row.userId,
  notOwner: earningGone,
  target: ({ from }) => from,
  on: {
    confirm: { guard: assertSettles, after: ({ tx, row, currentUser, now }) => settleLine(tx, row, currentUser, now) },
    adjust: { columns: ({ currentUser }) => ({ editedBy: currentUser?.userId ?? null, dispute: '' }) },
    /** Without its mirror the settled line can be reversed again. */
    void: { columns: ({ currentUser }) => ({ editedBy: currentUser?.userId ?? null, reverses: null }) },
    reverse: { after: ({ tx, row, currentUser, now }) => addMirror(tx, row, currentUser, now) },
    dispute: {
      columns: ({ reason }) => ({ dispute: reason }),
      guard({ row, now }) {
        if (row.settlementStatus !== 'published') throw failed('这笔收益还没有公示，或账期已关闭；请联系财务');
        if (row.publishedAt !== null && now > row.publishedAt + EARNING.disputeDays * DAY_MS)
          throw failed(`公示已满${EARNING.disputeDays}日，请联系财务`);
      },
    },
  },
});

async function settleLine(tx: Tx, row: EarningRowOf, currentUser: CurrentUser | null, now: number): Promise<void> {
  await assertUndeclared(tx, wireDate(now).slice(0, 7));
  if (row.invoiceNo === '' && row.grossFen > 0 && (await payeeOf(tx, row.userId))?.kind === 'organisation')
    throw new AppError(EARNING_CODES.noInvoice, '请先登记对方开具的发票');
  const settled = await settledNow(tx, row, now, (account) => lockedBalance(tx, account));
  if (settled.tax.fen > 0 && row.realNameStatus !== 'verified') throw new AppError(EARNING_CODES.noRealName, '收款人未实名，不能计税');
  await postSplit(tx, row.sourceType === 'advance' ? 'advancePaid' : 'earningSettled', {
    sourceType: 'earning',
    sourceId: row.id,
    at: now,
    operatorId: currentUser?.userId ?? null,
    legs: legsOf(row, settled),
  });
  await tx
    .updateTable('earning')
    .set({
      carryFen: settled.carryFen,
      heldFen: settled.heldFen,
      releasedFen: sum(settled.taken.map(({ fen }) => fen)),
      recoupedFen: settled.recoupedFen,
      payableFen: settled.payableFen,
      taxMonth: settled.month,
      taxVersion: settled.tax.version,
      taxResidence: settled.residence,
      taxFen: settled.tax.fen,
      netFen: settled.netFen,
      settledBy: currentUser?.userId ?? null,
      settledAt: now,
    })
    .where('id', '=', row.id)
    .execute();
  await sendMessage(tx, {
    userId: row.userId,
    type: 'pay',
    title: `收益已结算，实付${yuan(settled.netFen)}元`,
    content: `${titleOf(row)}，${periodName(row.period)}`,
    link: '/authorBackground/revenue',
  });
}

/** Writes the mirror of a settled line into the month of today. */
async function addMirror(tx: Tx, row: EarningRowOf, currentUser: CurrentUser | null, now: number): Promise<void> {
  if (row.sourceType === 'advance') throw failed('预付款从以后的收益中抵扣，不能冲正；须退回的请与作者签补充协议');
  if (row.sourceType === 'reversal') throw failed('冲正的收益不能再冲正，请与财务负责人商定');
  const mirrors = await linesOfSource(tx, 'reversal', row.id, row.userId);
  if (mirrors.some(({ status }) => status !== 'void')) throw failed('这笔收益已经冲正过');
  const basis = basisOf(row);
  await addEarning(
    tx,
    currentUser,
    {
      userId: row.userId,
      sourceType: 'reversal',
      sourceId: row.id,
      protocolId: row.protocolId ?? 0,
      publicationId: row.publicationId,
      title: row.title,
      grossFen: -row.grossFen,
      taxCategory: categoryIn(row.taxCategory),
      taxItem: row.taxItem,
      basis: {
        ...basis,
        lines: [{ label: `冲正${row.earningNo}`, formula: `${periodName(row.period)}的收益`, fen: -basis.workFen }],
        workFen: -basis.workFen,
      },
      period: wireDate(now).slice(0, 7),
      seq: mirrors.length,
      reverses: row.id,
    },
    now,
  );
}

export interface NewEarning extends Calculated {
  readonly period: string;
  readonly seq: number;
  readonly reverses: number | null;
}

export async function addEarning(tx: Tx, currentUser: CurrentUser | null, line: NewEarning, now: number): Promise<number> {
  const month = line.period.replace('-', '');
  const earningNo = `SY${month}-${String(await nextNumber(tx, `SY:${month}`)).padStart(6, '0')}`;
  const { id } = await tx
    .insertInto('earning')
    .values({
      ...line,
      basis: JSON.stringify(line.basis),
      earningNo,
      editedBy: line.reverses === null ? null : (currentUser?.userId ?? null),
      settledBy: null,
      settledAt: null,
      createBy: currentUser?.userName ?? 'system',
      createTime: now,
      updateTime: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await logTransition(tx, currentUser, { entityType: 'earning', entityId: id, event: 'calculate', fromStatus: '', toStatus: 'pending', note: '' });
  return id;
}

/** Registers the invoice of an organisation, before the settlement of its line. */
export async function setInvoice(tx: Tx, currentUser: CurrentUser, id: number, invoiceNo: string): Promise<void> {
  const row = await earningIn(tx, id);
  if ((await payeeOf(tx, row.userId))?.kind !== 'organisation') throw failed('收款人不是单位，不必登记发票');
  if (!inGroup(earningMachine, 'open', row.status as EarningState)) throw new AppError(EARNING_CODES.frozen, '已结算的收益不能修改，请冲正');
  const same = await tx
    .selectFrom('earning')
    .select('earningNo')
    .where('userId', '=', row.userId)
    .where('invoiceNo', '=', invoiceNo)
    .where('id', '<>', id)
    .where('status', '<>', 'void')
    .executeTakeFirst();
  if (same) throw failed(`这张发票已用于收益${same.earningNo}`);
  await tx.updateTable('earning').set({ invoiceNo, invoiceBy: currentUser.userId, updateTime: Date.now() }).where('id', '=', id).execute();
}

export async function earningIn(tx: Tx, id: number): Promise<EarningRowOf> {
  const row = await earningById(tx, id);
  if (!row) throw earningGone();
  return row;
}

/** The payee disputes an own line. */
export async function disputeOwn(tx: Tx, currentUser: CurrentUser, id: number, reason: string): Promise<void> {
  const row = await earningIn(tx, id);
  if (!ownsEarning(row, currentUser)) throw earningGone();
  await transitionEarning(tx, currentUser, row, 'dispute', reason);
}
