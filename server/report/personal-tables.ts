import { erase, type PersonalTable } from '../db/records/personal-table.ts';

/** Tables of this area with a column that names a person. */
export const reportPersonalTables: readonly PersonalTable[] = [
  erase('reportSubscription', '报表订阅', ['reportKey', 'cadence', 'hour', 'format', 'createTime'], 'ownerId'),
  erase('reportRecipient'),
];
