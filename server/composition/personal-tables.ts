import { keep, WORKFLOW, type PersonalTable } from '../db/records/personal-table.ts';

/** Tables of this area with a column that names a person. */
export const compositionPersonalTables: readonly PersonalTable[] = [keep('composition', null, WORKFLOW)];
