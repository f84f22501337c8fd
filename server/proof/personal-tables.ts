import { keep, WORKFLOW, type PersonalTable } from '../db/records/personal-table.ts';

/** Tables of this area with a column that names a person. */
export const proofPersonalTables: readonly PersonalTable[] = [
  keep('authorProof', 'userId', WORKFLOW),
  keep('proofMark', 'userId', WORKFLOW),
  keep('proofMarkReply', 'userId', WORKFLOW),
  keep('proofread', 'proofreaderId', WORKFLOW),
  keep('qualitySignature', 'userId', WORKFLOW),
];
