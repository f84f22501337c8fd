import { useMemo } from 'react';
import type { ListOrder } from './list-order.ts';
import { filterText, knownState, PLAIN, type ListSpec } from './list-address.rule.ts';
import { useListAddress } from './use-list-address.ts';

interface Page {
  readonly pageNum: number;
  readonly pageSize: number;
}

/** Returns whether a text is one of the names, for a filter of a list. */
export const oneOf =
  (names: readonly string[]) =>
  (value: string): boolean =>
    names.includes(value);
export const anyText = (): boolean => true;

/**
 * The state of a list that a page draws itself: its filters, page and order are in the address. `filters` tells for each filter whether a
 * value is known; `sort` lists the columns that can be sorted. Both must be constants. A change of the filters goes to the first page.
 */
export function usePageList<Filter extends string, Column extends string = string>(
  filters: Readonly<Record<Filter, (value: string) => boolean>>,
  sort?: readonly Column[],
) {
  const spec = useMemo((): ListSpec => ({ filters, sort: sort ?? [], columns: [] }), [filters, sort]);
  const { state, change } = useListAddress(spec, { part: '', initial: PLAIN });
  const { filter, pageNum, pageSize, orderByColumn, isAsc } = state;
  return {
    filter: filter as { readonly [K in Filter]?: string },
    page: useMemo((): Page => ({ pageNum, pageSize }), [pageNum, pageSize]),
    order: useMemo((): ListOrder<Column> => (orderByColumn === '' ? {} : { orderByColumn: orderByColumn as Column, isAsc }), [orderByColumn, isAsc]),
    /** Undefined and empty values remove their filter. */
    setFilter: (changed: { readonly [K in Filter]?: string | number | undefined }) =>
      change({ filter: filterText({ ...filter, ...changed }), pageNum: 1 }),
    setPage: (next: Page) => change({ ...knownState(spec, { ...state, ...next } as typeof state) }),
    /** The order and the page at once, as a table reports them. */
    setOrder: (next: ListOrder<Column>, to: Page) =>
      change(knownState(spec, { ...state, ...to, orderByColumn: next.orderByColumn ?? '', isAsc: next.isAsc ?? 'asc' } as typeof state)),
  };
}
