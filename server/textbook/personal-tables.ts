import { erase, keep, PUBLISHED, WORKFLOW, type PersonalTable } from '../db/records/personal-table.ts';

/** Tables of this area with a column that names a person. */
export const textbookPersonalTables: readonly PersonalTable[] = [
  keep('textbook', null, PUBLISHED),
  keep('placedMedia', null, PUBLISHED),
  keep('questionBank', 'userId', WORKFLOW, '题库', ['name', 'createTime']),
  keep('question', null, WORKFLOW),
  keep('questionVersion', null, WORKFLOW),
  keep('exerciseSet', null, PUBLISHED),
  erase('reviewLog', '练习记录', ['publishId', 'questionId', 'kind', 'verdict', 'tries', 'rating', 'at']),
  erase('reviewCounter'),
  keep('accessBatch', null, WORKFLOW),
  keep('accessCode', 'usedBy', '教材激活记录', '激活码', ['last4', 'usedAt']),
  erase('importRun', '题目导入记录', ['fileName', 'createTime']),
];
