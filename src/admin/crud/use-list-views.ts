import { useMemo } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { addListView, editListView, myListViews, removeListView, type ListView } from '../../../contract/system/list-view.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';

/** Views change on another computer at most; a reload shows them. */
const FRESH_MS = 5 * 60_000;

export interface ListViews {
  /** The views of this list, in the order of their creation. */
  readonly rows: readonly ListView[];
  /** False while it is not known whether the list has a default view. */
  readonly isKnown: boolean;
}

/** The named views of the current user for one list. */
export function useListViews(list: string): ListViews {
  const { data, isError } = useQuery({ ...queryOf(myListViews, {}), staleTime: FRESH_MS });
  const rows = useMemo(() => (data ?? []).filter((view) => view.list === list), [data, list]);
  // Without an answer the list is shown as it is.
  const isKnown = data !== undefined || isError;
  return useMemo(() => ({ rows, isKnown }), [rows, isKnown]);
}

/** Returns the changes of views; each refetches them. */
export function useViewChanges() {
  const client = useQueryClient();
  const after = async (work: Promise<unknown>): Promise<void> => {
    await work;
    await client.invalidateQueries(allOf(myListViews));
  };
  return {
    add: (view: Pick<ListView, 'list' | 'name' | 'state' | 'isDefault'>) => after(call(addListView, { body: view })),
    edit: (viewId: number, change: Partial<Pick<ListView, 'name' | 'state' | 'isDefault'>>) =>
      after(call(editListView, { body: { viewId, ...change } })),
    remove: (viewId: number) => after(call(removeListView, { params: { viewId } })),
  };
}
