import { useEffect, useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { CODE } from '../../../contract/error.ts';
import { getRouters } from '../../../contract/identity/session.ts';
import { CallError } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { abandonSession } from '../../session/session.store.ts';
import { pagesOf, sidebarOf, type MenuNode, type MenuPage } from './menu-routes.ts';

/** Menu cache time, 5 minutes: a change of permissions is visible after it or after a reload. */
const FRESH_MS = 5 * 60_000;

export interface Menus {
  readonly sidebar: readonly MenuNode[];
  readonly pages: readonly MenuPage[];
}

/**
 * Returns the menu of the current user; null while it loads. If it fails, the admin is unusable, so the session ends with an error
 * message.
 */
export function useMenus(): Menus | null {
  const { data, error } = useQuery({ ...queryOf(getRouters, {}), staleTime: FRESH_MS });
  useEffect(() => {
    // An ended session has a separate dialog.
    if (error && !data && !(error instanceof CallError && error.code === CODE.signedOut)) void abandonSession(error);
  }, [error, data]);
  return useMemo(() => (data ? { sidebar: sidebarOf(data), pages: pagesOf(data) } : null), [data]);
}
