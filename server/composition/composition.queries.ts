import { compositionMachine } from '../../contract/composition/composition.machine.ts';
import { isbnMachine } from '../../contract/composition/isbn.machine.ts';
import type { Database, Tx } from '../db/database.ts';

const WITH_TYPESETTER = compositionMachine.groups.assigned;

const rows = (db: Database | Tx) =>
  db
    .selectFrom('composition')
    .innerJoin('manuscript', 'manuscript.id', 'composition.archiveId')
    .leftJoin('user as typesetter', 'typesetter.id', 'composition.typesetterId')
    .leftJoin('user as editor', 'editor.id', 'manuscript.editorId')
    .leftJoin('user as releaser', 'releaser.id', 'composition.releasedBy')
    .selectAll('composition')
    .select([
      'manuscript.title',
      'manuscript.archiveNo',
      'manuscript.kind',
      'manuscript.authors',
      'manuscript.ownerId',
      'manuscript.wordCount',
      'manuscript.editorId',
      'manuscript.publicationId',
      'manuscript.status as manuscriptStatus',
      'typesetter.nickName as typesetterName',
      'editor.nickName as editorName',
      'releaser.nickName as releasedByName',
    ])
    .where('composition.delFlag', '=', '0')
    .where('manuscript.delFlag', '=', '0');

export const compositionById = (db: Database | Tx, id: number) => rows(db).where('composition.id', '=', id).executeTakeFirst();
export type CompositionRow = NonNullable<Awaited<ReturnType<typeof compositionById>>>;

/** The composition of a manuscript that is not cancelled. */
export const compositionOf = (db: Database | Tx, archiveId: number) =>
  rows(db)
    .where('composition.archiveId', '=', archiveId)
    .where('composition.status', '<>', 'cancelled')
    .orderBy('composition.id', 'desc')
    .executeTakeFirst();

/** The newest composition of a manuscript, cancelled or not: a new one takes its page data. */
export const lastCompositionOf = (tx: Tx, archiveId: number) =>
  rows(tx).where('composition.archiveId', '=', archiveId).orderBy('composition.id', 'desc').executeTakeFirst();

/** Accepted errors that readers found in a published work. */
export const readerMarks = (db: Database | Tx, archiveId: number) =>
  db
    .selectFrom('proofMark')
    .leftJoin('user', 'user.id', 'proofMark.userId')
    .selectAll('proofMark')
    .select('user.nickName as readerName')
    .where('proofMark.archiveId', '=', archiveId)
    .where('proofMark.source', '=', 'reader')
    .where('proofMark.fate', '=', 'adopted')
    .where('proofMark.delFlag', '=', '0')
    .orderBy('proofMark.id')
    .execute();

/** What a list shows of the manuscripts and people of its rows. */
export const namesOf = async (db: Database | Tx, ids: readonly number[]) =>
  new Map((ids.length === 0 ? [] : await rows(db).where('composition.id', 'in', ids).execute()).map((row) => [row.id, row]));

export const fileById = (db: Database | Tx, id: number) =>
  db
    .selectFrom('manuscriptFile')
    .select(['id', 'fileName', 'fileSize', 'fileKey', 'mime', 'sha256', 'createTime'])
    .where('id', '=', id)
    .where('delFlag', '=', '0')
    .executeTakeFirst();

/** The ISBN that is reserved for a manuscript or used by it. */
export const numberOf = (db: Database | Tx, archiveId: number) =>
  db
    .selectFrom('numberPool')
    .selectAll()
    .where('archiveId', '=', archiveId)
    .where('status', 'in', isbnMachine.groups.given)
    .where('delFlag', '=', '0')
    .orderBy('id', 'desc')
    .executeTakeFirst();

/** The manuscript of a publication that came from one. */
export const manuscriptOfPublication = (db: Database | Tx, publicationId: number) =>
  db
    .selectFrom('manuscript')
    .select(['id', 'status', 'kind', 'editorId', 'title', 'ownerId', 'authors'])
    .where('publicationId', '=', publicationId)
    .where('delFlag', '=', '0')
    .executeTakeFirst();

