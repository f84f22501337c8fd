import { useDictionary, type Entry } from '../../dictionary/entries.ts';

const NONE: readonly Entry[] = [];

/** The entries of a dictionary type, in their order, for a select or a tag. An empty type has none. */
export function useDict(type: string): readonly Entry[] {
  const { entries } = useDictionary(type);
  return type === '' ? NONE : entries;
}

/** The label of a value in the colour of its entry; never colour alone. */
export function DictTag({ type, value }: { type: string; value: string }) {
  const found = useDict(type).find((entry) => entry.value === value);
  const family = found?.listClass || 'default';
  return <span className={`state-tag tag-${family}`}>{found?.label ?? value}</span>;
}
