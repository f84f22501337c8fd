/**
 * What clients of the back-office family call, and which keys they read from the answers. A word with `#` is an
 * id or a text known by then: `#deptId` is the department made last, `#fileName` what the call before answered;
 * `##deptId` is the same as a text.
 * The order matters: rows are made, read, changed and removed.
 */
export interface WireCall {
  readonly call: string;
  /** The permission string of the family, null where anybody signed in may call, or nobody need be. */
  readonly permission: string | null;
  /** Places in the answer beside `code` and `msg`; a list is looked at in its first element. */
  readonly keys?: string;
  /** Answered with code 500 and why, by design. */
  readonly refused?: true;
  /** Bytes instead of an envelope. */
  readonly file?: true;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** The name of the part a file is sent in, and which file. */
  readonly part?: readonly [name: string, what: 'picture' | 'words' | 'people'];
  /** Done before: an account locked, a row put where only the machine puts one. */
  readonly before?: 'reader signs in' | 'notice published' | 'export kept' | 'job log kept';
}

export const under = (place: string, names: string): string =>
  names
    .split(' ')
    .map((name) => `${place}.${name}`)
    .join(' ');
export const BASE = 'createBy createTime updateBy updateTime remark';
export const table = (names: string): string => `rows total ${under('rows', names)}`;
export const one = (names: string): string => under('data', names);
export const PAGE = { pageNum: '1', pageSize: '10' };
