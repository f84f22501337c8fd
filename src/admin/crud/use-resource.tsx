import { useCallback, useMemo, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useSnapshot } from 'valtio/react';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { queryOf } from '../../api/query-client.ts';
import { hasPermission } from '../../session/rights.ts';
import { session } from '../../session/session.store.ts';
import { errorMessage } from '../ui/error-message.ts';
import { useReloadState } from '../ui/use-reload-state.ts';
import type { ListOrder } from './list-order.ts';
import type { AnyResource, Question, Tools, Values } from './resource.ts';

export type AnyRow = Readonly<Record<string, unknown>>;

/** Returns the selected rows that are on the current page: actions must not affect rows that are gone or not visible. */
export const inSight = <R extends object>(rows: readonly R[], chosen: readonly R[], key: keyof R): R[] => {
  const keys = new Set(chosen.map((row) => row[key]));
  return rows.filter((row) => keys.has(row[key]));
};

/** Returns a function that checks a permission of the current admin user. */
export function useCan(): (permission: string) => boolean {
  const { now } = useSnapshot(session);
  const permissions = now.state === 'authenticated' ? now.permissions : null;
  return useCallback((permission) => permissions !== null && hasPermission(permissions, permission), [permissions]);
}

/** Runs changes and shows their result; used by all admin pages. */
export function useActs(refresh: () => Promise<void>): Pick<Tools, 'act' | 'ask'> {
  const { message, modal } = App.useApp();
  const act = async (work: () => Promise<unknown>, done = '操作成功'): Promise<boolean> => {
    try {
      await work();
      void message.success(done);
      await refresh();
      return true;
    } catch (error) {
      void message.error(errorMessage(error));
      return false;
    }
  };
  const ask = ({ title, content, verb = '确定', danger = false }: Question, work: () => Promise<unknown>, done?: string): void => {
    void modal.confirm({
      title,
      content,
      okText: verb,
      cancelText: '取消',
      okButtonProps: { danger },
      onOk: () => act(work, done),
    });
  };
  return { act, ask };
}

/** The state of a list page: the query, its result, the selected and the open row. The user cannot change `fixed` filters. */
export function useResource(resource: AnyResource, fixed: Values = {}) {
  const { crud } = resource;
  const client = useQueryClient();
  const [filter, setFilter] = useReloadState<Values>(`${crud.path} filter`, {});
  const [page, setPage] = useReloadState(`${crud.path} page`, { pageNum: 1, pageSize: PAGE_SIZE });
  const [sort, setSort] = useReloadState<ListOrder>(`${crud.path} order`, {});
  const [ticked, setChosen] = useState<readonly AnyRow[]>([]);
  const [opened, setOpened] = useState<{ what: 'form' | 'detail'; row: AnyRow | null } | null>(null);
  const may = useCan();
  // Choosing another department in the tree starts at the first page.
  const fixedKey = JSON.stringify(fixed);
  // eslint-disable-next-line react-hooks/exhaustive-deps -- what is the same by its words is the same
  const asked = useMemo(() => ({ ...filter, ...fixed }), [filter, fixedKey]);
  const [seenKey, setSeenKey] = useState(fixedKey);
  if (seenKey !== fixedKey) {
    setSeenKey(fixedKey);
    setPage({ ...page, pageNum: 1 });
    setChosen([]);
  }
  const list = useQuery({ ...queryOf(crud.list, { query: { ...asked, ...page, ...sort } }), placeholderData: (before) => before });
  const refresh = async () => {
    await Promise.all([client.invalidateQueries({ queryKey: [crud.list.key] }), client.invalidateQueries({ queryKey: [crud.get.key] })]);
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
      setFilter(next);
      setPage((before) => ({ ...before, pageNum: 1 }));
      setChosen([]);
    },
    [setFilter, setPage],
  );
  const rows = useMemo(() => (list.data?.rows ?? []) as AnyRow[], [list.data]);
  const chosen = useMemo(() => inSight(rows, ticked, crud.key), [rows, ticked, crud.key]);
  return {
    filter,
    asked,
    list,
    rows,
    total: list.data?.total ?? 0,
    page,
    setPage,
    sort,
    setSort,
    chosen,
    setChosen,
    opened,
    close: () => setOpened(null),
    tools,
    search,
  };
}

export type ResourceState = ReturnType<typeof useResource>;
