import { sql } from 'kysely';
import { proofMachine, type Stage } from '../../contract/proof/proof.machine.ts';
import type { Database, Tx } from '../db/database.ts';

const { open: OPEN, assigned: ASSIGNED } = proofMachine.groups;

const rows = (db: Database | Tx) =>
  db
    .selectFrom('proofread')
    .innerJoin('manuscript', 'manuscript.id', 'proofread.archiveId')
    .leftJoin('user', 'user.id', 'proofread.proofreaderId')
    .selectAll('proofread')
    .select([
      'manuscript.title',
      'manuscript.archiveNo',
      'manuscript.wordCount',
      'manuscript.kind',
      'manuscript.ownerId',
      'manuscript.authors',
      'manuscript.editorId',
      'manuscript.status as manuscriptStatus',
      'user.nickName as proofreaderName',
    ])
    .where('proofread.delFlag', '=', '0')
    .where('manuscript.delFlag', '=', '0');

export const proofById = (db: Database | Tx, id: number) => rows(db).where('proofread.id', '=', id).executeTakeFirst();
export type ProofRowWithNames = NonNullable<Awaited<ReturnType<typeof proofById>>>;

/** The newest proof of each stage of a manuscript that is not cancelled. */
export async function stagesOf(db: Database | Tx, archiveId: number): Promise<ReadonlyMap<Stage, ProofRowWithNames>> {
  const found = await rows(db)
    .where('proofread.archiveId', '=', archiveId)
    .where('proofread.status', '<>', 'cancelled')
    .orderBy('proofread.id')
    .execute();
  return new Map(found.map((row) => [row.stage, row]));
}

/** The manuscript of a publication that came from one. */
export const publishedManuscript = (tx: Tx, publicationId: number) =>
  tx
    .selectFrom('manuscript')
    .select(['id', 'title', 'editorId'])
    .where('publicationId', '=', publicationId)
    .where('delFlag', '=', '0')
    .executeTakeFirst();

export const openProofsOf = (db: Database | Tx, archiveId: number) =>
  rows(db).where('proofread.archiveId', '=', archiveId).where('proofread.status', 'in', OPEN).orderBy('proofread.id').execute();

export const lastRoundOf = async (tx: Tx, archiveId: number, stage: Stage): Promise<number> =>
  Number(
    (
      await tx
        .selectFrom('proofread')
        .select((eb) => eb.fn.max('round').as('round'))
        .where('archiveId', '=', archiveId)
        .where('stage', '=', stage)
        .executeTakeFirst()
    )?.round ?? 0,
  );

interface Asked {
  readonly stage: Stage;
  readonly tab: 'open' | 'mine' | 'done';
  readonly userId: number;
  readonly keyword: string | undefined;
}

const filtered = (db: Database, { stage, tab, userId, keyword }: Asked) => {
  const part = `%${(keyword ?? '').replace(/[\\%_]/g, '')}%`;
  return rows(db)
    .where('proofread.stage', '=', stage)
    .$if(tab !== 'done', (query) => query.where('proofread.status', 'in', OPEN))
    .$if(tab === 'mine', (query) =>
      query.where((eb) =>
        eb.or([
          eb.and([eb('proofread.proofreaderId', '=', userId), eb('proofread.status', 'in', ASSIGNED)]),
          eb.and([eb('manuscript.editorId', '=', userId), eb('proofread.status', '=', 'submitted')]),
        ]),
      ),
    )
    .$if(tab === 'done', (query) => query.where('proofread.status', '=', 'passed'))
    .$if(Boolean(keyword), (query) => query.where((eb) => eb.or([eb('manuscript.title', 'like', part), eb('manuscript.archiveNo', 'like', part)])));
};

export async function proofPage(db: Database, asked: Asked, limit: number, offset: (total: number) => number) {
  const { total } = await filtered(db, asked)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const query = filtered(db, asked).select((eb) =>
    eb
      .selectFrom('proofMark')
      .select((inner) => inner.fn.countAll<number>().as('n'))
      .whereRef('proofMark.proofId', '=', 'proofread.id')
      .where('proofMark.delFlag', '=', '0')
      .as('marks'),
  );
  const ordered =
    asked.tab === 'done'
      ? query.orderBy('proofread.finishedAt', 'desc')
      : query.orderBy((eb) => eb.fn.coalesce('proofread.dueAt', 'proofread.createTime'));
  return {
    total: Number(total),
    rows: await ordered
      .orderBy('proofread.id', 'desc')
      .limit(limit)
      .offset(offset(Number(total)))
      .execute(),
  };
}

