import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { z } from 'zod';
import { EARNING_CODES, periodName, TAX_CATEGORIES, TAX_RESIDENCES } from '../../../contract/earnings/earning-limits.ts';
import type { taxList, TaxRow, taxSums, taxYears } from '../../../contract/earnings/tax.ts';
import type { DataOf } from '../../../contract/endpoint.ts';
import { sum, yuanNumber } from '../../../contract/money.ts';
import { ID_TYPE_NAMES, type IdType } from '../../../contract/system/identity-number.ts';
import type { Write } from '../../audit/operation-log.ts';
import type { AppContext } from '../../context.ts';
import { SHEET_MIME } from '../../crud/crud-export.ts';
import { SheetWriter } from '../../crud/sheet-writer.ts';
import { wireDate, wireTime } from '../../db/clock.ts';
import type { Database, Tx } from '../../db/database.ts';
import { offsetOf } from '../../db/page-offset.ts';
import { AppError, failed } from '../../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../../http/current-user.ts';
import type { Sent } from '../../files/send-file.ts';
import { lockedBalance, post } from '../../ledger/ledger.service.ts';
import { numberIn } from '../../system/real-name.service.ts';
import { plainCell } from '../statement/row-document.format.ts';
import { categoryIn, residenceIn, taxOn } from '../tax.rule.ts';
import { peopleOf, taxedMonths, taxMonthOf, taxOfLines, taxPage, taxTotals, type TaxFilter, type TaxItemRow, type TaxPerson } from './tax.queries.ts';

interface Found {
  readonly row: TaxRow;
  /** The whole number of the document. */
  readonly idNumber: string;
}

async function rowsOf(context: AppContext, db: Database | Tx, month: string, items: readonly TaxItemRow[]): Promise<Found[]> {
  const people = new Map<number, TaxPerson>(
    (
      await peopleOf(
        db,
        items.map(({ userId }) => userId),
      )
    ).map((one) => [one.id, one]),
  );
  const last = await taxOfLines(
    db,
    items.map(({ newest }) => Number(newest)),
  );
  return items.map((item) => {
    const person = people.get(item.userId);
    const [incomeFen, withheldFen] = [Number(item.income), Number(item.tax)];
    const category = categoryIn(item.taxCategory);
    const tax = taxOn(category, residenceIn(item.taxResidence), incomeFen, month);
    const nowFen = last.get(Number(item.newest)) ?? 0;
    const idNumber = person ? numberIn(context, { userId: person.id, idCardNo: person.idCardNo ?? '' }) : '';
    return {
      idNumber,
      row: {
        key: `${item.userId}:${item.taxItem}:${item.taxResidence}`,
        payee: person?.nickName ?? '',
        realName: person?.realName ?? '',
        idTypeName: ID_TYPE_NAMES[(person?.idType ?? person?.keptIdType) as IdType] ?? '',
        idTail: idNumber.slice(-4),
        category,
        residence: TAX_RESIDENCES[residenceIn(item.taxResidence)],
        title: item.title,
        lines: Number(item.lines),
        incomeFen,
        deductionFen: tax.deductionFen,
        taxableFen: tax.taxableFen,
        rateBp: tax.rateBp,
        quickFen: tax.quickFen,
        taxFen: tax.fen,
        beforeFen: withheldFen - nowFen,
        nowFen,
        version: item.version,
      },
    };
  });
}

export async function taxListFor(context: AppContext, query: z.output<typeof taxList.query>) {
  const { total, rows } = await taxPage(context.db, query, { limit: query.pageSize, offset: (all) => offsetOf(query, all) });
  return { total, rows: (await rowsOf(context, context.db, query.month, rows)).map(({ row }) => row) };
}

export async function taxSumsOf({ db }: AppContext, currentUser: CurrentUser, filter: TaxFilter): Promise<DataOf<typeof taxSums>> {
  const [found, month, declared] = [
    await taxTotals(db, filter),
    await taxTotals(db, { month: filter.month, category: '' }),
    await taxMonthOf(db, filter.month),
  ];
  return {
    count: found.count,
    incomeFen: found.income,
    taxFen: found.tax,
    declaredAt: wireTime(declared?.declaredAt ?? null),
    declaredBy: declared?.nickName ?? '',
    monthFen: month.tax,
    canDeclare: !declared && month.count > 0 && hasPermission(currentUser, 'earnings:tax:declare'),
  };
}

