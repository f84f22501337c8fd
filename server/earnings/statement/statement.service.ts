import { randomBytes } from 'node:crypto';
import { EARNING_SOURCES, type EarningSource } from '../../../contract/earnings/earning-limits.ts';
import type { EarningStep } from '../../../contract/earnings/earning.ts';
import type { checkStatement, StatementRow } from '../../../contract/earnings/statement.ts';
import type { DataOf } from '../../../contract/endpoint.ts';
import { sum } from '../../../contract/money.ts';
import type { AppContext } from '../../context.ts';
import { wireDate, wireTime } from '../../db/clock.ts';
import type { Tx } from '../../db/database.ts';
import { offsetOf } from '../../db/page-offset.ts';
import { nextNumber } from '../../db/sequence.ts';
import { missing } from '../../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../../http/current-user.ts';
import { SPLIT_POSTINGS } from '../../ledger/postings.ts';
import type { EarningRowOf } from '../earning.queries.ts';
import { basisOf } from '../earning-step.service.ts';
import { ownsStatement } from '../payee.policy.ts';
import { endOf, startOf } from '../period.rule.ts';
import { taxWordsOf } from '../tax/tax-words.service.ts';
import {
  entriesOfLines,
  linesClosedBefore,
  openingEntries,
  paidBetween,
  statementByCode,
  statementById,
  statementPage,
  type StatementRowOf,
} from './statement.queries.ts';

/** What an agreement holds of its payee: the advance that is left, the reserves, and returns that are not set off yet. */
export interface Held {
  readonly advanceFen: number;
  readonly reserveFen: number;
  readonly carryFen: number;
}
export interface StatementLine {
  readonly earningNo: string;
  /** The work, or what it is for; statements that were frozen earlier have none. */
  readonly title?: string;
  readonly sourceName: string;
  /** Sales of the work by channel, form and tier. */
  readonly lines: readonly EarningStep[];
  readonly workFen: number;
  readonly shareBp: number;
  /** The authors for whom the payee is paid. */
  readonly onBehalfOf?: string | undefined;
  /** A person changed the amount; the share does not give it. */
  readonly adjusted: boolean;
  /** What the share gave before that. */
  readonly calculatedFen?: number | undefined;
  readonly grossFen: number;
  readonly carryFen: number;
  readonly heldFen: number;
  readonly releasedFen: number;
  readonly recoupedFen: number;
  readonly payableFen: number;
  readonly taxMonth: string;
  readonly taxVersion: string;
  readonly taxWords: string;
  readonly taxFen: number;
  readonly netFen: number;
}
export interface StatementData {
  readonly title: string;
  readonly opening: Held;
  readonly lines: readonly StatementLine[];
  readonly grossFen: number;
  readonly carryFen: number;
  readonly heldFen: number;
  readonly releasedFen: number;
  readonly recoupedFen: number;
  readonly payableFen: number;
  readonly taxFen: number;
  readonly netFen: number;
  readonly closing: Held;
  /** Paid to the payee in the month, by all agreements. */
  readonly payments: readonly { readonly withdrawNo: string; readonly paidOn: string; readonly fen: number }[];
}

const heldIn = (...books: readonly ReadonlyMap<string, number>[]): Held => {
  const of = (kind: string): number => sum(books.map((entries) => entries.get(kind) ?? 0));
  return { advanceFen: of('advance'), reserveFen: 0 - of('reserve'), carryFen: of('carry') };
};
/** The title of the statement of earnings that belong to no agreement. */
export const OTHER_EARNINGS = '其他收益';

const POSTED = Object.keys(SPLIT_POSTINGS);

