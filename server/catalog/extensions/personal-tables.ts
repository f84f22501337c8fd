import { keep, PUBLISHED, WORKFLOW, type PersonalTable } from '../../db/records/personal-table.ts';

/** Tables of this area with a column that names a person. */
export const catalogPersonalTables: readonly PersonalTable[] = [
  keep('publication', null, PUBLISHED),
  keep('printRun', null, PUBLISHED),
  keep('permissionItem', null, PUBLISHED),
  keep('preparation', 'userId', WORKFLOW),
  keep('editionChange', 'proposedBy', WORKFLOW),
];
