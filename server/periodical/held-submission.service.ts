import { journalSubmissionMachine } from '../../contract/periodical/journal-submission.machine.ts';
import type { Handover, HeldWork } from '../identity/held-work.service.ts';
import { logTransition } from '../state-machine/transition-log.ts';
import { setEditor } from './decision.service.ts';
import { submissionsHeldBy } from './submission.queries.ts';
import { submissionIn } from './submission-step.service.ts';

async function giveTo({ tx, actor, reason }: Handover, id: number, to: number | null): Promise<void> {
  const row = await submissionIn(tx, id);
  await setEditor(tx, row, to);
  await logTransition(tx, actor, {
    entityType: 'journalSubmission',
    entityId: id,
    event: 'handOver',
    fromStatus: row.status,
    toStatus: row.status,
    note: reason,
  });
}

/** Submissions that a journal editor handles. */
export const heldSubmissions: HeldWork = {
  key: 'journalSubmission',
  label: '来稿',
  items: async (tx, userId) =>
    (await submissionsHeldBy(tx, userId)).map(({ id, title, status }) => ({ id, title, note: journalSubmissionMachine.states[status].label })),
  handOver: giveTo,
  release: (handover, id) => giveTo(handover, id, null),
};
