import { useQuery } from '@tanstack/react-query';
import { entriesOfType } from '../../../contract/system/dictionary-entry.ts';
import { queryOf } from '../../api/query-client.ts';

const STALE_MS = 60_000;

export interface DictOption {
  readonly value: string;
  readonly label: string;
  readonly listClass: string;
}

/** The entries of a dictionary type, in their order, for a select or a tag. An empty type asks nothing. */
export function useDict(type: string): readonly DictOption[] {
  const { data = [] } = useQuery({ ...queryOf(entriesOfType, { params: { type } }), staleTime: STALE_MS, enabled: type !== '' });
  return data.map(({ dictValue, dictLabel, listClass }) => ({ value: dictValue, label: dictLabel, listClass }));
}

/** The label of a value in the colour of its entry; never colour alone. */
export function DictTag({ type, value }: { type: string; value: string }) {
  const found = useDict(type).find((entry) => entry.value === value);
  const family = found?.listClass || 'default';
  return <span className={`state-tag tag-${family}`}>{found?.label ?? value}</span>;
}
