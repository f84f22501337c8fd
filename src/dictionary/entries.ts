import { useQuery } from '@tanstack/react-query';
import { entriesOfType } from '../../contract/system/dictionary-entry.ts';
import { queryClient, queryOf } from '../api/query-client.ts';

export interface Entry {
  readonly value: string;
  readonly label: string;
}

const HOUR = 3_600_000;
const question = (type: string) => ({ ...queryOf(entriesOfType, { params: { type } }), staleTime: HOUR });

/** The entries of a type in their order; an empty list while they are on their way. */
export function useEntries(type: string): readonly Entry[] {
  const { data } = useQuery(question(type));
  return (data ?? []).filter((entry) => entry.status === '0').map(({ dictValue, dictLabel }) => ({ value: dictValue, label: dictLabel }));
}

/** The label of a value, or the value itself where the type does not know it. */
export const labelOf = (entries: readonly Entry[], value: string): string => entries.find((entry) => entry.value === value)?.label ?? value;

/** After a change in the back office: both faces ask again. */
export const reloadEntries = (type?: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: type ? question(type).queryKey : [entriesOfType.key] });
