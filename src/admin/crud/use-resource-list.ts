import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import { filterText, listSpecOf, type ListState } from './list-address.rule.ts';
import type { ListOrder } from './list-order.ts';
import type { AnyResource, Tools, Values } from './resource.ts';
import { useHiddenColumns } from './use-hidden-columns.ts';
import { useListAddress } from './use-list-address.ts';
import { useListViews } from './use-list-views.ts';
import { inSight, useActs, useCan, type AnyRow } from './use-resource.tsx';

/**
 * The state of a list page: what its address says, the result, the selected and the open row. The user cannot change `fixed` filters. `part`
 * is that of `useListAddress`.
 */
export function useResourceList(resource: AnyResource, fixed: Values = {}, part: string | null = '') {
  const { crud } = resource;
  const client = useQueryClient();
  const [ticked, setChosen] = useState<readonly AnyRow[]>([]);
  const [opened, setOpened] = useState<{ what: 'form' | 'detail'; row: AnyRow | null } | null>(null);
  const may = useCan();
  const fixedKey = JSON.stringify(fixed);
  const spec = useMemo(() => {
    const { filters, ...rest } = listSpecOf(crud, resource.columns);
    const free = Object.entries(filters).filter(([field]) => !(field in (JSON.parse(fixedKey) as object)));
    return { ...rest, filters: Object.fromEntries(free) };
  }, [crud, resource.columns, fixedKey]);
  const { initial: plain, rememberHidden } = useHiddenColumns(crud.path);
  const views = useListViews(crud.path);
  const first = part === '' ? views.rows.find(({ isDefault }) => isDefault) : undefined;
  const initial: ListState = useMemo(() => (first ? { ...first.state, pageNum: 1 } : plain), [first, plain]);
  const { state, change, isStated } = useListAddress(spec, { part, initial });
  const { pageNum, pageSize, orderByColumn, isAsc } = state;
  // The state is read from the address at every navigation; parts with the same words are the same object.
  const filterKey = JSON.stringify(state.filter);
  // eslint-disable-next-line react-hooks/exhaustive-deps -- by their words
  const filter: Values = useMemo(() => state.filter, [filterKey]);
  // eslint-disable-next-line react-hooks/exhaustive-deps -- by their words
  const asked = useMemo(() => ({ ...filter, ...fixed }), [filterKey, fixedKey]);
  const page = useMemo(() => ({ pageNum, pageSize }), [pageNum, pageSize]);
  const sort: ListOrder = useMemo(() => (orderByColumn ? { orderByColumn, isAsc } : {}), [orderByColumn, isAsc]);
  const hiddenKey = state.hidden.join();
  const hidden: ReadonlySet<string> = useMemo(() => new Set(hiddenKey === '' ? [] : hiddenKey.split(',')), [hiddenKey]);
  const askedKey = `${filterKey} ${fixedKey}`;
  const [seenKey, setSeenKey] = useState(askedKey);
  if (seenKey !== askedKey) {
    setSeenKey(askedKey);
    setChosen([]);
  }
  const list = useQuery({
    ...queryOf(crud.list, { query: { ...asked, ...page, ...sort } }),
    placeholderData: (before) => before,
    enabled: isStated || views.isKnown,
  });
  const refresh = async () => {
    await Promise.all([client.invalidateQueries(allOf(crud.list)), client.invalidateQueries(allOf(crud.get))]);
    resource.written?.();
  };
  const acts = useActs(refresh);
  const tools: Tools = useMemo(
    () => ({ may, refresh, open: (what, row) => setOpened({ what, row: row as AnyRow | null }), ...acts }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the rest is of these, and what is drawn by them is not drawn again with every answer
    [resource, may, client],
  );
  const search = useCallback(
    (next: Values) => {
      change({ filter: filterText(next), pageNum: 1 });
      setChosen([]);
    },
    [change],
  );
  const setPage = useCallback((next: { pageNum: number; pageSize: number }) => change(next as Partial<ListState>), [change]);
  const toggleColumn = useCallback(
    (key: string) => {
      const next = state.hidden.includes(key) ? state.hidden.filter((one) => one !== key) : [...state.hidden, key];
      rememberHidden(next);
      change({ hidden: next }, 'replace');
    },
    [change, state.hidden, rememberHidden],
  );
  // A page that no longer exists, after rows were removed or in an old link.
  const total = list.data?.total ?? 0;
  const last = Math.max(1, Math.ceil(total / pageSize));
  const beyond = list.isSuccess && !list.isPlaceholderData && pageNum > last;
  const backToLast = useEffectEvent(() => change({ pageNum: last }, 'replace'));
  useEffect(() => {
    if (beyond) backToLast();
  }, [beyond]);
  const rows = useMemo(() => (list.data?.rows ?? []) as AnyRow[], [list.data]);
  const chosen = useMemo(() => inSight(rows, ticked, crud.key), [rows, ticked, crud.key]);
  return {
    /** Everything that the address says. */
    shown: state,
    spec,
    change,
    views,
    toggleColumn,
    filter,
    asked,
    list,
    rows,
    total,
    page,
    setPage,
    sort,
    hidden,
    density: state.density,
    chosen,
    setChosen,
    opened,
    close: () => setOpened(null),
    tools,
    search,
  };
}

export type ResourceState = ReturnType<typeof useResourceList>;
