import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { entriesOfType } from '../../contract/system/dictionary-entry.ts';
import { noDictionary } from '../api/failure-table.ts';
import { queryClient, queryOf } from '../api/query-client.ts';
import { entriesFrom, metaOf, type DictionaryMeta, type Entry } from './dictionary-meta.ts';

export type { DictionaryMeta, Entry } from './dictionary-meta.ts';

const HOUR = 3_600_000;
const metas = new Map<string, DictionaryMeta>();

/** The query of both clients, in one query client under the endpoint's key. */
const question = (meta: DictionaryMeta) => ({
  ...queryOf(entriesOfType, { params: { type: meta.type } }),
  queryFn: () => meta.request(meta),
  staleTime: HOUR,
});

const declared = (type: string): DictionaryMeta => {
  const known = metas.get(type) ?? metaOf(type);
  metas.set(type, known);
  return known;
};

/** Declares types and loads those that are not lazy. A second declaration of a type replaces the first. */
export function declareDictionaries(types: readonly (string | (Partial<DictionaryMeta> & { readonly type: string }))[]): Promise<void> {
  const given = types.map((one) => (typeof one === 'string' ? metaOf(one) : metaOf(one.type, one)));
  for (const meta of given) metas.set(meta.type, meta);
  return Promise.all(given.filter((meta) => !meta.lazy).map((meta) => queryClient.prefetchQuery(question(meta)))).then(() => undefined);
}

/** Reloads a declared type: its list and labels are replaced in both clients. Rejects for an undeclared type. */
export async function reloadDictionary(type: string): Promise<readonly Entry[]> {
  const meta = metas.get(type);
  if (!meta) throw noDictionary(type);
  return entriesFrom(await queryClient.fetchQuery({ ...question(meta), staleTime: 0 }), meta);
}

export interface Dictionary {
  readonly entries: readonly Entry[];
  /** Label by value. */
  readonly labels: Readonly<Record<string, string>>;
}

const NOTHING: readonly Entry[] = [];

/** Returns the entries of a type in their order, and their labels; both empty while loading, or if lazy and not requested. */
export function useDictionary(type: string): Dictionary {
  const meta = declared(type);
  const { data } = useQuery({ ...question(meta), enabled: !meta.lazy && type !== '' }, queryClient);
  return useMemo(() => {
    const entries = data === undefined ? NOTHING : entriesFrom(data, meta);
    return { entries, labels: Object.fromEntries(entries.map((entry) => [entry.value, entry.label])) };
  }, [data, meta]);
}

export const useEntries = (type: string): readonly Entry[] => useDictionary(type).entries;

/** Returns the label of a value, or the value itself if the type does not contain it. */
export const labelOf = (entries: readonly Pick<Entry, 'value' | 'label'>[], value: string): string =>
  entries.find((entry) => entry.value === value)?.label ?? value;

/** Refetches the entries in both clients after a change in the back office. */
export const reloadEntries = (type?: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: type ? question(declared(type)).queryKey : [entriesOfType.key] });
