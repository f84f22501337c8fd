import { erase, type PersonalTable } from '../db/records/personal-table.ts';

/** Tables of this area with a column that names a person. */
export const readingPersonalTables: readonly PersonalTable[] = [
  erase('readingDay', '阅读时长', ['day', 'seconds', 'pages']),
  erase('readingProgress', '读到的位置', ['publicationId', 'percent', 'updateTime']),
  erase('readingSetting'),
];
