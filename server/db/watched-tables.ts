import type { Tables } from './tables.ts';

/**
 * Tables whose writes every server hears of on PostgreSQL (decision 075): what is cached from them is valid until one of them is written, here or
 * elsewhere. Each write of them costs a notification at the commit, so tables that readers write at every visit are not listed.
 */
export const WATCHED_TABLES = [
  'session',
  'user',
  'role',
  'userRole',
  'menu',
  'roleMenu',
  'roleDept',
  'dept',
  'config',
  'secondFactor',
  'passkey',
  'dictData',
  'publication',
  'archiveType',
  'textbook',
  'placedMedia',
  'exerciseSet',
  'programBlock',
  'programField',
  'collection',
  'notice',
  'slogan',
  'information',
  'scholar',
  'scholarWorks',
  'college',
  'contest',
  'contestSubmit',
  'wechatRankList',
  'wechatRank',
  'wechatAccount',
] as const satisfies readonly (keyof Tables)[];

export type WatchedTable = (typeof WATCHED_TABLES)[number];

const watched: ReadonlySet<string> = new Set(WATCHED_TABLES);

export const isWatched = (table: string): boolean => watched.has(table);

/** Columns that readers change by reading and signing in: writes of these alone do not count. */
export const COUNTER_COLUMNS: Readonly<Record<string, ReadonlySet<string>>> = {
  publication: new Set(['viewNum', 'readerNum', 'collectNum', 'downloadNum']),
  information: new Set(['viewNum']),
  scholar: new Set(['viewNum']),
  notice: new Set(['viewNum']),
  user: new Set(['loginIp', 'loginDate']),
  session: new Set(['lastSeen', 'expiresAt']),
};

/** Tables whose new rows do not count: nothing is cached from a session before it exists. */
export const UNCOUNTED_INSERTS: ReadonlySet<string> = new Set(['session']);

/** The name of a table or column in the database. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
