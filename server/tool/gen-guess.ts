import type { FieldMeta } from '../../contract/field.ts';

/** `money` is fen in an integer column, `decimal` is text, `date` is `yyyy-MM-dd`, `time` is epoch milliseconds. No kind is a float. */
export type ColumnKind = 'text' | 'number' | 'money' | 'decimal' | 'date' | 'time';

/** Returns the digits in total and behind the point of `decimal(10,2)`; without a size `decimal` has the 10 digits of SQL dialects. */
export function decimalSize(type: string): { readonly digits: number; readonly scale: number } | null {
  const found = /^(?:decimal|numeric)(?:\((\d+)(?:,(\d+))?\))?$/.exec(type);
  return found ? { digits: Number(found[1] ?? 10), scale: Number(found[2] ?? 0) } : null;
}

/** Whether a decimal column with two places holds an amount of money, by its name or its comment. */
export const isMoney = (name: string, comment: string): boolean =>
  !/rate|ratio|percent|率|比/.test(name + comment) &&
  (/(^|_)(price|amount|fee|money|cost|fare|royalty|salary|balance|paid|refund|payment)(_|$)/.test(name) || /金额|价|费|款|酬|余额/.test(comment));

/** A column as read from the database or from a statement. */
export interface FoundColumn {
  readonly name: string;
  readonly type: string;
  readonly kind: ColumnKind;
  readonly notNull: boolean;
  readonly hasDefault: boolean;
  readonly comment: string;
  /** Name in the generated code, if it differs from the name of the column. */
  readonly field?: string;
}

const HANDLED = new Set(['create_by', 'create_time', 'update_by', 'update_time', 'del_flag', 'version']);
const BY_KIND: Readonly<Partial<Record<FieldMeta['kind'], string>>> = {
  long: 'textarea',
  html: 'editor',
  choice: 'select',
  flag: 'radio',
  date: 'date',
  time: 'datetime',
  image: 'imageUpload',
};
const BY_NAME: readonly (readonly [RegExp, string, string])[] = [
  [/(^|_)status$/, 'radio', 'sys_normal_disable'],
  [/(^|_)sex$/, 'select', 'sys_user_sex'],
  [/(image|photo|logo|cover|avatar|picture)$/, 'imageUpload', ''],
  [/(file|attachment)$/, 'fileUpload', ''],
  [/(content|html)$/, 'editor', ''],
  [/(remark|intro|summary|description|note)$/, 'textarea', ''],
];

export const camel = (name: string): string => name.replace(/_+([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
export const pascal = (name: string): string => camel(name).replace(/^[a-z]/, (letter) => letter.toUpperCase());
export const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter, at: number) => (at === 0 ? '' : '-') + letter.toLowerCase());

const CONTROL_OF: Readonly<Partial<Record<ColumnKind, string>>> = { time: 'datetime', date: 'date', money: 'input', decimal: 'input' };

/** Columns that the program stores as epoch milliseconds or as a `yyyy-MM-dd` text, by their names. */
const timeLike = (name: string, type: string, kind: ColumnKind): string | null =>
  kind === 'number' && /_(time|date|at)$/.test(name) ? 'datetime' : type === 'text' && name.endsWith('_date') ? 'date' : null;

const javaTypeOf = (kind: ColumnKind, htmlType: string): string =>
  htmlType === 'datetime' ? 'Date' : kind === 'decimal' ? 'BigDecimal' : kind === 'text' || kind === 'date' ? 'String' : 'Long';

/** Guesses how a column is shown on a screen; a user can correct it. `meta` is given when a resource already shows the column. */
export function guessColumn(found: FoundColumn, sort: number, meta?: FieldMeta) {
  const { name, kind, notNull, hasDefault } = found;
  const pk = name === 'id';
  const named = BY_NAME.find(([pattern]) => pattern.test(name));
  const htmlType =
    (meta && BY_KIND[meta.kind]) ?? CONTROL_OF[kind] ?? timeLike(name, found.type, kind) ?? (kind === 'text' ? named?.[1] : null) ?? 'input';
  // The server writes these columns, and a required time has no empty form value.
  const own = pk || HANDLED.has(name) || (htmlType === 'datetime' && notNull);
  const title = /(name|title|code)$/.test(name);
  const yes = (value: boolean): string => (value ? '1' : '0');
  return {
    columnName: name,
    columnComment: found.comment || meta?.label || name,
    columnType: found.type,
    javaType: javaTypeOf(kind, htmlType),
    javaField: found.field ?? camel(name),
    isPk: yes(pk),
    isIncrement: yes(pk),
    isRequired: yes(!own && notNull && !hasDefault),
    isInsert: yes(!own),
    isEdit: yes(!own),
    isList: yes(!pk && !HANDLED.has(name) && htmlType !== 'editor' && htmlType !== 'textarea'),
    isQuery: yes(!own && ((title && kind === 'text') || htmlType === 'radio' || htmlType === 'select')),
    queryType: title && kind === 'text' ? 'LIKE' : kind === 'money' || htmlType === 'date' ? 'BETWEEN' : 'EQ',
    htmlType,
    dictType: meta?.dict ?? (htmlType === named?.[1] ? named[2] : ''),
    sort,
  };
}