/** Accounts of co-authors who were asked to confirm that they are authors, and have not. */
export const unconfirmedAuthors = async (tx: Tx, archiveId: number): Promise<ReadonlySet<number | null>> => {
  const rows = await tx
    .selectFrom('authorConfirm')
    .select(['userId', 'status'])
    .where('archiveId', '=', archiveId)
    .where('delFlag', '=', '0')
    .execute();
  const confirmed = new Set(rows.filter(({ status }) => status === 'confirmed').map(({ userId }) => userId));
  return new Set(rows.filter(({ userId, status }) => status !== 'replaced' && !confirmed.has(userId)).map(({ userId }) => userId));
};

/** The newest recipe of another work of the same series. */
export async function recipeOfSeries(db: Database, archiveId: number) {
  const topic = await db
    .selectFrom('topic')
    .select('series')
    .where('archiveId', '=', archiveId)
    .where('series', '<>', '')
    .where('delFlag', '=', '0')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!topic) return undefined;
  return db
    .selectFrom('composition')
    .innerJoin('topic', 'topic.archiveId', 'composition.archiveId')
    .select('composition.epubRecipe')
    .where('topic.series', '=', topic.series)
    .where('composition.archiveId', '<>', archiveId)
    .where('composition.epubRecipe', '<>', '')
    .orderBy('composition.updateTime', 'desc')
    .executeTakeFirst();
}

export const coverOfPublication = async (db: Database, id: number): Promise<string> =>
  (await db.selectFrom('publication').select('coverUrl').where('id', '=', id).executeTakeFirst())?.coverUrl ?? '';

/** Marks that were adopted after a time. */
export const adoptedSince = async (tx: Tx, archiveId: number, since: number): Promise<number> =>
  Number(
    (
      await tx
        .selectFrom('proofMark')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where('archiveId', '=', archiveId)
        .where('fate', '=', 'adopted')
        .where('fateAt', '>', since)
        .where('delFlag', '=', '0')
        .executeTakeFirstOrThrow()
    ).total,
  );

/** The newest version into which a correction of a proof was written. */
export const correctedVersionOf = (db: Database | Tx, archiveId: number) =>
  db
    .selectFrom('manuscriptVersion')
    .innerJoin('proofMark', (join) =>
      join.onRef('proofMark.archiveId', '=', 'manuscriptVersion.archiveId').onRef('proofMark.appliedVersion', '=', 'manuscriptVersion.versionNo'),
    )
    .select(['manuscriptVersion.versionNo', 'manuscriptVersion.createTime'])
    .where('manuscriptVersion.archiveId', '=', archiveId)
    .where('proofMark.fate', '=', 'adopted')
    .where('proofMark.delFlag', '=', '0')
    .orderBy('manuscriptVersion.versionNo', 'desc')
    .limit(1)
    .executeTakeFirst();

export const ownPress = (db: Database | Tx) => db.selectFrom('press').select('pressName').where('isSelf', '=', '1').executeTakeFirst();

/** Enabled typesetters with the tasks that they have in hand. */
export const typesetterStations = (db: Database | Tx) =>
  db
    .selectFrom('pressUser')
    .innerJoin('user', 'user.id', 'pressUser.userId')
    .select(['pressUser.userId', 'user.nickName'])
    .select((eb) =>
      eb
        .selectFrom('composition')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .whereRef('composition.typesetterId', '=', 'pressUser.userId')
        .where('composition.status', 'in', WITH_TYPESETTER)
        .where('composition.delFlag', '=', '0')
        .as('load'),
    )
    .where('pressUser.station', '=', 'typesetter')
    .where('pressUser.status', '=', '0')
    .where('pressUser.delFlag', '=', '0')
    .where('user.status', '=', '0')
    .where('user.delFlag', '=', '0')
    .orderBy('user.nickName')
    .execute();

/** The newest version of a manuscript, and the text of its online editor. */
export const lastVersionOf = (db: Database, archiveId: number) =>
  db.selectFrom('manuscriptVersion').selectAll().where('archiveId', '=', archiveId).orderBy('versionNo', 'desc').limit(1).executeTakeFirst();
export const onlineTextOf = async (db: Database, archiveId: number): Promise<string> =>
  (await db.selectFrom('manuscriptText').select('content').where('archiveId', '=', archiveId).executeTakeFirst())?.content ?? '';

