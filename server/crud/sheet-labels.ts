import type { AnyCrud } from '../../contract/crud.ts';
import type { FieldMeta } from '../../contract/field.ts';
import type { Database, Tx } from '../db/database.ts';

/** Dictionary type to value to label, for every dictionary that the fields of a resource use. */
export type Labels = ReadonlyMap<string, ReadonlyMap<string, string>>;

export async function labelsOf(db: Database | Tx, crud: AnyCrud): Promise<Labels> {
  const types = [...new Set(Object.values(crud.meta).flatMap(({ dict }) => dict ?? []))];
  const labels = new Map<string, Map<string, string>>(types.map((type) => [type, new Map()]));
  if (types.length === 0) return labels;
  const rows = await db.selectFrom('dictData').select(['dictType', 'dictValue', 'dictLabel']).where('dictType', 'in', types).execute();
  for (const { dictType, dictValue, dictLabel } of rows) labels.get(dictType)?.set(dictValue, dictLabel);
  return labels;
}

/** A leading apostrophe stops a cell from being read as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const GUARDED = /^'(?=[=+\-@\t\r])/;

/** Returns a value for a spreadsheet cell: labels for codes, yuan for fen, a list joined by 、. */
export function toCell(meta: FieldMeta, value: unknown, labels: Labels): string | number {
  if (value === null || value === undefined) return '';
  const labelled = (one: unknown): string => (meta.dict ? (labels.get(meta.dict)?.get(String(one)) ?? String(one)) : String(one));
  if (meta.kind === 'money') return Number(value) / 100;
  if (typeof value === 'number' && !meta.dict) return value;
  const text = Array.isArray(value) ? value.map(labelled).join('、') : labelled(value);
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Returns the wire value of a cell; an unknown label is passed on, and the schema rejects it. */
export function fromCell(meta: FieldMeta, cell: string, labels: Labels): unknown {
  const text = cell.replace(GUARDED, '').trim();
  const coded = (label: string): string => {
    for (const [value, name] of labels.get(meta.dict ?? '') ?? []) if (name === label) return value;
    return label;
  };
  switch (meta.kind) {
    case 'money':
      return text === '' ? undefined : Math.round(Number(digits(text)) * 100);
    case 'number':
      return text === '' ? undefined : digits(text);
    case 'reference':
      return text === '' ? undefined : text;
    case 'words':
    case 'choices':
    case 'references':
      return text
        .split(/[、，,]/)
        .map((one) => coded(one.trim()))
        .filter(Boolean);
    case 'choice':
    case 'flag':
      return text === '' ? undefined : coded(TRUTH[text.toUpperCase()] ?? text);
    case 'date':
    case 'time':
      return plainDate(text);
    default:
      return text;
  }
}

/** Boolean cells of a spreadsheet. */
const TRUTH: Readonly<Record<string, string>> = { TRUE: '是', FALSE: '否' };

/** Returns the digits of a displayed number, without thousands separators and currency signs. */
const digits = (text: string): string => (/^[¥￥$]?\s*-?[\d,，]+(\.\d+)?\s*元?$/.test(text) ? text.replace(/[¥￥$,，元\s]/g, '') : text);

/** Converts a date as people write it (2026/11/25, 2026年11月25日) to the wire format; the schema rejects an invalid one. */
function plainDate(text: string): string {
  const found =
    /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?(?:\s*[T ]?\s*(\d{1,2})[:：时](\d{1,2})(?:[:：分](\d{1,2})秒?)?分?)?$/.exec(text);
  if (!found) return text;
  const [, year = '', month = '', day = '', hour, minute = '', second = '0'] = found;
  const two = (part: string): string => part.padStart(2, '0');
  const date = `${year}-${two(month)}-${two(day)}`;
  return hour === undefined ? date : `${date} ${two(hour)}:${two(minute)}:${two(second)}`;
}
