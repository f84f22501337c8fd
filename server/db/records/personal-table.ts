import type { Tables } from '../tables.ts';

/**
 * What happens to the rows of a person whose account is closed or purged. The row of `user` stays without personal data, so an id alone
 * names nobody.
 */
export type Fate =
  /** The rows are deleted. */
  | { readonly fate: 'erase' }
  /** The rows stay; these columns get these values. */
  | { readonly fate: 'anonymise'; readonly set: Readonly<Record<string, string | number | null>> }
  /** The rows stay as they are; `reason` is the law, contract or purpose. */
  | { readonly fate: 'keep'; readonly reason: string };

export type PersonalTable = Fate & {
  readonly table: keyof Tables;
  /** The column with the id of the person; null when the rows do not belong to one account. */
  readonly person: string | null;
  /** File name and columns in the export of one's own data; without it the rows are not of use to the person, or belong to others too. */
  readonly exported?: { readonly title: string; readonly columns: readonly string[] };
};

export const REMOVED = '（内容已随账号注销删除）';
export const PUBLISHED = '著作权法：作品署名与出版档案';
export const CONTRACT = '民法典、会计法：合同与账目';
export const WORKFLOW = '编辑出版的办理记录，只留编号';
export const CONTEST = '活动的评审记录与结果，只留编号';
export const PEER_REVIEW = '期刊的审稿记录，只留编号';
export const NETWORK = '网络安全法第二十一条：网络日志不少于六个月，到期由任务清理';
export const COUNTED = '只留编号，用于计数';
export const ORGANISATION = '单位的联系方式，不属于账号';
export const SERVER = '服务器进程的编号，不是人';

export const erase = (table: keyof Tables, title = '', columns: readonly string[] = [], person = 'userId'): PersonalTable => ({
  table,
  person,
  fate: 'erase',
  ...(title ? { exported: { title, columns } } : {}),
});
export const keep = (table: keyof Tables, person: string | null, reason: string, title = '', columns: readonly string[] = []): PersonalTable => ({
  table,
  person,
  fate: 'keep',
  reason,
  ...(title ? { exported: { title, columns } } : {}),
});
export const anonymise = (
  table: keyof Tables,
  set: Readonly<Record<string, string | number | null>>,
  title = '',
  columns: readonly string[] = [],
  person = 'userId',
): PersonalTable => ({ table, person, fate: 'anonymise', set, ...(title ? { exported: { title, columns } } : {}) });

export const PASSAGE = ['publicationId', 'chapterTitle', 'text', 'createTime', 'updateTime'];

const tables: PersonalTable[] = [];

/** Registers the tables of the areas with a column that names a person. A table that no area lists fails a test. */
export function registerPersonalTables(list: readonly PersonalTable[]): void {
  for (const one of list) {
    if (tables.some(({ table }) => table === one.table)) throw new Error(`the personal table ${one.table} is listed twice`);
    tables.push(one);
  }
}

export const personalTables = (): readonly PersonalTable[] => tables;
