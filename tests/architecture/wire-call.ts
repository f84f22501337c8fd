/**
 * The calls of compatible back-office clients, and the keys that they read from the responses. A word with `#` is an
 * id or text that is known by then: `#deptId` is the department created last, `#fileName` the result of the previous call;
 * `##deptId` is the same as a string.
 * The order matters: rows are created, read, changed and removed.
 */
export interface WireCall {
  readonly call: string;
  /** The permission that compatible clients expect; null if every signed-in user may call, or no sign-in is needed. */
  readonly permission: string | null;
  /** Keys in the response besides `code` and `msg`; of a list the first element is checked. */
  readonly keys?: string;
  /** By design, the response has code 500 and a reason. */
  readonly refused?: true;
  /** The response is bytes instead of an envelope. */
  readonly file?: true;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** The multipart name of the uploaded file, and which file it is. */
  readonly part?: readonly [name: string, what: 'picture' | 'words' | 'people'];
  /** Set-up before the call: an account is locked, or a row is added that only the server can add. */
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
