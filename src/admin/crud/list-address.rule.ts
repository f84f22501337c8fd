import type { AnyCrud } from '../../../contract/crud.ts';
import { PAGE_SIZE, PAGE_SIZES } from '../../../contract/limits.ts';
import { DENSITIES, type ListViewState } from '../../../contract/system/list-view.ts';
import type { FieldMeta } from '../../../contract/field.ts';

/** Everything that decides what a list shows. */
export interface ListState extends ListViewState {
  readonly pageNum: number;
}

/** What the address of a list may contain. */
export interface ListSpec {
  /** Returns whether the server understands a value of this filter. */
  readonly filters: Readonly<Record<string, (value: string) => boolean>>;
  readonly sort: readonly string[];
  readonly columns: readonly string[];
}

export const PLAIN: ListState = { filter: {}, orderByColumn: '', isAsc: 'asc', pageNum: 1, pageSize: PAGE_SIZE, hidden: [], density: 'standard' };

/** Parameters of every list; no filter may have one of these names, nor one that pages use for something else. */
export const LIST_PARAMETERS = ['page', 'size', 'order', 'hide', 'density'] as const;
const PAGES_MOST = 1_000_000;
const VALUE_LENGTH = 200;
const NUMBERS: ReadonlySet<string> = new Set(['number', 'money', 'reference']);
const [BEGIN, END] = ['params[beginTime]', 'params[endTime]'];

function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

const isRange = (value: string, good: (end: string) => boolean, before: (least: string, most: string) => boolean): boolean => {
  const [least = '', most = '', ...more] = value.split(',');
  const ends = [least, most].filter((end) => end !== '');
  return more.length === 0 && ends.length > 0 && ends.every(good) && (ends.length < 2 || before(least, most));
};
const isDays = (value: string): boolean => isRange(value, isDay, (first, last) => first <= last);
const isBounds = (value: string): boolean =>
  isRange(
    value,
    (end) => /^\d{1,15}$/.test(end),
    (least, most) => Number(least) <= Number(most),
  );

/** Returns whether the server understands a filter value; it rejects the others with an error. */
function isUnderstood(crud: AnyCrud, field: string, value: string): boolean {
  const meta: Partial<FieldMeta> = crud.meta[field] ?? {};
  const { kind = field.endsWith('Id') ? 'reference' : '', numeric = false, truth = false } = meta;
  const operator = crud.filter[field];
  if (operator === 'between') return kind === 'date' || kind === 'time' ? isDays(value) : isBounds(value);
  if (numeric || NUMBERS.has(kind)) return /^\d{1,15}(,\d{1,15})*$/.test(value);
  const schema = crud.fields[field];
  if (operator === 'own' || kind !== 'choice' || truth || !schema) return true;
  return value.split(operator === 'in' ? ',' : '\n').every((one) => schema.safeParse(one).success);
}

/** Returns what the address of a resource's list may contain. */
export function listSpecOf(crud: AnyCrud, columns: readonly string[]): ListSpec {
  const fields = Object.keys(crud.filter).map((field) => [field, (value: string) => isUnderstood(crud, field, value)] as const);
  return { filters: { ...Object.fromEntries(fields), [BEGIN]: isDay, [END]: isDay }, sort: crud.sort, columns };
}

/** Returns a state without the parts that this list does not know: a stored view may be older than the list. */
export function knownState(spec: ListSpec, state: ListState): ListState {
  const filter: Record<string, string> = {};
  for (const [field, value] of Object.entries(state.filter)) {
    const text = value.trim();
    if (text !== '' && text.length <= VALUE_LENGTH && Object.hasOwn(spec.filters, field) && spec.filters[field]?.(text)) filter[field] = text;
  }
  // The server takes one end of a period; the search field shows complete periods only.
  const [first, last] = [filter[BEGIN], filter[END]];
  if (!first || !last || first > last) {
    delete filter[BEGIN];
    delete filter[END];
  }
  const hidden = spec.columns.filter((column) => state.hidden.includes(column));
  const sorted = spec.sort.includes(state.orderByColumn);
  return {
    filter,
    orderByColumn: sorted ? state.orderByColumn : '',
    isAsc: sorted ? state.isAsc : 'asc',
    pageNum: Number.isInteger(state.pageNum) && state.pageNum >= 1 && state.pageNum <= PAGES_MOST ? state.pageNum : 1,
    pageSize: PAGE_SIZES.find((size) => size === state.pageSize) ?? PAGE_SIZE,
    hidden: hidden.length < spec.columns.length ? hidden : [],
    density: state.density,
  };
}

/** Returns the state that the address describes; null when it has no valid parameter of the list. The others are ignored. */
export function readAddress(spec: ListSpec, params: URLSearchParams, part = ''): ListState | null {
  const get = (name: string): string => params.get(part + name) ?? '';
  const order = get('order');
  const state = knownState(spec, {
    filter: Object.fromEntries(Object.keys(spec.filters).map((field) => [field, get(field)])),
    orderByColumn: order.replace(/^-/, ''),
    isAsc: order.startsWith('-') ? 'desc' : 'asc',
    pageNum: /^\d{1,7}$/.test(get('page')) ? Number(get('page')) : 0,
    pageSize: (/^\d{1,3}$/.test(get('size')) ? Number(get('size')) : 0) as ListState['pageSize'],
    hidden: get('hide').split(','),
    density: DENSITIES.find((one) => one === get('density')) ?? PLAIN.density,
  });
  const page = get('page');
  return page === String(state.pageNum) || !isSame(state, PLAIN) ? state : null;
}

/** Returns the parameters with this state in place of the previous one. A plain state has its page, so that no stored view replaces it. */
export function writeAddress(spec: ListSpec, params: URLSearchParams, state: ListState, part = ''): URLSearchParams {
  const next = new URLSearchParams(params);
  const known = knownState(spec, state);
  for (const name of [...Object.keys(spec.filters), ...LIST_PARAMETERS]) next.delete(part + name);
  const put = (name: string, value: string, when: boolean): void => void (when && next.set(part + name, value));
  for (const [field, value] of Object.entries(known.filter)) put(field, value, true);
  put('order', `${known.isAsc === 'desc' ? '-' : ''}${known.orderByColumn}`, known.orderByColumn !== '');
  put('size', String(known.pageSize), known.pageSize !== PLAIN.pageSize);
  put('hide', known.hidden.join(), known.hidden.length > 0);
  put('density', known.density, known.density !== PLAIN.density);
  put('page', String(known.pageNum), known.pageNum !== 1 || isSame(known, PLAIN));
  return next;
}

/** Whether two states show the same; the page does not count unless `page` is true. */
export function isSame(one: ListViewState, other: ListViewState): boolean {
  const keyOf = ({ filter, orderByColumn, isAsc, pageSize, hidden, density }: ListViewState): string =>
    JSON.stringify([Object.entries(filter).toSorted(), orderByColumn, isAsc, pageSize, hidden.toSorted(), density]);
  return keyOf(one) === keyOf(other);
}

/** Returns filter values as the address has them: text, without the empty ones. */
export const filterText = (values: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([field, value]) => {
      const text = value === null || value === undefined ? '' : String(value).trim();
      return text === '' ? [] : [[field, text]];
    }),
  );
