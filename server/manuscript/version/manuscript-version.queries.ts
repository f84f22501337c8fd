import type { Database, Tx } from '../../db/database.ts';

export const versionsOf = (db: Database | Tx, archiveId: number) =>
  db
    .selectFrom('manuscriptVersion')
    .leftJoin('user', 'user.id', 'manuscriptVersion.changedBy')
    .selectAll('manuscriptVersion')
    .select('user.nickName as changedByName')
    .where('manuscriptVersion.archiveId', '=', archiveId)
    .orderBy('manuscriptVersion.versionNo', 'desc')
    .execute();

export const versionById = (db: Database | Tx, id: number) => db.selectFrom('manuscriptVersion').selectAll().where('id', '=', id).executeTakeFirst();

export const versionByNumber = (db: Database | Tx, archiveId: number, versionNo: number) =>
  db.selectFrom('manuscriptVersion').selectAll().where('archiveId', '=', archiveId).where('versionNo', '=', versionNo).executeTakeFirst();

export const lastVersion = (db: Database | Tx, archiveId: number) =>
  db.selectFrom('manuscriptVersion').selectAll().where('archiveId', '=', archiveId).orderBy('versionNo', 'desc').limit(1).executeTakeFirst();

/** Who reviewed a manuscript: everybody with a task of the three reviews, and who stored a version in them. The first one first. */
export async function reviewersOf(db: Database | Tx, archiveId: number): Promise<number[]> {
  const tasks = await db
    .selectFrom('review')
    .select('auditorId')
    .where('archiveId', '=', archiveId)
    .where('auditorId', 'is not', null)
    .orderBy('id')
    .execute();
  const versions = await db
    .selectFrom('manuscriptVersion')
    .select('changedBy')
    .where('archiveId', '=', archiveId)
    .where('source', '=', 'audit')
    .orderBy('versionNo')
    .execute();
  return [...new Set([...tasks.flatMap(({ auditorId }) => auditorId ?? []), ...versions.map(({ changedBy }) => changedBy)])];
}

/** The reviewers of a manuscript in the order of their numbers. */
export const aliasesOf = (db: Database | Tx, archiveId: number) =>
  db.selectFrom('reviewerAlias').select('userId').where('archiveId', '=', archiveId).orderBy('id').execute();

/** Gives a reviewer the next number; one that has a number keeps it. */
export const addAlias = (db: Database | Tx, archiveId: number, userId: number) =>
  db
    .insertInto('reviewerAlias')
    .values({ archiveId, userId })
    .onConflict((oc) => oc.columns(['archiveId', 'userId']).doNothing())
    .execute();

export const peopleByIds = async (db: Database | Tx, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('user')
        .select(['id', 'nickName', 'realName', 'userName'])
        .where('id', 'in', [...ids])
        .execute();
