import type { Database, Tx } from '../../db/database.ts';
import { assignmentMachine } from '../../../contract/teaching/assignment.machine.ts';

type Db = Database | Tx;

const byClass = (rows: readonly { readonly classId: number; readonly n: number }[]): Map<number, number> =>
  new Map(rows.map(({ classId, n }) => [classId, Number(n)]));

/** Attempts that wait for a teacher, by class: marks by hand are missing, or it must be decided whether they count. */
export async function waitingMarks(db: Db, classIds: readonly number[]): Promise<Map<number, number>> {
  if (classIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('attempt')
    .innerJoin('assignment', 'assignment.id', 'attempt.assignmentId')
    .select('assignment.classId')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('assignment.classId', 'in', classIds)
    .where('assignment.delFlag', '=', '0')
    .where((eb) => eb.or([eb('attempt.status', '=', 'submitted'), eb('attempt.counted', '=', '0')]))
    .where('attempt.status', '!=', 'voided')
    .groupBy('assignment.classId')
    .execute();
  return byClass(rows);
}

/** Open assignments of classes that a student has not handed in, with the own due time. */
export async function dueAssignments(db: Db, userId: number, classIds: readonly number[], now: number) {
  if (classIds.length === 0) return [];
  return db
    .selectFrom('assignment')
    .leftJoin('assignmentExtension as extension', (on) =>
      on.onRef('extension.assignmentId', '=', 'assignment.id').on('extension.userId', '=', userId),
    )
    .leftJoin('grade', (on) => on.onRef('grade.assignmentId', '=', 'assignment.id').on('grade.userId', '=', userId))
    .select(['assignment.id', 'assignment.classId', 'assignment.dueAt', 'extension.dueAt as extendedTo'])
    .where('assignment.classId', 'in', classIds)
    .where('assignment.status', 'in', assignmentMachine.groups.running)
    .where('assignment.openAt', '<=', now)
    .where('assignment.delFlag', '=', '0')
    .where((eb) => eb.or([eb('grade.state', 'is', null), eb('grade.state', 'in', ['none', 'doing', 'missing'])]))
    .execute();
}