const COLUMNS = [
  ['收款人', 14],
  ['证件类型', 14],
  ['证件号码', 24],
  ['税收居民身份', 14],
  ['所得项目', 12],
  ['作品或事由', 30],
  ['收入额（元）', 14],
  ['减除费用（元）', 14],
  ['应纳税所得额（元）', 18],
  ['税率', 8],
  ['速算扣除数（元）', 16],
  ['应纳税额（元）', 14],
  ['此前已扣（元）', 14],
  ['本次代扣（元）', 14],
  ['税率规则', 10],
] as const;

/** The list of a month for the tax office; the export is in the operation log. */
export async function exportTaxOf(context: AppContext, filter: TaxFilter, write: Write): Promise<Sent> {
  const found = await write(async (tx) => rowsOf(context, tx, filter.month, (await taxPage(tx, filter, null)).rows));
  if (found.length === 0) throw failed(`${periodName(filter.month)}没有符合条件的收入，不必导出`);
  const out = new PassThrough();
  const book = new SheetWriter(out);
  const whole = buffer(out);
  await book.begin(
    `${filter.month}个税`,
    COLUMNS.map(([header, width]) => ({ header, width })),
  );
  for (const { row, idNumber } of found)
    await book.row([
      plainCell(row.realName || row.payee),
      row.idTypeName,
      idNumber,
      row.residence,
      TAX_CATEGORIES[row.category],
      plainCell(row.title),
      yuanNumber(row.incomeFen),
      yuanNumber(row.deductionFen),
      yuanNumber(row.taxableFen),
      `${row.rateBp / 100}%`,
      yuanNumber(row.quickFen),
      yuanNumber(row.taxFen),
      yuanNumber(row.beforeFen),
      yuanNumber(row.nowFen),
      row.version,
    ]);
  await book.row(
    ['合计', '', '', '', '', '', yuanNumber(sum(found.map(({ row }) => row.incomeFen))), null, null, null, null].concat([
      yuanNumber(sum(found.map(({ row }) => row.taxFen))),
    ]),
  );
  await book.end();
  const bytes = await whole;
  return { key: '', name: `个税扣缴表_${filter.month}.xlsx`, mime: SHEET_MIME, size: bytes.length, bytes };
}

/** Freezes a month and posts the remittance; nothing is settled in it any more. */
export async function declareTaxOf(currentUser: CurrentUser, month: string, write: Write): Promise<void> {
  const now = Date.now();
  if (month > wireDate(now).slice(0, 7)) throw failed(`${periodName(month)}还没有到，不能登记申报`);
  await write(async (tx) => {
    const fen = 0 - (await lockedBalance(tx, { kind: 'taxPayable', ref: month }));
    const before = await taxMonthOf(tx, month);
    if (before) throw new AppError(EARNING_CODES.declared, `${periodName(month)}个税已申报，不必再次登记`);
    const found = await taxTotals(tx, { month, category: '' });
    if (found.count === 0) throw failed(`${periodName(month)}没有结算的收益，不必申报`);
    if (found.tax !== fen) throw new Error(`tax of ${month}: the lines have ${found.tax} fen, the ledger ${fen}`);
    const { id } = await tx
      .insertInto('taxMonth')
      .values({ month, taxFen: fen, declaredBy: currentUser.userId, declaredAt: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await post(tx, {
      event: 'taxRemitted',
      sourceType: 'taxMonth',
      sourceId: id,
      fen,
      debit: month,
      credit: 'tax',
      at: now,
      operatorId: currentUser.userId,
    });
  });
}

export async function taxYearsOf({ db }: AppContext, { userId }: CurrentUser): Promise<DataOf<typeof taxYears>> {
  const months = await taxedMonths(db, userId);
  const years = [...new Set(months.map(({ taxMonth }) => taxMonth.slice(0, 4)))];
  return {
    years: years.map((year) => {
      const own = months.filter(({ taxMonth }) => taxMonth.startsWith(year));
      return { year, incomeFen: sum(own.map(({ income }) => Number(income))), taxFen: sum(own.map(({ tax }) => Number(tax))) };
    }),
  };
}
