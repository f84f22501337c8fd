import { erase, keep, WORKFLOW, type PersonalTable } from '../../db/records/personal-table.ts';

/** Tables of this area with a column that names a person. */
export const workflowPersonalTables: readonly PersonalTable[] = [
  erase('absence', '请假与代理', ['startDate', 'endDate', 'reason']),
  keep('flowInstance', 'startUserId', WORKFLOW, '发起的流程', ['title', 'status', 'startTime', 'endTime']),
  keep('flowTask', 'assignee', WORKFLOW),
  keep('flowComment', 'userId', WORKFLOW),
  keep('flowCopy', 'userId', WORKFLOW),
  keep('flowLog', 'operatorId', WORKFLOW),
];
