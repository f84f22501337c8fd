import { sql, type Insertable } from 'kysely';
import { countRows } from '../../db/count-rows.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { ChapterTable, EditionFileTable, EditionTable, PreparationTable } from '../../db/tables/book-tables.ts';
import { requestTrace } from '../../db/request-trace.ts';
import { preparationMachine } from '../../../contract/catalog/preparation.machine.ts';
import { targetOf } from '../../../contract/state-machine.ts';

const { take, postpone: postponed, finish, fail, retry } = preparationMachine.events;

/** A second request for the same upload adds no second row. */
export async function addPreparation(db: Database | Tx, row: Insertable<PreparationTable>) {
  await db
    .insertInto('preparation')
    .values({ requestId: requestTrace(), ...row })
    .onConflict((oc) => oc.column('uploadId').doNothing())
    .execute();
  return db.selectFrom('preparation').selectAll().where('uploadId', '=', row.uploadId).executeTakeFirstOrThrow();
}

/** Rows of this user or of the server itself. */
const shownTo = (db: Database | Tx, userId: number) =>
  db
    .selectFrom('preparation')
    .selectAll()
    .where((eb) => eb.or([eb('userId', '=', userId), eb.and([eb('userId', '=', 0), eb('state', '=', 'failed')])]));

export const preparationOf = (db: Database | Tx, id: number, userId: number) => shownTo(db, userId).where('id', '=', id).executeTakeFirst();

export const recentPreparations = (db: Database, userId: number, limit: number) => shownTo(db, userId).orderBy('id', 'desc').limit(limit).execute();

/** Queues a failed preparation again; returns null when it has not failed. */
export const retryFailed = (tx: Tx, id: number) =>
  tx
    .updateTable('preparation')
    .set({ state: targetOf(retry), message: '', findings: '', attempts: 0, leaseUntil: 0, leaseBy: '' })
    .where('id', '=', id)
    .where('state', 'in', retry.from)
    .returningAll()
    .executeTakeFirst();

/** Returns the oldest preparation that is queued or whose lease has expired. */
export function nextDue(db: Database, now: number) {
  return db
    .selectFrom('preparation')
    .selectAll()
    .where((eb) => eb.or([eb('state', '=', 'queued'), eb.and([eb('state', '=', 'running'), eb('leaseUntil', '<', now)])]))
    .orderBy('id')
    .executeTakeFirst();
}

/** Takes the row in the state in which it was read; returns false when another server took it meanwhile. */
export async function takePreparation(
  db: Database,
  row: { id: number; attempts: number; leaseBy: string },
  leaseBy: string,
  leaseUntil: number,
): Promise<boolean> {
  const taken = await db
    .updateTable('preparation')
    .set({ state: targetOf(take), leaseBy, leaseUntil, attempts: row.attempts + 1 })
    .where('id', '=', row.id)
    .where('state', 'in', take.from)
    .where('leaseBy', '=', row.leaseBy)
    .where('attempts', '=', row.attempts)
    .executeTakeFirst();
  return Number(taken.numUpdatedRows) === 1;
}

export async function prolongLease(db: Database, id: number, leaseBy: string, leaseUntil: number): Promise<boolean> {
  const kept = await db
    .updateTable('preparation')
    .set({ leaseUntil })
    .where('id', '=', id)
    .where('leaseBy', '=', leaseBy)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return Number(kept.numUpdatedRows) === 1;
}

/** Leaves a running preparation until `leaseUntil`; then any server may take it again. */
export const postpone = (db: Database, id: number, leaseBy: string, leaseUntil: number, message: string) =>
  db
    .updateTable('preparation')
    .set({ leaseUntil, message, leaseBy: '' })
    .where('id', '=', id)
    .where('leaseBy', '=', leaseBy)
    .where('state', 'in', postponed.from)
    .execute();

/** Ends a preparation; returns false when another server holds its lease. */
export async function endPreparation(
  db: Database | Tx,
  id: number,
  leaseBy: string,
  end: { state: 'ready' | 'failed'; message: string; findings?: string; publicationId?: number },
): Promise<boolean> {
  const ended = await db
    .updateTable('preparation')
    .set({ ...end, leaseBy: '' })
    .where('id', '=', id)
    .where('leaseBy', '=', leaseBy)
    .where('state', 'in', (end.state === 'ready' ? finish : fail).from)
    .executeTakeFirst();
  return Number(ended.numUpdatedRows) === 1;
}

export const noteSha256 = (db: Database, id: number, sha256: string) => db.updateTable('preparation').set({ sha256 }).where('id', '=', id).execute();

/**
 * Returns the title of a live publication whose current edition has the same source file. A publication that was corrected since may get
 * this file back.
 */
export async function titleOfSource(db: Database | Tx, sha256: string): Promise<string | null> {
  const found = await db
    .selectFrom('edition')
    .innerJoin('publication', 'publication.id', 'edition.publicationId')
    .select('publication.title')
    .whereRef('publication.editionId', '=', 'edition.id')
    .where('edition.sourceSha256', '=', sha256)
    .where('publication.delFlag', '=', '0')
    .executeTakeFirst();
  return found?.title ?? null;
}

export const isSourceUsed = async (db: Database, sha256: string): Promise<boolean> =>
  (await db
    .selectFrom('edition')
    .select('id')
    .where('sourceSha256', '=', sha256)
    .where('publicationId', '>', 0)
    .where('clearedAt', 'is', null)
    .executeTakeFirst()) !== undefined;

export const livePublication = (db: Database | Tx, id: number) =>
  db
    .selectFrom('publication')
    .select(['id', 'kind', 'title', 'submitBy', 'coverUrl', 'status', 'version', 'trialChapters'])
    .where('id', '=', id)
    .where('delFlag', '=', '0')
    .executeTakeFirst();

