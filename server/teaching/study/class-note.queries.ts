import type { Database, Tx } from '../../db/database.ts';

type Db = Database | Tx;

const notes = (db: Db) =>
  db
    .selectFrom('classNote')
    .innerJoin('courseClass', 'courseClass.id', 'classNote.classId')
    .leftJoin('user as author', 'author.id', 'classNote.authorId')
    .leftJoin('file as sound', 'sound.id', 'classNote.audioFileId')
    .selectAll('classNote')
    .select(['courseClass.className', 'author.nickName as authorName', 'author.userName as authorUserName', 'sound.size as soundBytes'])
    .where('classNote.delFlag', '=', '0');

export const noteById = (db: Db, id: number) => notes(db).where('classNote.id', '=', id).executeTakeFirst();
export type NoteRow = NonNullable<Awaited<ReturnType<typeof noteById>>>;

export const notesOfClass = (db: Db, classId: number) => notes(db).where('classNote.classId', '=', classId).orderBy('classNote.id').execute();

/** Notes of classes at the passages of one book. */
export const notesInBook = (db: Db, classIds: readonly number[], publishId: number) =>
  classIds.length === 0
    ? Promise.resolve([])
    : notes(db).where('classNote.classId', 'in', classIds).where('classNote.publishId', '=', publishId).orderBy('classNote.id').execute();

export const countNotes = async (db: Db, classId: number): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('classNote')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('classId', '=', classId)
        .where('delFlag', '=', '0')
        .executeTakeFirstOrThrow()
    ).n,
  );

/** An edition of a work that is not deleted. */
export const editionOfWork = (db: Db, editionId: number, publishId: number) =>
  db
    .selectFrom('edition')
    .innerJoin('publication', 'publication.id', 'edition.publicationId')
    .select(['edition.id', 'edition.documents'])
    .where('edition.id', '=', editionId)
    .where('publication.id', '=', publishId)
    .where('publication.delFlag', '=', '0')
    .executeTakeFirst();

export interface NewNote {
  readonly classId: number;
  readonly publishId: number;
  readonly editionId: number;
  readonly placeEditionId: number;
  readonly documentIndex: number;
  readonly chapterTitle: string;
  readonly cfi: string;
  readonly text: string;
  readonly before: string;
  readonly after: string;
  readonly note: string;
  readonly colour: string;
  readonly audioFileId: number | null;
  readonly authorId: number;
  readonly createBy: string;
}

export const insertNote = async (tx: Tx, note: NewNote, now: number): Promise<number> =>
  (
    await tx
      .insertInto('classNote')
      .values({ ...note, createTime: now, updateTime: now })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

interface NoteColumns {
  readonly note?: string;
  readonly colour?: string;
  readonly audioFileId?: number | null;
  readonly published?: '0' | '1';
  readonly updateBy: string;
}

/** Returns whether the row still had the version. */
export async function updateNote(tx: Tx, row: Pick<NoteRow, 'id' | 'version'>, columns: NoteColumns, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('classNote')
    .set({ ...columns, updateTime: now, version: row.version + 1 })
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

/** A stored file, for the recording of a note. */
export const soundFile = (db: Db, id: number) => db.selectFrom('file').select(['id', 'ownerId']).where('id', '=', id).executeTakeFirst();

/** Number of notes with a recording. */
export const notesWithSound = async (db: Db, fileId: number): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('classNote')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('audioFileId', '=', fileId)
        .executeTakeFirstOrThrow()
    ).n,
  );

export const deleteNote = (tx: Tx, id: number) => tx.deleteFrom('classNote').where('id', '=', id).execute();

/** A note whose place belongs to another edition than the current one of its book. */
export const nextNoteToCarry = (db: Db) =>
  db
    .selectFrom('classNote')
    .innerJoin('publication', 'publication.id', 'classNote.publishId')
    .select(['classNote.publishId', 'publication.editionId'])
    .whereRef('classNote.placeEditionId', '<>', 'publication.editionId')
    .where('publication.delFlag', '=', '0')
    .orderBy('classNote.id')
    .executeTakeFirst();

export const notesToCarry = (tx: Tx, publishId: number, editionId: number) =>
  tx
    .selectFrom('classNote')
    .select(['id', 'text', 'documentIndex'])
    .where('publishId', '=', publishId)
    .where('placeEditionId', '<>', editionId)
    .execute();

export const placeNote = (tx: Tx, id: number, place: { placeEditionId: number; documentIndex: number; lost: '0' | '1' }) =>
  tx.updateTable('classNote').set(place).where('id', '=', id).execute();
