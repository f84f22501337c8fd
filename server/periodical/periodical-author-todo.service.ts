import { journalSubmissionMachine } from '../../contract/periodical/journal-submission.machine.ts';
import { submissionPath } from '../../contract/periodical/periodical.site.ts';
import { wireTime } from '../db/clock.ts';
import type { AuthorTodoSource } from '../manuscript/author/author-todo.service.ts';

const TEXTS = { returned: '按编辑的说明补正后再次提交', revision: '按意见逐条修改后修回' } as const;

export const submissionTodos: AuthorTodoSource = async ({ db }, userId) => {
  const rows = await db
    .selectFrom('journalSubmission')
    .select(['id', 'title', 'status', 'dueAt'])
    .where('ownerId', '=', userId)
    .where('status', 'in', journalSubmissionMachine.groups.sentBack)
    .where('delFlag', '=', '0')
    .orderBy('dueAt')
    .limit(50)
    .execute();
  return rows.map(({ id, title, status, dueAt }) => ({
    archiveId: id,
    title,
    kind: `期刊${journalSubmissionMachine.states[status].label}`,
    text: TEXTS[status as keyof typeof TEXTS],
    due: wireTime(dueAt),
    link: submissionPath(id),
  }));
};
