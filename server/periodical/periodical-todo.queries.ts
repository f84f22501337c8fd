import { sql, type Expression, type SqlBool } from 'kysely';
import { SUBMISSION_STATES } from '../../contract/periodical/journal-submission.machine.ts';
import { journalSubmissionMachine } from '../../contract/periodical/journal-submission.machine.ts';
import type { Database } from '../db/database.ts';

interface Viewer {
  readonly userId: number;
  /** Sees every journal. */
  readonly every: boolean;
  readonly decides: boolean;
  /** True for a submission of which the viewer is an author. */
  readonly authored: Expression<SqlBool>;
}

/** Submissions on which an editor or a chief editor acts now; the same rows as the tab 等我处理 of the queue. */
export const submissionsFor = (db: Database, { userId, every, decides, authored }: Viewer) =>
  db
    .selectFrom('journalSubmission')
    .leftJoin('user', 'user.id', 'journalSubmission.ownerId')
    .select((eb) => [
      'journalSubmission.id as itemId',
      'journalSubmission.title',
      SUBMISSION_STATES.slice(1)
        .reduce(
          (cases, state) => cases.when('journalSubmission.status', '=', state).then<string>(`来稿${journalSubmissionMachine.states[state].label}`),
          eb.case().when('journalSubmission.status', '=', 'draft').then<string>('来稿草稿'),
        )
        .else<string>('来稿')
        .end()
        .as('note'),
      sql<string>`coalesce(${eb.ref('user.nickName')}, '')`.as('askedBy'),
      'journalSubmission.stageSince as since',
      'journalSubmission.dueAt as due',
      sql<string | null>`null`.as('page'),
    ])
    .where('journalSubmission.delFlag', '=', '0')
    .where((eb) => eb.not(authored))
    .where('journalSubmission.status', 'not in', journalSubmissionMachine.groups.atRest)
    .$if(!every, (query) =>
      query.where('journalSubmission.journalId', 'in', (eb) => eb.selectFrom('journalEditor').select('journalId').where('userId', '=', userId)),
    )
    .where((eb) =>
      eb.or([
        eb.and([
          eb('journalSubmission.turn', '=', 'editor'),
          eb.or([eb('journalSubmission.editorId', '=', userId), eb('journalSubmission.editorId', 'is', null)]),
        ]),
        ...(decides ? [eb('journalSubmission.turn', '=', 'chief')] : []),
      ]),
    );
