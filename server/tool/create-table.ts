import { failed } from '../http/app-error.ts';
import { decimalSize, isMoney, type ColumnKind } from './gen-guess.ts';

export interface NewColumn {
  readonly name: string;
  /** As written, in lower case: `varchar(50)`. */
  readonly type: string;
  readonly kind: ColumnKind;
  readonly notNull: boolean;
  readonly fallback: string | null;
  readonly comment: string;
}

export interface NewTable {
  readonly name: string;
  readonly comment: string;
  /** The primary key as written. The table stores it in its column `id`; the generated code keeps this name on the wire. */
  readonly key: { readonly name: string; readonly type: string; readonly comment: string };
  /** All columns but the primary key. */
  readonly columns: readonly NewColumn[];
}

const KINDS: Readonly<Record<string, NewColumn['kind']>> = {
  int: 'number',
  integer: 'number',
  bigint: 'number',
  smallint: 'number',
  tinyint: 'number',
  decimal: 'decimal',
  numeric: 'decimal',
  varchar: 'text',
  char: 'text',
  text: 'text',
  longtext: 'text',
  datetime: 'time',
  timestamp: 'time',
  date: 'date',
};
const MANY = 100;
const MOST_DIGITS = 38;
/** Integers with this many digits are exact in JavaScript. */
const EXACT_DIGITS = 15;
const NAME = /^[a-z][a-z0-9_]{0,59}$/;
const OWN = /^(sqlite|pg|kysely|sys)_/;

/**
 * Parses one `create table`. Supports only names, the types listed above, not null, a literal default, primary key and
 * comments, and one semicolon at the end. Throws an `AppError` that names the position where parsing stopped.
 */
