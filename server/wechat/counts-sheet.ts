import { article, READS_SHOWN_MAX } from '../../contract/wechat/article.ts';
import type { Line } from '../crud/sheet-line.ts';
import { headingAt, placesIn } from '../crud/sheet-heading.ts';
import { fromCell } from '../crud/sheet-labels.ts';
import { epochOf } from '../db/clock.ts';
import { failed } from '../http/app-error.ts';
import type { Counts } from './wci.ts';

/** Columns of an import of counts by their headings, which are those of an export of the article list. */
export const COLUMNS = {
  id: '编号',
  account: '公众号',
  title: '标题',
  url: '原文链接',
  publishTime: '发布时间',
  position: '位置',
  readNum: '阅读数',
  wowNum: '在看数',
  likeNum: '点赞数',
  shareNum: '分享数',
  digest: '摘要',
  takenAt: '统计时间',
} as const;
type Name = keyof typeof COLUMNS;
const LABELS = Object.values(COLUMNS);

/** A row of the sheet before it is compared with the database; counts without a cell are null. */
export interface SheetRow {
  readonly row: number;
  readonly id: number | null;
  readonly account: string;
  readonly title: string;
  readonly url: string;
  /** Epoch milliseconds; null without a cell. */
  readonly publishTime: number | null;
  readonly position: number | null;
  readonly counts: { readonly [N in keyof Counts]: number | null };
  readonly digest: string;
  /** Epoch milliseconds; null without a cell. */
  readonly takenAt: number | null;
  /** Why the row cannot be read, or an empty text. */
  readonly fault: string;
}

/** Parses a count as people and WeChat write it: `12,345`, `1.2万`, `10万+`. Returns null for an empty cell, NaN for anything else. */
export function countOf(text: string): number | null {
  const plain = text.replace(/[,，\s]/g, '');
  if (plain === '') return null;
  if (/^10(\.0)?万\+$|^100000\+$/.test(plain)) return READS_SHOWN_MAX;
  const found = /^(\d{1,8}(?:\.\d{1,4})?)(万)?$/.exec(plain);
  if (!found) return Number.NaN;
  const count = Number(found[1]) * (found[2] ? 10_000 : 1);
  return Number.isInteger(Math.round(count * 1000) / 1000) && count <= 99_999_999 ? Math.round(count) : Number.NaN;
}

/** A link without the part that only the page itself uses. */
const plainUrl = (text: string): string => text.trim().replace(/#.*$/, '');

/** Returns the rows of a sheet. Throws when it has no column that names articles, or no counts. */
export function sheetRows(lines: readonly Line[]): SheetRow[] {
  const at = headingAt(lines, LABELS);
  const places = placesIn(lines[at]);
  const has = (name: Name): boolean => places.has(COLUMNS[name]);
  if (!has('readNum') || !(has('url') || has('id') || has('title')))
    throw failed('表格缺少「阅读数」列，或缺少「原文链接」「编号」「标题」中的一列，请下载模板，按模板填写后重新上传');
  const rows = lines.slice(at + 1).map((line) => rowOf(line, (name) => line.cells[places.get(COLUMNS[name]) ?? -1]?.trim() ?? '', places));
  if (rows.length === 0) throw failed('表格里没有数据行，请填写后重新上传');
  return rows;
}

function rowOf(line: Line, cell: (name: Name) => string, places: ReadonlyMap<string, number>): SheetRow {
  const faults: string[] = [];
  for (const label of LABELS) {
    const fault = line.faults[places.get(label) ?? -1];
    if (fault !== undefined) faults.push(`“${label}”${fault}`);
  }
  const count = (name: Name): number | null => {
    const value = countOf(cell(name));
    if (!Number.isNaN(value)) return value;
    faults.push(`“${COLUMNS[name]}”须是不小于0的整数`);
    return null;
  };
  const time = (name: 'publishTime' | 'takenAt'): number | null => {
    const text = cell(name);
    if (text === '') return null;
    const value = epochOf(String(fromCell({ label: '', kind: 'time' }, text, new Map())));
    if (value === null) faults.push(`“${COLUMNS[name]}”须是 年-月-日 时:分:秒`);
    return value;
  };
  const position = count('position');
  if (position !== null && (position < 1 || position > 8)) faults.push('“位置”须是1到8');
  const url = plainUrl(cell('url'));
  if (url !== '' && !article.fields.url.safeParse(url).success) faults.push('“原文链接”须以 http:// 或 https:// 开头，最长500个字符');
  const id = cell('id');
  if (id !== '' && !/^[1-9]\d{0,14}$/.test(id)) faults.push('“编号”不正确');
  const title = cell('title').replace(/^'(?=[=+\-@])/, '');
  if ([...title].length > 120) faults.push('标题长度不能超过120个字符');
  const digest = cell('digest').replace(/^'(?=[=+\-@])/, '');
  if ([...digest].length > 200) faults.push('摘要长度不能超过200个字符');
  return {
    row: line.number,
    id: /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null,
    account: cell('account'),
    title,
    url,
    publishTime: time('publishTime'),
    position,
    counts: { readNum: count('readNum'), wowNum: count('wowNum'), likeNum: count('likeNum'), shareNum: count('shareNum') },
    digest,
    takenAt: time('takenAt'),
    fault: faults[0] ?? '',
  };
}
