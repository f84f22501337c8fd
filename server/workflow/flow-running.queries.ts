import { flowTaskMachine } from '../../contract/workflow/flow-task.machine.ts';
import { flowInstanceMachine } from '../../contract/workflow/flow-instance.machine.ts';
import { contains } from '../db/contains.ts';
import type { Database } from '../db/database.ts';
import { offsetOf } from '../db/page-offset.ts';

export interface RunningFilter {
  readonly pageNum: number;
  readonly pageSize: number;
  readonly name?: string | undefined;
  readonly category?: string | undefined;
  readonly starter?: string | undefined;
  readonly holder?: string | undefined;
  /** Only those with a task of somebody who cannot sign in any more. */
  readonly gone?: '' | '1' | undefined;
}

/** Instances that are not over, oldest first. */
export async function runningPage(db: Database, asked: RunningFilter) {
  let query = db
    .selectFrom('flowInstance as i')
    .innerJoin('flowDefinition as d', 'd.id', 'i.definitionId')
    .innerJoin('user as s', 's.id', 'i.startUserId')
    .where('i.status', 'in', flowInstanceMachine.groups.open)
    .where('i.delFlag', '=', '0');
  const { name, category, starter, holder, gone } = asked;
  if (name) query = query.where((eb) => eb.or([contains('d.name', name), contains('i.title', name)]));
  if (category) query = query.where('d.category', '=', category);
  if (starter) query = query.where(contains('s.nickName', starter));
  if (holder)
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('flowTask as t')
          .innerJoin('user as h', 'h.id', 't.assignee')
          .select('t.id')
          .whereRef('t.instanceId', '=', 'i.id')
          .where('t.status', 'in', flowTaskMachine.groups.held)
          .where(contains('h.nickName', holder)),
      ),
    );
  if (gone === '1')
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('flowTask as t')
          .innerJoin('user as h', 'h.id', 't.assignee')
          .select('t.id')
          .whereRef('t.instanceId', '=', 'i.id')
          .where('t.status', 'in', flowTaskMachine.groups.held)
          .where((on) => on.or([on('h.status', '<>', '0'), on('h.delFlag', '<>', '0')])),
      ),
    );
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await query
    .select([
      'i.id as instanceId',
      'i.definitionId',
      'i.status',
      'i.title',
      'i.startTime',
      'd.name as definitionName',
      'd.flowVersion',
      's.nickName as startUserName',
    ])
    .orderBy('i.startTime')
    .orderBy('i.id')
    .limit(asked.pageSize)
    .offset(offsetOf(asked, Number(total)))
    .execute();
  return { rows, total: Number(total) };
}
