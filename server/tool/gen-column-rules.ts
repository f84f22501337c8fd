import type { GenColumn } from '../../contract/tool/gen-table.ts';
import { failed } from '../http/app-error.ts';
import { decimalSize, type ColumnKind } from './gen-guess.ts';

/** Returns how the generated code stores a column: by its type in Java terms, which the wire keeps, and its control. */
export function columnKindOf({ javaType, columnType, htmlType }: Pick<GenColumn, 'javaType' | 'columnType' | 'htmlType'>): ColumnKind {
  if (javaType === 'BigDecimal') return 'decimal';
  if (javaType === 'String') return htmlType === 'date' ? 'date' : 'text';
  if ((decimalSize(columnType)?.scale ?? 0) > 0) return 'money';
  return htmlType === 'datetime' || htmlType === 'date' ? 'time' : 'number';
}

const ALLOWED: Readonly<Record<ColumnKind, { readonly compares: readonly GenColumn['queryType'][]; readonly why: string } | null>> = {
  text: null,
  number: { compares: ['EQ', 'NE', 'GT', 'GTE', 'LT', 'LTE', 'BETWEEN'], why: '「包含」只用于文字' },
  time: { compares: ['BETWEEN'], why: '日期和时间按范围查询，请用「介于」' },
  date: { compares: ['BETWEEN'], why: '日期和时间按范围查询，请用「介于」' },
  money: { compares: ['BETWEEN'], why: '金额按范围查询，请用「介于」' },
  decimal: { compares: ['EQ', 'NE'], why: '小数按原样保存为文字，不能比大小，请用「等于」或「不等于」' },
};

type Settings = Pick<GenColumn, 'columnId' | 'htmlType' | 'isQuery' | 'queryType'>;
interface Stored {
  readonly columnName: string;
  readonly javaType: string;
  readonly columnType: string;
}

/** Rejects a query mode that the column's kind cannot be compared by. */
export function checkColumns(columns: readonly Settings[], known: ReadonlyMap<number, Stored>): void {
  for (const { columnId, htmlType, isQuery, queryType } of columns) {
    const stored = known.get(columnId);
    if (!stored || isQuery !== '1') continue;
    const rule = ALLOWED[columnKindOf({ ...stored, htmlType })];
    if (rule && !rule.compares.includes(queryType)) throw failed(`字段「${stored.columnName}」的查询方式不正确：${rule.why}`);
  }
}
