import { decimalText } from '../../contract/field.ts';
import type { Columns } from '../db/columns.ts';
import type { NewColumn, NewTable } from './create-table.ts';
import { camel, decimalSize, type FoundColumn } from './gen-guess.ts';

/** Columns of every row; a statement may repeat them, and its comments and lengths are kept. */
const BASE_LABELS: Readonly<Record<string, string>> = {
  create_by: '创建人',
  create_time: '创建时间',
  update_by: '修改人',
  update_time: '修改时间',
  remark: '备注',
  del_flag: '删除标志',
  version: '版本',
};

/** Returns the columns that a parsed statement adds to the database, and all columns as the generator sees them. */
export function tableColumns({ key, columns }: NewTable): { readonly list: Columns; readonly found: readonly FoundColumn[] } {
  const own = columns.filter((one) => !Object.hasOwn(BASE_LABELS, one.name));
  const id: FoundColumn = {
    name: 'id',
    type: key.type,
    kind: 'number',
    notNull: true,
    hasDefault: true,
    comment: key.comment || '编号',
    field: camel(key.name),
  };
  const base = Object.entries(BASE_LABELS).map(([name, label]): FoundColumn => {
    const kind = name.endsWith('time') || name === 'version' ? 'number' : 'text';
    const given = columns.find((one) => one.name === name);
    const comment = given?.comment || label;
    if (given && name === 'remark') return { ...given, kind: 'text', hasDefault: given.fallback !== null, comment };
    return { name, type: kind === 'number' ? 'bigint' : 'text', kind, notNull: true, hasDefault: true, comment };
  });
  return {
    list: Object.fromEntries(own.map((one) => [camel(one.name), columnKind(one)])),
    found: [id, ...own.map((one) => ({ ...one, hasDefault: one.fallback !== null })), ...base],
  };
}

function columnKind({ type, kind, notNull, fallback }: NewColumn): Columns[string] {
  switch (kind) {
    case 'time':
      return 'number?';
    case 'number':
    case 'money':
      return notNull && fallback === null ? 'number' : 'zero';
    case 'decimal':
      return fallback === null ? (notNull ? 'text' : 'empty') : `=${decimalText(fallback, decimalSize(type)?.scale ?? 0)}`;
    default:
      return fallback ? `=${fallback}` : notNull && fallback === null ? 'text' : 'empty';
  }
}
