import { FEE_HEADS, OPENING_HEADS, OPENING_ITEMS, type BatchKind, type OpeningItem } from '../../../contract/earnings/earning-batch.ts';
import { EARNING_SOURCES, FEE_SOURCES, TAX_CATEGORIES, type TaxCategory } from '../../../contract/earnings/earning-limits.ts';
import { AMOUNT_WORDS, fenOf } from '../../../contract/money-input.ts';
import { failed } from '../../http/app-error.ts';

/** A row of a sheet; the account and the agreement are not looked up yet. */
export interface BatchRow {
  readonly row: number;
  readonly text: string;
  readonly userName: string;
  readonly protocolNo: string;
  readonly item: (typeof FEE_SOURCES)[number] | OpeningItem;
  /** Empty for opening balances. */
  readonly taxCategory: TaxCategory | '';
  readonly title: string;
  readonly fen: number;
}
export type ParsedBatchRow = BatchRow | { readonly row: number; readonly text: string; readonly fault: string };

const HEADS: Readonly<Record<BatchKind, readonly string[]>> = { fee: FEE_HEADS, opening: OPENING_HEADS };
const keyOf = <K extends string>(names: Readonly<Record<K, string>>, keys: readonly K[], text: string): K | undefined =>
  keys.find((key) => names[key] === text);
const TITLE_LENGTH = 60;
const sources = FEE_SOURCES.map((key) => EARNING_SOURCES[key]).join('、');
const categories = Object.values(TAX_CATEGORIES).join('、');
const items = Object.values(OPENING_ITEMS).join('、');

/** Reads the cells of a sheet of fees or of opening balances; a row that is wrong has its fault in words. Empty rows are left out. */
export function batchRows(kind: BatchKind, lines: readonly { readonly cells: readonly unknown[] }[]): ParsedBatchRow[] {
  const heads = HEADS[kind];
  const [head, ...rest] = lines;
  const at = heads.map((label) => head?.cells.findIndex((cell) => String(cell).trim() === label) ?? -1);
  if (at.some((column) => column < 0)) throw failed(`表格第一行须有：${heads.join('、')}`);
  return rest.flatMap(({ cells }, index): ParsedBatchRow[] => {
    const texts = at.map((column) => String(cells[column] ?? '').trim());
    if (texts.every((text) => text === '')) return [];
    const of = (label: string): string => texts[heads.indexOf(label)] ?? '';
    return [checkedRow(kind, index + 2, texts.join(' · '), of)];
  });
}

/** Checks one row, whether it comes from a sheet or from a form. */
export function checkedRow(kind: BatchKind, row: number, text: string, of: (label: string) => string): ParsedBatchRow {
  const fen = fenOf(of('金额'));
  const [userName, protocolNo] = [of('用户名'), of('协议编号')];
  const item =
    kind === 'fee' ? keyOf(EARNING_SOURCES, FEE_SOURCES, of('来源')) : keyOf(OPENING_ITEMS, Object.keys(OPENING_ITEMS) as OpeningItem[], of('项目'));
  const taxCategory = kind === 'fee' ? keyOf(TAX_CATEGORIES, Object.keys(TAX_CATEGORIES) as TaxCategory[], of('所得项目')) : '';
  const title = kind === 'fee' ? of('事由') : of('项目');
  const fault =
    userName === ''
      ? '请填写用户名'
      : !item
        ? kind === 'fee'
          ? `来源须为${sources}之一`
          : `项目须为${items}之一`
        : taxCategory === undefined
          ? `所得项目须为${categories}之一`
          : title === '' || title.length > TITLE_LENGTH
            ? `请填写事由，不超过${TITLE_LENGTH}个字`
            : kind === 'opening' && protocolNo === ''
              ? '请填写协议编号'
              : fen === null || fen === 0
                ? `金额：${AMOUNT_WORDS}，且大于0`
                : '';
  if (fault || !item || taxCategory === undefined || fen === null) return { row, text, fault };
  return { row, text, userName, protocolNo, item, taxCategory, title, fen };
}
