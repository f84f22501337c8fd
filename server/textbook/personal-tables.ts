import { keep, PUBLISHED, type PersonalTable } from '../db/records/personal-table.ts';

/** Tables of this area with a column that names a person. */
export const textbookPersonalTables: readonly PersonalTable[] = [keep('textbook', null, PUBLISHED), keep('placedMedia', null, PUBLISHED)];