/** A staged edition has no publication yet; its owner is the negative id of its preparation. */
export const stagedOwner = (preparationId: number): number => -preparationId;

export async function stageEdition(db: Database, row: Insertable<EditionTable>): Promise<number> {
  return (await db.insertInto('edition').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

export const stagedEditions = (db: Database, preparationId: number) =>
  db.selectFrom('edition').select(['id', 'folder', 'sourceSha256']).where('publicationId', '=', stagedOwner(preparationId)).execute();

/** Returns editions staged by preparations that have ended; a crash between two steps leaves one. */
export const endedStages = (db: Database) =>
  db
    .selectFrom('edition')
    .innerJoin('preparation', (join) => join.on('preparation.id', '=', sql<number>`-edition.publication_id`))
    .select('preparation.id')
    .where('edition.publicationId', '<', 0)
    .where('preparation.state', 'in', ['ready', 'failed'])
    .execute();

export const addFiles = (db: Database, rows: readonly Insertable<EditionFileTable>[]) => db.insertInto('editionFile').values(rows).execute();
export const addChapters = (db: Database, rows: readonly Insertable<ChapterTable>[]) => db.insertInto('chapter').values(rows).execute();

export async function addText(tx: Tx, editionId: number, orderNum: number, text: string): Promise<number> {
  return (await tx.insertInto('bookText').values({ editionId, orderNum, text }).returning('id').executeTakeFirstOrThrow()).id;
}

export const someTexts = async (db: Database, editionId: number, limit: number): Promise<number[]> =>
  (await db.selectFrom('bookText').select('id').where('editionId', '=', editionId).limit(limit).execute()).map((row) => row.id);

export const removeTexts = (db: Database | Tx, ids: readonly number[]) => db.deleteFrom('bookText').where('id', 'in', ids).execute();

export async function removeEdition(db: Database, id: number): Promise<void> {
  await db.deleteFrom('editionFile').where('editionId', '=', id).execute();
  await db.deleteFrom('chapter').where('editionId', '=', id).execute();
  await db.deleteFrom('edition').where('id', '=', id).execute();
}

export const attachEdition = (tx: Tx, editionId: number, publicationId: number) =>
  tx.updateTable('edition').set({ publicationId }).where('id', '=', editionId).execute();

/** Makes an edition the current one. */
export const setCurrentEdition = (
  tx: Tx,
  id: number,
  set: { editionId: number; coverUrl?: string; trialChapters?: number; updateBy: string; updateTime: number },
) =>
  tx
    .updateTable('publication')
    .set((eb) => ({ ...set, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

/** Returns the oldest current edition that a preparation before `version` created and that is not yet queued for a rebuild. */
export const oldestToRebuild = (db: Database, version: number) =>
  db
    .selectFrom('edition')
    .innerJoin('publication', 'publication.editionId', 'edition.id')
    .select(['edition.id', 'edition.publicationId', 'edition.sourceName', 'edition.sourceBytes', 'edition.createBy'])
    .where('edition.preparedWith', '<', version)
    .where('publication.delFlag', '=', '0')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('preparation')
            .select('preparation.id')
            .where('preparation.uploadId', '=', sql<string>`'again-' || edition.id || ${`-${version}`}`),
        ),
      ),
    )
    .orderBy('edition.id')
    .executeTakeFirst();

export const editionById = (db: Database, id: number) =>
  db
    .selectFrom('edition')
    .select(['publicationId', 'sourceName', 'sourceSha256', 'sourceBytes'])
    .where('id', '=', id)
    .where('publicationId', '>', 0)
    .executeTakeFirst();

export const editionsOfSource = async (db: Database, publicationId: number, sha256: string): Promise<number[]> =>
  (
    await db.selectFrom('edition').select('id').where('publicationId', '=', publicationId).where('sourceSha256', '=', sha256).orderBy('id').execute()
  ).map((row) => row.id);

/** Returns false when the current edition is not `from`. The row's version does not change for its editors. */
export async function replaceEdition(tx: Tx, publicationId: number, from: number, to: number): Promise<boolean> {
  const replaced = await tx
    .updateTable('publication')
    .set({ editionId: to })
    .where('id', '=', publicationId)
    .where('editionId', '=', from)
    .where('delFlag', '=', '0')
    .executeTakeFirst();
  return Number(replaced.numUpdatedRows) === 1;
}

/** Returns uploads that a preparation, or a track of an audio or video work or of its master, still needs. */
export async function wantedUploads(db: Database): Promise<ReadonlySet<string>> {
  const books = await db.selectFrom('preparation').select('uploadId').where('state', 'in', ['queued', 'running']).execute();
  const tracks = await db.selectFrom('media').select('uploadId').where('state', 'in', ['queued', 'running']).execute();
  const masters = await db.selectFrom('masterTrack').select('uploadId').where('state', 'in', ['queued', 'running']).execute();
  return new Set([...books, ...tracks, ...masters].map((row) => row.uploadId));
}

/** Returns the preparations that run now; their temporary folders must not be cleaned. */
export async function runningNow(db: Database, now: number): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('preparation').select('id').where('state', '=', 'running').where('leaseUntil', '>=', now).execute();
  return new Set(rows.map((row) => String(row.id)));
}

export const endLeases = (db: Database) => db.updateTable('preparation').set({ leaseUntil: 0 }).where('state', '=', 'running').execute();

/** The number of preparations that wait or run, on any server. */
export const openPreparations = (db: Database): Promise<number> =>
  countRows(db, db.selectFrom('preparation').select('id').where('state', 'in', ['queued', 'running']));
