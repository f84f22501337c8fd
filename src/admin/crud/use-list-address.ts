import { use, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Arrival } from '../ui/arrival.ts';
import { isSame, knownState, PLAIN, readAddress, writeAddress, type ListSpec, type ListState } from './list-address.rule.ts';

/** `replace` keeps the entry of the history: for how a list looks, not for what it shows. */
export type ChangeList = (change: Partial<ListState>, how?: 'push' | 'replace') => void;

/** The parameters of this page's address, with changes that are not rendered yet. */
export const latestSearch = ({ pathname, search }: { pathname: string; search: string }): URLSearchParams =>
  new URLSearchParams(window.location.pathname === pathname ? window.location.search : search);

interface Options {
  /** Prefix of the parameters, for a second list on a page; null keeps the state out of the address. */
  readonly part: string | null;
  /** What the list shows when the address says nothing. */
  readonly initial: ListState;
}

export interface ListAddress {
  readonly state: ListState;
  readonly change: ChangeList;
  /** The address says what the list shows; otherwise it is `initial` or what the page showed before. */
  readonly isStated: boolean;
}

/**
 * The state of a list, which is in the address of its page. Without parameters it is `initial`, which is then written into the address; a link
 * to a page that is already open (its menu entry) keeps what the page shows.
 */
export function useListAddress(spec: ListSpec, { part, initial }: Options): ListAddress {
  const location = useLocation();
  const navigate = useNavigate();
  const arrival = use(Arrival);
  const [memory, setMemory] = useState<ListState | null>(null);
  const found = useMemo(() => (part === null ? null : readAddress(spec, new URLSearchParams(location.search), part)), [spec, part, location.search]);
  // The state at an address without parameters: the previous one after a link, the initial one after the back button.
  const [seen, setSeen] = useState<{ key: string; shown: ListState | null; kept: ListState | null }>({ key: location.key, shown: found, kept: null });
  if (seen.key !== location.key || (found !== null && seen.shown !== found))
    setSeen({ key: location.key, shown: found, kept: seen.key === location.key || arrival !== 'PUSH' ? null : (seen.shown ?? seen.kept) });
  const bare = useMemo(() => knownState(spec, (part === null ? memory : seen.kept) ?? initial), [spec, part, memory, seen.kept, initial]);
  // The router renders a new address with low priority. Until then the list shows what was chosen, so that a second choice adds to the first.
  const [chosen, setChosen] = useState<{ key: string; state: ListState } | null>(null);
  if (chosen !== null && chosen.key !== location.key) setChosen(null);
  const state = chosen?.key === location.key ? chosen.state : (found ?? bare);

  const write = useCallback(
    (next: ListState, replace: boolean) => {
      const search = writeAddress(spec, latestSearch(location), next, part ?? '').toString();
      void navigate({ pathname: location.pathname, search: search === '' ? '' : `?${search}`, hash: location.hash }, { replace });
    },
    [part, spec, location, navigate],
  );
  const change: ChangeList = useCallback(
    (changed, how = 'push') => {
      const next = { ...state, ...changed };
      if (part === null) setMemory(next);
      else {
        setChosen({ key: location.key, state: knownState(spec, next) });
        write(next, how === 'replace');
      }
    },
    [write, state, part, spec, location.key],
  );

  // Only the first list of a page: two of them would overwrite each other's address.
  const incomplete = part === '' && found === null && !(isSame(state, PLAIN) && state.pageNum === 1);
  const complete = useEffectEvent(() => write(state, true));
  useEffect(() => {
    if (incomplete) complete();
  }, [incomplete]);
  return { state, change, isStated: found !== null };
}