/** The composition of a manuscript: its newest proof and page data. */
export const compositionFor = (db: Database | Tx, archiveId: number) =>
  db
    .selectFrom('composition')
    .select(['id', 'status', 'deliveredFileId', 'deliveredAt', 'proofNo', 'pages', 'charsPerLine', 'linesPerPage'])
    .where('archiveId', '=', archiveId)
    .where('status', '<>', 'cancelled')
    .where('delFlag', '=', '0')
    .orderBy('id', 'desc')
    .executeTakeFirst();

/** The PDF of a proof among the files of its manuscript. */
export const proofFile = (db: Database | Tx, id: number) =>
  db.selectFrom('manuscriptFile').select(['fileKey', 'mime']).where('id', '=', id).executeTakeFirst();

/** Enabled proofreaders with their open tasks. */
export const proofreaderStations = (db: Database | Tx) =>
  db
    .selectFrom('pressUser')
    .innerJoin('user', 'user.id', 'pressUser.userId')
    .select(['pressUser.userId', 'user.nickName', 'pressUser.qualification'])
    .select((eb) =>
      eb
        .selectFrom('proofread')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .whereRef('proofread.proofreaderId', '=', 'pressUser.userId')
        .where('proofread.status', 'in', ASSIGNED)
        .where('proofread.delFlag', '=', '0')
        .as('load'),
    )
    .where('pressUser.station', '=', 'proofreader')
    .where('pressUser.status', '=', '0')
    .where('pressUser.delFlag', '=', '0')
    .where('user.status', '=', '0')
    .where('user.delFlag', '=', '0')
    .orderBy('user.nickName')
    .execute();

/** Proofs in the hands of a proofreader that are due before a time. */
export const proofsDue = (db: Database, before: number) =>
  rows(db)
    .where('proofread.status', 'in', ASSIGNED)
    .where('proofread.proofreaderId', 'is not', null)
    .where('manuscript.status', '<>', 'held')
    .where('proofread.dueAt', '<', before)
    .execute();

const items = (db: Database) =>
  db
    .selectFrom('proofread')
    .innerJoin('manuscript', 'manuscript.id', 'proofread.archiveId')
    .leftJoin('user', 'user.id', 'proofread.assignedBy')
    .select((eb) => [
      'proofread.id as itemId',
      'manuscript.title',
      eb
        .case()
        .when('proofread.stage', '=', 'one')
        .then('一校')
        .when('proofread.stage', '=', 'two')
        .then('二校')
        .when('proofread.stage', '=', 'three')
        .then('三校')
        .else('通读')
        .end()
        .as('note'),
      sql<string>`coalesce(${eb.ref('user.nickName')}, '')`.as('askedBy'),
      'proofread.updateTime as since',
      'proofread.dueAt as due',
      eb
        .case()
        .when('proofread.stage', '=', 'one')
        .then<string | null>('/press/proofread/one')
        .when('proofread.stage', '=', 'two')
        .then<string | null>('/press/proofread/two')
        .else<string | null>('/press/proofread/three')
        .end()
        .as('page'),
    ])
    .where('proofread.delFlag', '=', '0')
    .where('manuscript.delFlag', '=', '0')
    .where('manuscript.status', '<>', 'held');

export const proofsOf = (db: Database, userId: number) =>
  items(db).where('proofread.proofreaderId', '=', userId).where('proofread.status', 'in', ASSIGNED);
export const unassignedProofs = (db: Database) => items(db).where('proofread.status', '=', 'pending');
export const proofsToCheck = (db: Database, editorId: number) =>
  items(db).where('manuscript.editorId', '=', editorId).where('proofread.status', '=', 'submitted');

/** Proofs that a user has and has not handed in, of manuscripts that exist. */
export const proofsHeldBy = (tx: Tx, userId: number) =>
  tx
    .selectFrom('proofread')
    .innerJoin('manuscript', 'manuscript.id', 'proofread.archiveId')
    .select(['proofread.id', 'proofread.stage', 'manuscript.title', 'manuscript.kind'])
    .where('proofread.proofreaderId', '=', userId)
    .where('proofread.status', 'in', ASSIGNED)
    .where('proofread.delFlag', '=', '0')
    .where('manuscript.delFlag', '=', '0')
    .orderBy('proofread.id')
    .execute();
