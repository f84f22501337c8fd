import { entriesOfType } from '../../contract/system/dictionary-entry.ts';
import { call } from '../api/call.ts';

/** One entry of a dictionary as used by both clients. */
export interface Entry {
  readonly type: string;
  readonly value: string;
  readonly label: string;
  /** Colour of its tag: default, primary, success, info, warning, danger. */
  readonly listClass: string;
}

/** Source of a type's entries, and the conversion of the answer. */
export interface DictionaryMeta {
  readonly type: string;
  readonly request: (meta: DictionaryMeta) => Promise<unknown>;
  readonly responseConverter: (response: unknown, meta: DictionaryMeta) => unknown;
  readonly labelField: string;
  readonly valueField: string;
  /** Not loaded at the start; only on request. */
  readonly lazy: boolean;
}

type Row = Readonly<Record<string, unknown>>;

const rowsOf = (response: unknown): unknown => (Array.isArray(response) ? response : (response as { data?: unknown; rows?: unknown } | null)?.data);

/** Converts rows to entries by the fields that the meta names; a disabled row is left out. */
function convertRows(response: unknown, meta: DictionaryMeta): unknown {
  const rows = rowsOf(response);
  if (!Array.isArray(rows)) return rows;
  return (rows as Row[])
    .filter((row) => row['status'] !== '1')
    .map((row) => ({
      type: meta.type,
      value: String(row[meta.valueField] ?? ''),
      label: String(row[meta.labelField] ?? ''),
      listClass: String(row['listClass'] ?? '') || 'default',
    }));
}

/** Returns the defaults for a type from the dictionary pages of the back office; `own` overrides them. */
export const metaOf = (type: string, own: Partial<DictionaryMeta> = {}): DictionaryMeta => ({
  // Types that are not public are returned only with a token.
  request: () => call(entriesOfType, { params: { type } }, { known: true }),
  responseConverter: convertRows,
  labelField: 'dictLabel',
  valueField: 'dictValue',
  lazy: false,
  ...own,
  type,
});

const isEntry = (one: unknown): one is Entry =>
  typeof one === 'object' && one !== null && typeof (one as Entry).value === 'string' && typeof (one as Entry).label === 'string';

/**
 * Returns the entries of an answer. If the converter does not return an array, the list becomes empty and the developer gets an error
 * message.
 */
export function entriesFrom(response: unknown, meta: DictionaryMeta): readonly Entry[] {
  const entries = meta.responseConverter(response, meta);
  if (Array.isArray(entries) && entries.every(isEntry)) return entries;
  console.error(`dictionary ${meta.type}: responseConverter must return an array of { type, value, label, listClass }`);
  return [];
}