export function readCreateTable(statement: string): NewTable {
  const sql = statement.replace(/;\s*$/, '');
  if (sql.includes(';')) throw failed('分号只能写在建表语句的最后，一次只建一张表');
  if (/--|\/\*|\*\/|#/.test(sql)) throw failed('建表语句里不能有注释');
  const words = tokens(sql);
  let at = 0;
  const low = (): string => (words[at] ?? '').toLowerCase();
  const take = (...wanted: string[]): void => {
    for (const word of wanted) {
      if (low() !== word) throw failed(`只接受 create table 语句，在「${words[at] ?? '末尾'}」处应为「${word}」`);
      at += 1;
    }
  };
  const given = (word: string): boolean => {
    if (low() !== word) return false;
    at += 1;
    return true;
  };
  const name = (what: string): string => {
    const word = (words[at] ?? '').replace(/^[`"](.*)[`"]$/, '$1').toLowerCase();
    if (!NAME.test(word)) throw failed(`${what}「${word || '末尾'}」不正确：以小写字母开头，只有小写字母、数字和下划线`);
    at += 1;
    return word;
  };
  const literal = (): string => {
    const word = words[at] ?? '';
    const text = /^'((?:[^']|'')*)'$/.exec(word)?.[1]?.replaceAll("''", "'") ?? (/^-?\d+(?:\.\d+)?$|^null$/i.test(word) ? word : null);
    if (text === null) throw failed(`「${word || '末尾'}」处应为数字或单引号里的文字`);
    at += 1;
    return text;
  };

  take('create', 'table');
  if (given('if')) take('not', 'exists');
  const table = name('表名');
  if (OWN.test(table)) throw failed(`表名「${table}」是系统保留的，请换一个`);
  take('(');
  const columns: NewColumn[] = [];
  let key = '';
  do {
    if (given('primary')) {
      take('key', '(');
      key = name('字段名');
      if (low() === ',') throw failed('主键只能是一个字段，不支持联合主键');
      take(')');
      continue;
    }
    columns.push(column());
  } while (given(','));
  take(')');
  let comment = '';
  while (at < words.length) {
    if (given('engine') || given('charset') || given('collate') || given('auto_increment')) {
      given('=');
      at += 1;
    } else if (given('default')) take('charset', '=', low());
    else if (given('comment')) {
      given('=');
      comment = literal();
    } else throw failed(`看不懂建表语句里的「${words[at]}」，只接受字段、主键和注释`);
  }
  const twice = columns.find((one, index) => columns.findIndex((other) => other.name === one.name) !== index);
  if (twice) throw failed(`字段「${twice.name}」写了两次`);
  const primary = columns.find((one) => one.name === (key || 'id'));
  if (key && !primary) throw failed(`没有主键「${key}」这个字段`);
  if (primary && primary.kind !== 'number') throw failed(`主键「${primary.name}」须是整数，例如 bigint`);
  const rest = columns.filter((one) => one !== primary);
  if (rest.some((one) => one.name === 'id')) throw failed(`主键是「${key}」时不能再有字段「id」，请改名`);
  if (rest.length === 0) throw failed('除主键外至少要有一个字段');
  if (rest.length > MANY) throw failed(`字段不能超过${MANY}个`);
  const { name: keyName = 'id', type: keyType = 'bigint', comment: keyComment = '' } = primary ?? {};
  return { name: table, comment, key: { name: keyName, type: keyType, comment: keyComment }, columns: rest };

  function column(): NewColumn {
    const called = name('字段名');
    const base = low();
    const kind = KINDS[base];
    if (!kind || !Object.hasOwn(KINDS, base))
      throw failed(`字段「${called}」的类型「${words[at] ?? ''}」不支持，可以用：${Object.keys(KINDS).join('、')}`);
    at += 1;
    let size = '';
    if (given('(')) {
      if (!/^\d{1,5}$/.test(words[at] ?? '')) throw failed(`字段「${called}」的长度不正确`);
      size = words[at] ?? '';
      at += 1;
      if (kind === 'decimal' && given(',')) {
        if (!/^\d{1,2}$/.test(words[at] ?? '')) throw failed(`字段「${called}」的小数位数不正确`);
        size += `,${words[at]}`;
        at += 1;
      }
      size = `(${size})`;
      take(')');
    }
    const type = base + size;
    const parts = kind === 'decimal' ? decimalSize(type) : null;
    if (parts && (parts.digits < 1 || parts.digits > MOST_DIGITS || parts.scale > parts.digits))
      throw failed(`字段「${called}」的长度不正确：总位数1到${MOST_DIGITS}，小数位数不能比总位数多`);
    let notNull = false;
    let fallback: string | null = null;
    let said = '';
    for (;;) {
      if (given('not')) {
        take('null');
        notNull = true;
      } else if (given('null') || given('unsigned') || given('auto_increment') || given('autoincrement')) continue;
      else if (given('default')) fallback = literal();
      else if (given('comment')) said = literal();
      else if (given('primary')) {
        take('key');
        key = called;
      } else break;
    }
    return {
      name: called,
      type,
      kind: parts ? decimalKind(called, said, parts) : kind,
      notNull,
      fallback: fallback?.toLowerCase() === 'null' ? null : fallback,
      comment: said,
    };
  }
}

/** Whole numbers and money in fen are integers; every other decimal is exact text. */
function decimalKind(name: string, comment: string, { digits, scale }: { digits: number; scale: number }): ColumnKind {
  if (digits > EXACT_DIGITS) return 'decimal';
  if (scale === 0) return 'number';
  return scale === 2 && isMoney(name, comment) ? 'money' : 'decimal';
}

/** Splits into words, quoted texts and the four punctuation characters. Throws on anything else. */
function tokens(sql: string): string[] {
  const found: string[] = [];
  const one = /\s*('(?:[^']|'')*'|`[^`]*`|"[^"]*"|-?\d+\.\d+(?!\w)|-?\w+|[(),=])/y;
  while (one.lastIndex < sql.trimEnd().length) {
    const start = one.lastIndex;
    const match = one.exec(sql);
    if (!match) throw failed(`建表语句在「${sql.slice(start, start + 20).trim()}」处看不懂`);
    found.push(match[1] ?? '');
  }
  return found;
}
