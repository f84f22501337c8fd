import { keep, WORKFLOW, type PersonalTable } from '../db/records/personal-table.ts';

/** Tables of this area with a column that names a person. */
export const scholarPersonalTables: readonly PersonalTable[] = [
  keep('scholar', 'userId', '学者馆的公开资料，由工作人员维护'),
  keep('scholarMerge', 'userId', WORKFLOW),
];
