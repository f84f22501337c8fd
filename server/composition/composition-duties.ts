import { compositionMachine } from '../../contract/composition/composition.machine.ts';
import type { DutySource } from '../manuscript/duty.service.ts';
import { compositionPath } from './composition-step.service.ts';

/** The typesetting and the corrections of a typesetter. */
export const typesettingDuty: DutySource = {
  kind: 'composition',
  aheadDays: 2,
  due: async (db, before) =>
    (
      await db
        .selectFrom('composition')
        .innerJoin('manuscript', 'manuscript.id', 'composition.archiveId')
        .select(['composition.id', 'composition.dueAt', 'composition.typesetterId', 'manuscript.title'])
        .where('composition.status', 'in', ['sent', ...compositionMachine.groups.setting])
        .where('composition.typesetterId', 'is not', null)
        .where('composition.dueAt', '<', before)
        .where('composition.delFlag', '=', '0')
        .where('manuscript.status', '<>', 'held')
        .where('manuscript.delFlag', '=', '0')
        .execute()
    ).map(({ id, dueAt, typesetterId, title }) => ({
      id,
      name: `《${title}》的排版`,
      dueAt: dueAt ?? 0,
      userId: typesetterId ?? 0,
      link: compositionPath(id),
    })),
};
