import { journalSubmissionMachine } from '../../contract/periodical/journal-submission.machine.ts';
import type { ClosingBlock } from '../identity/closing/closing-block.service.ts';
import { submissionsOfOwner } from './submission.queries.ts';

type State = keyof typeof journalSubmissionMachine.states;
const ENDED: readonly State[] = journalSubmissionMachine.groups.ended;

/** Submissions to journals that are not decided or published yet. */
export const openSubmissions: ClosingBlock = {
  label: '期刊投稿',
  items: async (db, userId) =>
    (await submissionsOfOwner(db, userId, ENDED)).map(
      ({ title, status }) => `《${title}》（${journalSubmissionMachine.states[status as State].label}）`,
    ),
};
