import { keep, WORKFLOW, type PersonalTable } from '../db/records/personal-table.ts';

/** Tables of this area with a column that names a person. */
export const topicPersonalTables: readonly PersonalTable[] = [
  keep('topic', 'authorUserId', WORKFLOW),
  keep('topicVote', 'userId', WORKFLOW),
  keep('sessionAttendee', 'userId', WORKFLOW),
  keep('minutes', null, WORKFLOW),
];
