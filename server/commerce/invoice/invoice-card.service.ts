import type { InvoiceCard, InvoiceState } from '../../../contract/commerce/invoice.ts';
import { sum } from '../../../contract/money.ts';
import { wireTime } from '../../db/clock.ts';
import type { Database, Tx } from '../../db/database.ts';
import { invoiceLines, redsOf, type InvoiceRow } from './invoice.queries.ts';
import { ownActs } from './invoice.policy.ts';
import { fileIn } from '../money-file.service.ts';

/** Invoices with their lines, red ones and what the buyer may do now, in the given order. */
export async function invoiceCards(db: Database | Tx, rows: readonly InvoiceRow[]): Promise<InvoiceCard[]> {
  const ids = rows.map(({ id }) => id);
  const [lines, reds] = [await invoiceLines(db, ids), await redsOf(db, ids)];
  return rows.map((row): InvoiceCard => {
    const own = lines.filter(({ invoiceId }) => invoiceId === row.id);
    const red = reds.filter(({ invoiceId }) => invoiceId === row.id);
    const left = own.map((line) => line.fen + Number(line.redFen));
    const file = fileIn(row.file);
    return {
      invoiceId: row.id,
      applyNo: row.applyNo,
      orderNos: [...new Set(own.map(({ orderNo }) => orderNo))],
      kind: row.kind,
      titleType: row.titleType,
      title: row.title,
      taxNo: row.taxNo,
      email: row.email,
      amountFen: row.amountFen,
      netFen: row.netFen,
      taxFen: row.taxFen,
      leftFen: sum(left),
      status: row.status as InvoiceState,
      invoiceNumber: row.invoiceNumber ?? '',
      issueDate: row.issueDate,
      reason: row.failReason,
      fileName: file?.name ?? '',
      createTime: wireTime(row.createTime),
      lines: own.map((line, at) => ({
        lineId: line.id,
        name: line.name,
        goodsCode: line.goodsCode,
        qty: line.qty,
        fen: line.fen,
        rateBp: line.rateBp,
        netFen: line.netFen,
        taxFen: line.taxFen,
        leftFen: left[at] ?? 0,
      })),
      reds: red.map((one) => ({
        redId: one.id,
        applyNo: one.applyNo,
        reason: one.note ? `${one.reason}：${one.note}` : one.reason,
        fen: one.fen,
        number: one.number ?? '',
        issueDate: one.issueDate,
        confirmNo: one.confirmNo,
        confirmState: one.confirmState,
        confirmUntil: wireTime(one.confirmUntil),
      })),
      can: ownActs(
        row.status as InvoiceState,
        file !== undefined,
        red.some(({ number }) => number === null),
      ),
    };
  });
}
