import type { z } from 'zod';
import { inBookOrder } from '../../../contract/annotation/book-order.ts';
import { inGroup } from '../../../contract/state-machine.ts';
import type { addClassNote, BookClassNotes, ClassNote, editClassNote } from '../../../contract/teaching/class-note.ts';
import { courseClassMachine, type CourseClassState } from '../../../contract/teaching/course-class.machine.ts';
import { CLASS_NOTE, type MemberRole } from '../../../contract/teaching/teaching-limits.ts';
import { TEXTBOOK } from '../../../contract/textbook/textbook-limits.ts';
import type { AppContext } from '../../context.ts';
import { wireTime } from '../../db/clock.ts';
import type { Database, Tx } from '../../db/database.ts';
import { conflict, failed, forbidden, invalid, missing, type AppError } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { rateLimit, type RateLimit } from '../../http/rate-limit.ts';
import { placeFinder } from '../../textbook/place-carry.service.ts';
import { classFor, requireLive, type ClassAccess } from '../course/class-access.service.ts';
import { membershipsOf } from '../course/class-member.queries.ts';
import { classesFor, lockClass } from '../course/course-class.queries.ts';
import { editsClassNote, mayInClass, roleIn } from '../course/course-class.policy.ts';
import { idsOf } from '../course/course.service.ts';
import {
  countNotes,
  deleteNote,
  editionOfWork,
  insertNote,
  nextNoteToCarry,
  noteById,
  notesInBook,
  notesOfClass,
  notesToCarry,
  placeNote,
  updateNote,
  type NoteRow,
} from './class-note.queries.ts';
import { assertOwnSound, dropUnusedSound } from './note-sound.service.ts';

const WRITING: RateLimit = { name: 'class-note', points: 200, windowMs: 3_600_000, message: '您写批注太频繁了，请一小时后再试' };
const gone = (): AppError => missing('批注不存在或已删除，请刷新后重试');

const wire = (row: NoteRow, role: MemberRole, currentUser: CurrentUser): ClassNote => ({
  noteId: row.id,
  classId: row.classId,
  className: row.className,
  publishId: row.publishId,
  editionId: row.editionId,
  documentIndex: row.documentIndex,
  chapterTitle: row.chapterTitle,
  cfi: row.cfi,
  text: row.text,
  before: row.before,
  after: row.after,
  lost: row.lost === '1',
  note: row.note,
  sound: row.audioFileId === null || row.soundBytes === null ? null : { fileId: row.audioFileId, bytes: row.soundBytes },
  colour: row.colour as ClassNote['colour'],
  published: row.published === '1',
  author: row.authorName || row.authorUserName || '老师',
  updateTime: wireTime(row.updateTime),
  version: row.version,
  mayEdit: editsClassNote(role, row, currentUser),
});

/** What a role sees of notes: students those that are published. */
const shown = (rows: readonly NoteRow[], role: MemberRole, currentUser: CurrentUser): ClassNote[] =>
  rows.filter(({ published }) => published === '1' || mayInClass(role, 'staff')).map((row) => wire(row, role, currentUser));

/** Notes of a class in the order of its books. */
export async function notesFor({ db }: { readonly db: Database | Tx }, currentUser: CurrentUser, classId: number): Promise<ClassNote[]> {
  const { row, role } = await classFor(db, currentUser, classId);
  const order = idsOf(row.publishIds);
  return shown(await notesOfClass(db, classId), role, currentUser).toSorted(
    (one, two) => order.indexOf(one.publishId) - order.indexOf(two.publishId) || inBookOrder(one, two) || one.noteId - two.noteId,
  );
}

/** Notes at the passages of a book from the classes of a user, and these classes. An archived class has no notes in the book. */
export async function notesAt({ db }: AppContext, currentUser: CurrentUser, publishId: number): Promise<BookClassNotes> {
  const members = new Map((await membershipsOf(db, currentUser.userId)).map((member) => [member.classId, member]));
  const classes = (await classesFor(db, currentUser.userId)).flatMap((row) => {
    const role = roleIn(row, members.get(row.id), currentUser);
    return role === null || row.status === 'archived' || !idsOf(row.publishIds).includes(publishId) ? [] : [{ row, role }];
  });
  const roles = new Map(classes.map(({ row, role }) => [row.id, role]));
  const notes = await notesInBook(db, [...roles.keys()], publishId);
  return {
    classes: classes.map(({ row, role }) => ({
      classId: row.id,
      className: row.className,
      role,
      live: inGroup(courseClassMachine, 'live', row.status as CourseClassState),
    })),
    notes: notes.flatMap((row) => shown([row], roles.get(row.classId) ?? 'student', currentUser)).toSorted(inBookOrder),
  };
}

async function assertPlace(tx: Tx, { row }: ClassAccess, place: z.output<typeof addClassNote.body>): Promise<void> {
  if (!idsOf(row.publishIds).includes(place.publishId)) throw failed(`《${row.className}》没有用这本教材，不能在这里写批注`);
  const edition = await editionOfWork(tx, place.editionId, place.publishId);
  if (!edition) throw invalid('这本书的版本不存在，请重新打开');
  if (place.documentIndex >= edition.documents) throw invalid('位置超出全书，请重新选择一段文字');
}

