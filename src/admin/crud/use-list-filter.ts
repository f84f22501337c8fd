import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { latestSearch } from './use-list-address.ts';

/**
 * One filter of a page's list that a control next to the list changes, such as a tree or tabs. An invalid value counts as none.
 * The list reads the same parameter as its filter. Changing it removes `replaced`, another filter.
 */
export function useListFilter(name: string, isValid: (value: string) => boolean, replaced = ''): readonly [string, (value: string) => void] {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const text = params.get(name) ?? '';
  const put = useCallback(
    (value: string) =>
      setParams(() => {
        const next = latestSearch(location);
        next.delete('page');
        if (replaced) next.delete(replaced);
        if (value === '') next.delete(name);
        else next.set(name, value);
        if (next.size === 0) next.set('page', '1');
        return next;
      }),
    [name, replaced, setParams, location],
  );
  return [isValid(text) ? text : '', put];
}
