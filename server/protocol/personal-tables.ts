import { keep, CONTRACT, type PersonalTable } from '../db/records/personal-table.ts';

/** Tables of this area with a column that names a person. */
export const protocolPersonalTables: readonly PersonalTable[] = [
  keep('protocolSignature', 'userId', CONTRACT),
  keep('amendmentSignature', 'userId', CONTRACT),
];