/** Whether an uploaded file is a picture that everybody may see. */
export const publicPicture = async (db: Database, fileName: string): Promise<boolean> =>
  (await db.selectFrom('file').select('id').where('fileName', '=', fileName).where('isPublic', '=', '1').executeTakeFirst()) !== undefined;

/** A released work whose EPUB the catalog does not have yet. */
export const nextEpub = (db: Database) =>
  rows(db)
    .innerJoin('publication', 'publication.id', 'manuscript.publicationId')
    .where('publication.delFlag', '=', '0')
    .where('publication.status', '<>', 'checking')
    .where('composition.status', '=', 'released')
    .where('composition.epubFileId', 'is not', null)
    .where((eb) => eb.or([eb('composition.queuedFileId', 'is', null), eb('composition.queuedFileId', '<>', eb.ref('composition.epubFileId'))]))
    .orderBy('composition.id')
    .limit(1)
    .executeTakeFirst();

export const preparationOfUpload = (db: Database, uploadId: string) =>
  db.selectFrom('preparation').select(['state', 'message']).where('uploadId', '=', uploadId).executeTakeFirst();

const items = (db: Database) =>
  db
    .selectFrom('composition')
    .innerJoin('manuscript', 'manuscript.id', 'composition.archiveId')
    .leftJoin('user', 'user.id', 'manuscript.editorId')
    .select((eb) => [
      'composition.id as itemId',
      'manuscript.title',
      'manuscript.archiveNo as note',
      eb.fn.coalesce('user.nickName', eb.val('')).as('askedBy'),
      'composition.updateTime as since',
      'composition.dueAt as due',
      eb.val<string | null>(null).as('page'),
    ])
    .where('composition.delFlag', '=', '0')
    .where('manuscript.delFlag', '=', '0')
    .where('manuscript.status', '<>', 'held');

/** Tasks that a typesetter accepts or delivers. */
/** States in which the typesetter has the task. */

export const typesetterTasks = (db: Database, userId: number) =>
  items(db).where('composition.typesetterId', '=', userId).where('composition.status', 'in', WITH_TYPESETTER);

/** Open compositions of a typesetter, for a hand-over. */
export const compositionsHeldBy = (tx: Tx, userId: number) =>
  tx
    .selectFrom('composition')
    .innerJoin('manuscript', 'manuscript.id', 'composition.archiveId')
    .select(['composition.id', 'composition.status', 'manuscript.title'])
    .where('composition.typesetterId', '=', userId)
    .where('composition.status', 'in', WITH_TYPESETTER)
    .where('composition.delFlag', '=', '0')
    .where('manuscript.delFlag', '=', '0')
    .orderBy('composition.id')
    .execute();

/** Compositions that the responsible editor sends out, reassigns, or makes final. */
export const editorTasks = (db: Database, editorId: number) =>
  items(db)
    .where('manuscript.editorId', '=', editorId)
    .where((eb) =>
      eb.or([
        eb('composition.status', '=', 'pending'),
        eb.and([eb('composition.status', 'in', WITH_TYPESETTER), eb('composition.typesetterId', 'is', null)]),
        eb.and([eb('composition.status', '=', 'delivered'), eb('manuscript.status', '=', 'ready')]),
      ]),
    );

export const releaseTasks = (db: Database) => items(db).where('composition.status', '=', 'final').where('manuscript.status', '=', 'ready');

/** Published works whose accepted reports of readers are not in the text yet; reports without the correct text wait for a person too. */
export const correctionTasks = (db: Database, userId: number) =>
  items(db)
    .where('composition.status', '=', 'released')
    .where((eb) => eb.or([eb('composition.typesetterId', '=', userId), eb('manuscript.editorId', '=', userId)]))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('proofMark')
          .select('proofMark.id')
          .whereRef('proofMark.archiveId', '=', 'composition.archiveId')
          .where('proofMark.source', '=', 'reader')
          .where('proofMark.fate', '=', 'adopted')
          .where('proofMark.appliedVersion', 'is', null)
          .where('proofMark.delFlag', '=', '0'),
      ),
    );
