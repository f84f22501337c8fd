import { createContext, use, useMemo, type ReactNode } from 'react';
import { useDictionary, type Entry } from '../../../dictionary/entries.ts';

const NONE: readonly Entry[] = [];

/** Returns the entries of a dictionary type in their order, for a select or a tag. An empty type has none. */
export function useDict(type: string): readonly Entry[] {
  const { entries } = useDictionary(type);
  return type === '' ? NONE : entries;
}

type Known = ReadonlyMap<string, readonly Entry[]>;

const NOTHING: Known = new Map();
const AskedDicts = createContext<Known>(NOTHING);

/** Loads dictionaries once for all tags inside, so list cells do not request them separately. */
export function WithDicts({ types, known = NOTHING, children }: { types: readonly string[]; known?: Known; children: ReactNode }) {
  const [type, ...rest] = types;
  if (type === undefined) return <AskedDicts value={known}>{children}</AskedDicts>;
  return (
    <WithDict type={type} rest={rest} known={known}>
      {children}
    </WithDict>
  );
}

function WithDict({ type, rest, known, children }: { type: string; rest: readonly string[]; known: Known; children: ReactNode }) {
  const entries = useDict(type);
  const more = useMemo(() => new Map(known).set(type, entries), [known, type, entries]);
  return (
    <WithDicts types={rest} known={more}>
      {children}
    </WithDicts>
  );
}

/** The label of a value in the colour of its entry; the colour is never the only sign. */
export function DictTag({ type, value }: { type: string; value: string }) {
  const asked = use(AskedDicts).get(type);
  return asked ? <Tag entries={asked} value={value} /> : <AskingTag type={type} value={value} />;
}

const AskingTag = ({ type, value }: { type: string; value: string }) => <Tag entries={useDict(type)} value={value} />;

function Tag({ entries, value }: { entries: readonly Entry[]; value: string }) {
  const found = entries.find((entry) => entry.value === value);
  const family = found?.listClass || 'default';
  return <span className={`state-tag tag-${family}`}>{found?.label ?? value}</span>;
}