export async function addNotes(context: AppContext, currentUser: CurrentUser, body: z.output<typeof addClassNote.body>): Promise<ClassNote[]> {
  await rateLimit(context, WRITING, currentUser.userId);
  const { classIds, audioFileId = null, ...place } = body;
  return context.db.transaction().execute(async (tx) => {
    await assertOwnSound(tx, currentUser, audioFileId, null);
    const made: ClassNote[] = [];
    // In the order of their ids, as everywhere, so that two transactions never wait for each other.
    for (const classId of [...new Set(classIds)].toSorted((one, two) => one - two)) {
      const access = await classFor(tx, currentUser, classId, 'staff');
      requireLive(access.row, '写批注');
      await assertPlace(tx, access, body);
      await lockClass(tx, classId);
      if ((await countNotes(tx, classId)) >= CLASS_NOTE.inClass)
        throw failed(`《${access.row.className}》已有${CLASS_NOTE.inClass}条批注，请先删除不用的`);
      const id = await insertNote(
        tx,
        { ...place, audioFileId, classId, placeEditionId: place.editionId, authorId: currentUser.userId, createBy: currentUser.userName },
        Date.now(),
      );
      const row = await noteById(tx, id);
      if (!row) throw gone();
      made.push(wire(row, access.role, currentUser));
    }
    return made;
  });
}

/** A note that the caller may change, in a class that is not over; 404 for everybody who does not see it. */
async function noteToChange(tx: Tx, currentUser: CurrentUser, noteId: number, action: string): Promise<{ row: NoteRow; role: MemberRole }> {
  const row = await noteById(tx, noteId);
  if (!row) throw gone();
  const { row: group, role } = await classFor(tx, currentUser, row.classId);
  if (row.published === '0' && !mayInClass(role, 'staff')) throw gone();
  if (!editsClassNote(role, row, currentUser)) throw forbidden('只有任课老师和写批注的人可以这样做');
  requireLive(group, action);
  return { row, role };
}

/** Writes columns of a note and returns it. */
async function change(
  tx: Tx,
  currentUser: CurrentUser,
  { row, role }: { readonly row: NoteRow; readonly role: MemberRole },
  columns: { note?: string; colour?: string; published?: '0' | '1'; audioFileId?: number | null },
): Promise<ClassNote> {
  if (!(await updateNote(tx, row, { ...columns, updateBy: currentUser.userName }, Date.now()))) throw conflict();
  const changed = await noteById(tx, row.id);
  if (!changed) throw gone();
  return wire(changed, role, currentUser);
}

export async function editNote(
  context: AppContext,
  currentUser: CurrentUser,
  noteId: number,
  { note, colour, version, audioFileId }: z.output<typeof editClassNote.body>,
): Promise<ClassNote> {
  await rateLimit(context, WRITING, currentUser.userId);
  let former: number | null = null;
  const changed = await context.db.transaction().execute(async (tx) => {
    const found = await noteToChange(tx, currentUser, noteId, '修改批注');
    if (version !== undefined && version !== found.row.version) throw conflict();
    if (audioFileId === undefined) return change(tx, currentUser, found, { note, colour });
    await assertOwnSound(tx, currentUser, audioFileId, found.row.audioFileId);
    if (audioFileId !== found.row.audioFileId) former = found.row.audioFileId;
    return change(tx, currentUser, found, { note, colour, audioFileId });
  });
  await dropUnusedSound(context, former);
  return changed;
}

export const publishNote = ({ db }: AppContext, currentUser: CurrentUser, noteId: number, published: boolean): Promise<ClassNote> =>
  db.transaction().execute(async (tx) => {
    const found = await noteToChange(tx, currentUser, noteId, published ? '发布批注' : '撤回批注');
    return change(tx, currentUser, found, { published: published ? '1' : '0' });
  });

export async function removeNote(context: AppContext, currentUser: CurrentUser, noteId: number): Promise<void> {
  const audioFileId = await context.db.transaction().execute(async (tx) => {
    const { row } = await noteToChange(tx, currentUser, noteId, '删除批注');
    await deleteNote(tx, row.id);
    return row.audioFileId;
  });
  await dropUnusedSound(context, audioFileId);
}

/** Carries the notes at one book to its current edition, by the rule of everything that is placed in textbooks. Returns false when none is left. */
export async function carryNextNotes({ db }: Pick<AppContext, 'db'>): Promise<boolean> {
  const due = await nextNoteToCarry(db);
  if (!due || due.editionId === null) return false;
  const { publishId, editionId } = due;
  const place = await placeFinder(db, editionId);
  await db.transaction().execute(async (tx) => {
    for (const row of await notesToCarry(tx, publishId, editionId)) {
      const found = place(row.text.slice(0, TEXTBOOK.quote), row.documentIndex);
      await placeNote(tx, row.id, {
        placeEditionId: editionId,
        documentIndex: found ?? row.documentIndex,
        lost: found === null ? '1' : '0',
      });
    }
  });
  return true;
}
