import { dueEnd, effectiveDue } from '../../../contract/teaching/assignment-time.ts';
import { attemptMachine, type AttemptState } from '../../../contract/teaching/attempt.machine.ts';
import { scoreOf } from '../../../contract/teaching/course-score.ts';
import { inGroup } from '../../../contract/state-machine.ts';
import type { GradeState, ScorePolicy } from '../../../contract/teaching/teaching-limits.ts';
import type { Tx } from '../../db/database.ts';
import { extendedOf, fullOf, itemsOf, timesOf } from './assignment-row.format.ts';
import { attemptsOf, extensionOf, gradeOf, putGrade, type AssignmentRow, type AttemptRow, type ExtensionRow } from './assignment.queries.ts';

const ended = ({ status }: AttemptRow): boolean => inGroup(attemptMachine, 'ended', status as AttemptState);

/** What the attempts of a student give, at a time: the one rule of states and scores of an assignment. */
export function gradeFrom(row: AssignmentRow, attempts: readonly AttemptRow[], extension: ExtensionRow | undefined, now: number) {
  const live = attempts.filter(({ status }) => status !== 'voided');
  const finished = live.filter((one) => ended(one) && one.counted === '1' && one.status === 'graded');
  const best = scoreOf(
    row.policy as ScorePolicy,
    finished.map(({ id, score, endedAt }) => ({ attemptId: id, score, endedAt: endedAt ?? 0 })),
  );
  // Answers that a teacher did not adopt are kept, and wait for nobody.
  const waits = live.some((one) => ended(one) && (one.counted === '1' ? one.status === 'submitted' : one.flags.includes('"held"')));
  const state: GradeState =
    extension?.excused === '1'
      ? 'excused'
      : waits
        ? 'waiting'
        : best
          ? 'scored'
          : live.some(({ status }) => status === 'doing')
            ? 'doing'
            : now >= dueEnd(effectiveDue(timesOf(row), extendedOf(extension)))
              ? 'missing'
              : 'none';
  const attemptId = best?.attemptId ?? live.find(ended)?.id ?? live[0]?.id ?? null;
  return {
    state,
    score: state === 'excused' ? 0 : (best?.score ?? 0),
    full: live.find(({ id }) => id === attemptId)?.full ?? fullOf(itemsOf(row)),
    lateDays: live.find(({ id }) => id === attemptId)?.lateDays ?? 0,
    attemptId,
  };
}

/** Writes the grade of a student, in the transaction of whatever changed it. Returns it with the one before. */
export async function refreshGrade(tx: Tx, row: AssignmentRow, userId: number, now: number) {
  const before = await gradeOf(tx, row.id, userId);
  const grade = gradeFrom(row, await attemptsOf(tx, row.id, userId), await extensionOf(tx, row.id, userId), now);
  await putGrade(tx, { assignmentId: row.id, userId, ...grade, at: now });
  return { before, grade };
}
