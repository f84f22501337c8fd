import type { AnyCrud } from '../../contract/crud.ts';
import type { FieldMeta } from '../../contract/field.ts';
import { epochOf, wireTime } from '../db/clock.ts';
import { cleanHtml } from '../http/rich-text.ts';
import type { CrudTable, Row } from './crud-table.ts';

/** Fields stored as JSON text. */
const LISTS: ReadonlySet<FieldMeta['kind']> = new Set(['words', 'references', 'choices', 'rows', 'file', 'files']);

export const columnOf = (table: Pick<CrudTable<AnyCrud>, 'columns'>, crud: AnyCrud, field: string): string =>
  table.columns?.[field] ?? (field === crud.key ? 'id' : field);

/** Converts a checked draft to columns: times to epoch milliseconds, lists to JSON text; HTML is sanitized. */
export function toColumns(crud: AnyCrud, table: CrudTable<AnyCrud>, draft: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const virtual = new Set(table.virtualFields ?? []);
  const columns: Record<string, unknown> = {};
  for (const field of Object.keys(crud.fields)) {
    if (virtual.has(field)) continue;
    const value = draft[field];
    const { kind, keep, truth } = crud.meta[field] as FieldMeta;
    if (keep && value === null) continue;
    columns[columnOf(table, crud, field)] = truth
      ? value
        ? '1'
        : '0'
      : kind === 'time'
        ? epochOf(String(value))
        : kind === 'html'
          ? cleanHtml(String(value))
          : LISTS.has(kind)
            ? JSON.stringify(value)
            : value;
  }
  return columns;
}

/** Converts a row to its wire format: only the fields that the resource defines. */
export function toWire(crud: AnyCrud, table: CrudTable<AnyCrud>, row: Row, more: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const wire: Record<string, unknown> = { [crud.key]: row.id };
  for (const [field, { kind, secret, truth }] of Object.entries(crud.meta)) {
    if (secret) continue;
    if (field in more) wire[field] = more[field];
    else {
      const value = row[columnOf(table, crud, field)];
      if (value === undefined) continue;
      wire[field] = truth
        ? value === '1'
        : kind === 'time'
          ? wireTime(value as number | null)
          : LISTS.has(kind)
            ? (JSON.parse(String(value)) as unknown)
            : value;
    }
  }
  if (!table.appendOnly) wire['version'] = row.version;
  return wire;
}
