import { erase, keep, WORKFLOW, type PersonalTable } from '../../db/records/personal-table.ts';

/** Tables of this area with a column that names a person. */
export const contentPersonalTables: readonly PersonalTable[] = [
  erase('noticeRead'),
  keep('information', null, WORKFLOW),
  keep('banner', 'submitBy', WORKFLOW),
  keep('slogan', 'submitBy', WORKFLOW),
  keep('sitePage', 'submitBy', WORKFLOW),
];
