import { workFiles } from '../../contract/manuscript/work-files.ts';
import type { DutySource } from '../manuscript/duty.service.ts';
import { proofPath } from './proof-step.service.ts';
import { proofsDue } from './proof.queries.ts';

/** The proof that an author reads. */
export const authorProofDuty: DutySource = {
  kind: 'authorProof',
  aheadDays: 2,
  due: async (db, before) =>
    (
      await db
        .selectFrom('authorProof')
        .innerJoin('manuscript', 'manuscript.id', 'authorProof.archiveId')
        .select(['authorProof.id', 'authorProof.dueAt', 'authorProof.userId', 'authorProof.archiveId', 'manuscript.title'])
        .where('authorProof.status', '=', 'open')
        .where('authorProof.dueAt', '<', before)
        .where('manuscript.status', '<>', 'held')
        .where('manuscript.delFlag', '=', '0')
        .execute()
    ).map(({ id, dueAt, userId, archiveId, title }) => ({
      id,
      name: `《${title}》的作者校样`,
      dueAt,
      userId,
      link: `/authorBackground/publish?archiveId=${archiveId}`,
    })),
};

/** The proof of a proofreader. */
export const proofDuty: DutySource = {
  kind: 'proofread',
  aheadDays: 2,
  due: async (db, before) =>
    (await proofsDue(db, before)).map((row) => ({
      id: row.id,
      name: `《${row.title}》的${workFiles(row.kind).stages[row.stage]}`,
      dueAt: row.dueAt ?? 0,
      userId: row.proofreaderId ?? 0,
      link: proofPath(row),
    })),
};
