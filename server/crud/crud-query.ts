import type { AnyCrud } from '../../contract/crud.ts';
import type { Database, Tx } from '../db/database.ts';
import { anyTable } from '../db/any-table.ts';
import { endOfDay, epochOf, wireTime } from '../db/clock.ts';
import { contains } from '../db/contains.ts';
import { opposite } from '../db/page-offset.ts';
import type { AppContext } from '../context.ts';
import { invalid } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { columnOf } from './crud-columns.ts';
import type { CrudTable, Query } from './crud-table.ts';
import { scopeOf, within, type Scope } from './data-scope.ts';

/** Rows of the resource that the current user may see: live rows within the data scope. */
export function visible(db: Database | Tx, table: CrudTable<AnyCrud>, currentUser: CurrentUser, scope: Scope): Query {
  let query: Query = anyTable(db).selectFrom(table.table);
  if (!table.appendOnly) query = query.where('delFlag', '=', '0');
  if (table.only) query = table.only(query, currentUser);
  const condition = table.scope ? within(scope, table.scope, currentUser) : null;
  return condition ? query.where(condition) : query;
}

export const scopeFor = (
  db: Database | Tx,
  crud: AnyCrud,
  table: CrudTable<AnyCrud>,
  currentUser: CurrentUser,
  action: string,
  permission = permissionOf(crud, action),
): Promise<Scope> | Scope => (table.scope ? scopeOf(db, currentUser, permission) : 'all');

const CALL_OF: Readonly<Record<string, 'list' | 'get' | 'add' | 'edit' | 'remove' | 'export'>> = {
  list: 'list',
  query: 'get',
  add: 'add',
  edit: 'edit',
  remove: 'remove',
  export: 'export',
};

/** Returns the permission that a call requires: its data scope applies there. */
function permissionOf(crud: AnyCrud, action: string): string {
  const call = CALL_OF[action];
  const access = call && crud[call].access;
  return typeof access === 'string' && access.includes(':') ? access : `${crud.permission}:${action}`;
}

type Asked = Readonly<Record<string, unknown>>;

/** Kinds with numeric columns: PostgreSQL does not compare them with text. */
const NUMBERS: ReadonlySet<string> = new Set(['number', 'money', 'reference']);

const MOMENT = /^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/;

/** Parses a day or a time from the wire; an end day means its last millisecond. Returns null when empty; throws for an invalid date. */
function momentOf(asked: unknown, isEnd = false): number | null {
  const text = String(asked ?? '').trim();
  if (text === '') return null;
  const moment = MOMENT.test(text) ? (isEnd && text.length === 10 ? endOfDay(text) : epochOf(text)) : null;
  // The date parser accepts 30 February as a day in March.
  if (moment === null || Number.isNaN(moment) || !wireTime(moment).startsWith(text))
    throw invalid('日期不正确，请按2026-01-31或2026-01-31 08:00:00的样子填写');
  return moment;
}

/** Parses the range `first,last` of a date or time filter; either end may be empty. Dates are compared as text, times as epoch milliseconds. */
function daysOf(value: string, kind: 'date' | 'time', label = ''): readonly [string | number | null, string | number | null] {
  const [first = '', last = '', ...more] = value.split(',');
  if (more.length > 0) throw invalid(`${label}须是两个日期组成的范围`);
  const [least, most] = [momentOf(first), momentOf(last, true)];
  if (least !== null && most !== null && least > most) throw invalid(`${label}的开始不能晚于结束`);
  return kind === 'time' ? [least, most] : [least === null ? null : first.slice(0, 10), most === null ? null : last.slice(0, 10)];
}

/** Parses the range `least,most` of a number filter; either end may be empty. Throws for anything else. */
function boundsOf(value: string, label = ''): readonly [number | null, number | null] {
  if (!/^\d{0,15},\d{0,15}$/.test(value)) throw invalid(`${label}须是两个数字组成的范围`);
  const [least = null, most = null] = value.split(',').map((one) => (one === '' ? null : Number(one)));
  if (least !== null && most !== null && least > most) throw invalid(`${label}的下限不能大于上限`);
  return [least, most];
}

/** Applies the given filters; an empty one is ignored. */
export async function filtered(context: AppContext, crud: AnyCrud, table: CrudTable<AnyCrud>, start: Query, asked: Asked): Promise<Query> {
  let query = start;
  for (const [field, operator] of Object.entries(crud.filter)) {
    const value = String(asked[field] ?? '').trim();
    if (value === '') continue;
    const column = columnOf(table, crud, field);
    const { kind = '', numeric = false, label } = crud.meta[field] ?? {};
    if (operator === 'between') {
      const [least, most] = kind === 'date' || kind === 'time' ? daysOf(value, kind, label) : boundsOf(value, label);
      if (least !== null) query = query.where(column, '>=', least);
      if (most !== null) query = query.where(column, '<=', most);
      continue;
    }
    if ((numeric || NUMBERS.has(kind)) && !/^\d{1,15}(,\d{1,15})*$/.test(value)) throw invalid(`${label}须是数字`);
    if (operator === 'own') query = await table.filters?.[field]?.(query, value, context);
    else if (operator === 'like') query = query.where(contains(column, value));
    else if (operator === 'in') query = query.where(column, 'in', value.split(','));
    else query = query.where(column, '=', value);
  }
  const range = columnOf(table, crud, crud.range);
  const from = momentOf(asked['params[beginTime]']);
  const to = momentOf(asked['params[endTime]'], true);
  if (from !== null) query = query.where(range, '>=', from);
  if (to !== null) query = query.where(range, '<=', to);
  return query;
}

/** Applies the requested order, from the allowed columns of the resource, or the default order; ties are sorted by id. `fromEnd` turns it round. */
export function ordered(crud: AnyCrud, table: CrudTable<AnyCrud>, start: Query, asked: Asked, fromEnd = false): Query {
  const column = String(asked['orderByColumn'] ?? '');
  const order =
    column && crud.sort.includes(column)
      ? [[columnOf(table, crud, column), asked['isAsc'] === 'desc' ? 'desc' : 'asc'] as const]
      : (table.order ?? []);
  const whole = order.some(([name]) => name === 'id') ? order : [...order, ['id', order.at(-1)?.[1] ?? 'desc'] as const];
  let query = start;
  for (const [name, direction] of whole) query = query.orderBy(name, fromEnd ? opposite(direction) : direction);
  return query;
}

/** Returns the key of a filter in the cache of totals. */
export function totalKey(table: CrudTable<AnyCrud>, crud: AnyCrud, currentUser: CurrentUser, scope: Scope, asked: Asked): string {
  const { pageNum: _page, pageSize: _size, orderByColumn: _column, isAsc: _asc, ...filters } = asked;
  return JSON.stringify([crud.path, table.scope ? [scope, currentUser.userId] : table.only ? currentUser.userId : 0, filters]);
}
