import { useEffect, useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { CODE } from '../../../contract/error.ts';
import { getRouters } from '../../../contract/identity/session.ts';
import { CallError } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { abandonSession } from '../../session/session.store.ts';
import { pagesOf, sidebarOf, type MenuNode, type MenuPage } from './menu-routes.ts';

/** Minutes a menu is taken as it is; a change of rights shows at the next reload, or then. */
const FRESH_MS = 5 * 60_000;

export interface Menus {
  readonly sidebar: readonly MenuNode[];
  readonly pages: readonly MenuPage[];
}

/** The menu of whoever is here; null while it is on its way. Without it nobody can work: the session is given up, with words. */
export function useMenus(): Menus | null {
  const { data, error } = useQuery({ ...queryOf(getRouters, {}), staleTime: FRESH_MS });
  useEffect(() => {
    // An ended session has a dialog of its own.
    if (error && !data && !(error instanceof CallError && error.code === CODE.signedOut)) void abandonSession(error);
  }, [error, data]);
  return useMemo(() => (data ? { sidebar: sidebarOf(data), pages: pagesOf(data) } : null), [data]);
}
