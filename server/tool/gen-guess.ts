import type { FieldMeta } from '../../contract/field.ts';

/** A column as read from the database or from a statement. */
export interface FoundColumn {
  readonly name: string;
  readonly type: string;
  readonly kind: 'text' | 'number' | 'time';
  readonly notNull: boolean;
  readonly hasDefault: boolean;
  readonly comment: string;
}

const HANDLED = new Set(['create_by', 'create_time', 'update_by', 'update_time', 'del_flag', 'version']);
const BY_KIND: Readonly<Partial<Record<FieldMeta['kind'], string>>> = {
  long: 'textarea',
  html: 'editor',
  choice: 'select',
  flag: 'radio',
  date: 'input',
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

/** Guesses how a column is shown on a screen; a user can correct it. `meta` is given when a resource already shows the column. */
export function guessColumn(found: FoundColumn, sort: number, meta?: FieldMeta) {
  const { name, kind, notNull, hasDefault } = found;
  const pk = name === 'id';
  const named = BY_NAME.find(([pattern]) => pattern.test(name));
  const timely = kind === 'time' || /_(time|date|at)$/.test(name);
  const htmlType = (meta && BY_KIND[meta.kind]) ?? (timely ? 'datetime' : kind === 'text' ? (named?.[1] ?? 'input') : 'input');
  // The server writes these columns, and a required time has no empty form value.
  const own = pk || HANDLED.has(name) || (htmlType === 'datetime' && notNull);
  const title = /(name|title|code)$/.test(name);
  const yes = (value: boolean): string => (value ? '1' : '0');
  return {
    columnName: name,
    columnComment: found.comment || meta?.label || name,
    columnType: found.type,
    javaType: htmlType === 'datetime' ? 'Date' : kind === 'text' ? 'String' : 'Long',
    javaField: camel(name),
    isPk: yes(pk),
    isIncrement: yes(pk),
    isRequired: yes(!own && notNull && !hasDefault),
    isInsert: yes(!own),
    isEdit: yes(!own),
    isList: yes(!pk && !HANDLED.has(name) && htmlType !== 'editor' && htmlType !== 'textarea'),
    isQuery: yes(!own && (title || htmlType === 'radio' || htmlType === 'select')),
    queryType: title ? 'LIKE' : 'EQ',
    htmlType,
    dictType: meta?.dict ?? (htmlType === named?.[1] ? named[2] : ''),
    sort,
  };
}
