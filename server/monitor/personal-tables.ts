import { erase, keep, NETWORK, SERVER, type PersonalTable } from '../db/records/personal-table.ts';

/** Tables of this area with a column that names a person. */
export const monitorPersonalTables: readonly PersonalTable[] = [
  keep('loginLog', null, NETWORK),
  keep('operLog', 'userId', NETWORK),
  erase('mail', '邮件', ['email', 'subject', 'state', 'createTime', 'sentTime']),
  keep('job', null, SERVER),
];
