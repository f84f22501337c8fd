import { AMOUNT_WORDS, fenOf } from '../../contract/money-input.ts';
import { SALE_HEADS } from '../../contract/earnings/sale.ts';
import { TERM_FORMS, type TermForm } from '../../contract/protocol/term.ts';
import { failed } from '../http/app-error.ts';

export interface SaleRow {
  readonly row: number;
  readonly saleDate: string;
  readonly channel: string;
  readonly form: TermForm;
  readonly publishNo: string;
  readonly copies: number;
  readonly priceFen: number;
}
export type ParsedRow = SaleRow | { readonly row: number; readonly fault: string; readonly text: string };

const FORMS = Object.entries(TERM_FORMS) as [TermForm, string][];
const MOST_COPIES = 10_000_000;

/** Reads the cells of a sheet of sales; a row that is wrong has its fault in words. Empty rows are left out. */
export function saleRows(lines: readonly { readonly cells: readonly unknown[] }[], period: string): ParsedRow[] {
  const [head, ...rest] = lines;
  const at = SALE_HEADS.map((label) => head?.cells.findIndex((cell) => String(cell).trim() === label) ?? -1);
  if (at.some((column) => column < 0)) throw failed(`表格第一行须有：${SALE_HEADS.join('、')}`);
  return rest.flatMap(({ cells }, index): ParsedRow[] => {
    const texts = at.map((column) => String(cells[column] ?? '').trim());
    if (texts.every((text) => text === '')) return [];
    const [date = '', channel = '', formName = '', publishNo = '', copies = '', price = ''] = texts;
    const row = index + 2;
    const text = texts.join(' · ');
    const saleDate = date.slice(0, 10).replaceAll('/', '-');
    const form = FORMS.find(([, name]) => name === formName)?.[0];
    const priceFen = fenOf(price);
    const fault =
      !/^\d{4}-\d\d-\d\d$/.test(saleDate) || Number.isNaN(Date.parse(saleDate))
        ? '日期格式为yyyy-MM-dd'
        : saleDate.slice(0, 7) > period
          ? `日期晚于账期${period}`
          : channel === '' || channel.length > 60
            ? '请填写渠道，不超过60个字'
            : !form
              ? `形式须为${FORMS.map(([, name]) => name).join('、')}之一`
              : !/^-?\d{1,8}$/.test(copies) || Number(copies) === 0 || Math.abs(Number(copies)) > MOST_COPIES
                ? '册数须为不等于0的整数，退货写负数'
                : priceFen === null || priceFen === 0
                  ? `单价：${AMOUNT_WORDS}，且大于0`
                  : '';
    if (fault || !form || priceFen === null) return [{ row, fault, text }];
    return [{ row, saleDate, channel, form, publishNo, copies: Number(copies), priceFen }];
  });
}
