import { anonymise, erase, keep, PUBLISHED, WORKFLOW, type PersonalTable } from '../../db/records/personal-table.ts';

/** Tables of this area with a column that names a person. */
export const manuscriptPersonalTables: readonly PersonalTable[] = [
  erase('pressUser'),
  keep('letter', 'senderId', WORKFLOW),
  anonymise('authorConfirm', { mail: '' }),
  keep('manuscript', 'ownerId', PUBLISHED, '稿件', ['archiveNo', 'title', 'subtitle', 'summary', 'wordCount', 'createTime']),
  keep('manuscriptFile', 'ownerId', PUBLISHED),
  keep('manuscriptVersion', 'changedBy', PUBLISHED),
  keep('manuscriptHold', 'heldBy', WORKFLOW),
  keep('editTask', 'editorId', WORKFLOW),
  keep('editQuery', 'askedBy', WORKFLOW),
  keep('stageTask', 'doneBy', WORKFLOW),
  keep('reviewerAlias', 'userId', WORKFLOW),
];
