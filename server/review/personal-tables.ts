import { keep, WORKFLOW, type PersonalTable } from '../db/records/personal-table.ts';

/** Tables of this area with a column that names a person. */
export const reviewPersonalTables: readonly PersonalTable[] = [keep('review', 'assignedBy', WORKFLOW)];
