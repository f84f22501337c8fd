import { MB } from '../../contract/limits.ts';
import type { SyncTable, VersionColumns } from '../db/tables/annotation-tables.ts';

/** Maximum number of live objects of one kind per user. */
export const OBJECTS_MOST = 20_000;
/** Maximum number of pending errata per user: staff must read each one. */
export const ERRATA_WAITING_MOST = 300;
/** Maximum number of bytes stored per user. With typical lengths, the maximum number of marks and words fits in it. */
export const BYTES_MOST = 64 * MB;
/** Maximum number of characters in one response; a device fetches the rest with its next call. */
export const ANSWERED_MOST = 1_000_000;
/** Bytes counted for each row in addition to its texts. */
const ROW_BYTES = 200;

/** Values that replace the texts of a deleted row: they are not read again, and a delete must free quota. */
const PASSAGE = { chapterTitle: '', text: '', before: '', after: '' };
const EMPTIED: Readonly<Record<SyncTable, Readonly<Record<string, string>>>> = {
  annotation: { ...PASSAGE, note: '', twins: '[]' },
  word: { ...PASSAGE, sentence: '', meaning: '' },
  readingDay: { finished: '[]' },
  readingSetting: { look: '{}' },
  erratum: { ...PASSAGE, wrong: '' },
};
/** Text columns that stay after a delete. */
const KEPT = [
  ['device', ''],
  ['heard', '{}'],
  ['cfi', ''],
] as const;

/** Returns the columns of a table that hold what a reader wrote or marked. */
export const textsOf = (table: SyncTable): string[] => Object.keys(EMPTIED[table]);

export const emptied = (table: SyncTable): VersionColumns => EMPTIED[table];

/** Returns the bytes a row counts for in the quota. A missing column counts with its default value. */
export function bytesOf(table: SyncTable, row: Readonly<Record<string, unknown>>): number {
  const texts = [...Object.entries(EMPTIED[table]), ...KEPT].map(([name, fresh]) => String(row[name] ?? fresh));
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), ROW_BYTES);
}

export const FULL_OF = {
  objects: '已达两万条上限，请先删除一些再添加',
  errata: `您有${ERRATA_WAITING_MOST}条错字反馈还在等待处理，请等答复后再提交`,
  bytes: `笔记、生词等合计已满${BYTES_MOST / MB}MB，请先删除一些再添加`,
};
