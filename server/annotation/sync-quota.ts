import { MB } from '../../contract/limits.ts';
import type { SyncTable, VersionColumns } from '../db/annotation-tables.ts';

/** Live objects of one kind, of one person. */
export const OBJECTS_MOST = 20_000;
/** Errata of one person that wait for an answer: somebody of the house reads each. */
export const ERRATA_WAITING_MOST = 300;
/** All that is stored of one person. As readers write them, as many marks and words as there may be are less. */
export const BYTES_MOST = 64 * MB;
/** Characters of one answer: a device fetches the rest with its next call. */
export const ANSWERED_MOST = 1_000_000;
/** What a row counts for beside its texts. */
const ROW_BYTES = 200;

/** The texts of what was deleted: nobody reads them again, and only by this does deleting make room. */
const PASSAGE = { chapterTitle: '', text: '', before: '', after: '' };
const EMPTIED: Readonly<Record<SyncTable, Readonly<Record<string, string>>>> = {
  annotation: { ...PASSAGE, note: '', twins: '[]' },
  word: { ...PASSAGE, sentence: '', meaning: '' },
  readingDay: { finished: '[]' },
  readingSetting: { look: '{}' },
  erratum: { ...PASSAGE, wrong: '' },
};
/** Texts that stay. */
const KEPT = [
  ['device', ''],
  ['heard', '{}'],
  ['cfi', ''],
] as const;

/** Columns of a table that hold what a reader wrote or marked. */
export const textsOf = (table: SyncTable): string[] => Object.keys(EMPTIED[table]);

export const emptied = (table: SyncTable): VersionColumns => EMPTIED[table];

/** What a row counts for. A column that is not named is as a new row has it. */
export function bytesOf(table: SyncTable, row: Readonly<Record<string, unknown>>): number {
  const texts = [...Object.entries(EMPTIED[table]), ...KEPT].map(([name, fresh]) => String(row[name] ?? fresh));
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), ROW_BYTES);
}

export const FULL_OF = {
  objects: '已达两万条上限，请先删除一些再添加',
  errata: `您有${ERRATA_WAITING_MOST}条错字反馈还在等待处理，请等答复后再提交`,
  bytes: `笔记、生词等合计已满${BYTES_MOST / MB}MB，请先删除一些再添加`,
};