async function dataOf(tx: Tx, rows: readonly EarningRowOf[], first: EarningRowOf & { protocolId: number }): Promise<StatementData> {
  const { userId, protocolId, period } = first;
  const total = (pick: (row: EarningRowOf) => number): number => sum(rows.map(pick));
  const entries = await entriesOfLines(
    tx,
    rows.map(({ id }) => id),
    POSTED,
  );
  const before = await linesClosedBefore(tx, protocolId, userId, period);
  const opening = heldIn(
    await entriesOfLines(
      tx,
      before.map(({ id }) => id),
      POSTED,
    ),
    await openingEntries(tx, protocolId, userId),
  );
  const change = heldIn(entries);
  const [taxFen, netFen] = [total((row) => row.taxFen), total((row) => row.netFen)];
  if ((entries.get('payable') ?? 0) !== 0 - netFen || (entries.get('taxPayable') ?? 0) !== 0 - taxFen)
    throw new Error(`statement of ${period}, agreement ${protocolId}, payee ${userId}: the lines differ from the ledger`);
  const lines: StatementLine[] = [];
  for (const row of rows) {
    const basis = basisOf(row);
    lines.push({
      earningNo: row.earningNo,
      title: row.title,
      sourceName: EARNING_SOURCES[row.sourceType as EarningSource],
      lines: basis.lines,
      workFen: basis.workFen,
      shareBp: basis.shareBp,
      onBehalfOf: basis.onBehalfOf,
      adjusted: row.editedBy !== null && row.sourceType !== 'reversal',
      calculatedFen: basis.calculatedFen,
      grossFen: row.grossFen,
      carryFen: row.carryFen,
      heldFen: row.heldFen,
      releasedFen: row.releasedFen,
      recoupedFen: row.recoupedFen,
      payableFen: row.payableFen,
      taxMonth: row.taxMonth,
      taxVersion: row.taxVersion,
      taxWords: await taxWordsOf(tx, row),
      taxFen: row.taxFen,
      netFen: row.netFen,
    });
  }
  return {
    title: protocolId === 0 ? OTHER_EARNINGS : first.title,
    opening,
    lines,
    grossFen: total((row) => row.grossFen),
    carryFen: total((row) => row.carryFen),
    heldFen: total((row) => row.heldFen),
    releasedFen: total((row) => row.releasedFen),
    recoupedFen: total((row) => row.recoupedFen),
    payableFen: total((row) => row.payableFen),
    taxFen,
    netFen,
    closing: {
      advanceFen: opening.advanceFen + change.advanceFen,
      reserveFen: opening.reserveFen + change.reserveFen,
      carryFen: opening.carryFen + change.carryFen,
    },
    payments: (await paidBetween(tx, userId, startOf(period), endOf(period))).map(({ withdrawNo, amountFen, paidAt }) => ({
      withdrawNo,
      paidOn: wireDate(paidAt ?? 0),
      fen: amountFen,
    })),
  };
}

/**
 * Freezes what a payee earned in a month by an agreement; `rows` are all lines of it that are not void. Throws when the lines differ from the ledger:
 * that is a fault of the program.
 */
export async function addStatement(tx: Tx, rows: readonly EarningRowOf[], now: number): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const { userId, period } = first;
  const month = period.replace('-', '');
  const protocolId = first.protocolId ?? 0;
  await tx
    .insertInto('statement')
    .values({
      statementNo: `DZ${month}-${String(await nextNumber(tx, `DZ:${month}`)).padStart(5, '0')}`,
      userId,
      protocolId,
      period,
      data: JSON.stringify(await dataOf(tx, rows, { ...first, protocolId })),
      code: randomBytes(12).toString('base64url'),
      createTime: now,
    })
    .execute();
}

export const frozenOf = (row: { readonly data: string }): StatementData => JSON.parse(row.data) as StatementData;

function cardOf(row: StatementRowOf): StatementRow {
  const { title, grossFen, taxFen, netFen } = frozenOf(row);
  return {
    statementId: row.id,
    statementNo: row.statementNo,
    period: row.period,
    payee: row.nickName,
    title,
    protocolNo: row.protocolNo ?? '',
    grossFen,
    taxFen,
    netFen,
    createTime: wireTime(row.createTime),
  };
}

type Paging = { pageNum: number; pageSize: number };

export async function ownStatementsOf({ db }: AppContext, { userId }: CurrentUser, query: Paging) {
  const { total, rows } = await statementPage(db, { userId }, { limit: query.pageSize, offset: (all) => offsetOf(query, all) });
  return { total, rows: rows.map(cardOf) };
}

export async function statementsFor({ db }: AppContext, query: Paging & { period: string; keyword?: string | undefined }) {
  const { total, rows } = await statementPage(db, query, { limit: query.pageSize, offset: (all) => offsetOf(query, all) });
  return { total, rows: rows.map(cardOf) };
}

/** A statement of the payee, or any for staff who may export them. */
export async function statementIn({ db }: AppContext, currentUser: CurrentUser, statementId: number): Promise<StatementRowOf> {
  const row = await statementById(db, statementId);
  if (!row || (!ownsStatement(row, currentUser) && !hasPermission(currentUser, 'earnings:statement:export')))
    throw missing('对账单不存在或与您无关，请刷新后重试');
  return row;
}

export async function checkOf({ db }: AppContext, code: string): Promise<DataOf<typeof checkStatement>> {
  const row = await statementByCode(db, code);
  if (!row) return { valid: false, statementNo: '', period: '', netFen: 0 };
  return { valid: true, statementNo: row.statementNo, period: row.period, netFen: frozenOf(row).netFen };
}
