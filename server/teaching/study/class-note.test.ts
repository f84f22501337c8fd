import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ClassNote } from '../../../contract/teaching/class-note.ts';
import { classroom, type Classroom, type Said } from '../../../tests/support/classroom.ts';
import { addTextbook } from '../../../tests/support/textbook-fixture.ts';
import { carryNextNotes } from './class-note.service.ts';

let room: Classroom;
let book: Awaited<ReturnType<typeof addTextbook>>;
let editionId = 0;
/** A class of another teacher with the same book, of which `chen` is a student. */
let otherClass = 0;

beforeAll(async () => {
  room = await classroom(['lin', 'zhou', 'chen', 'waiter', 'leaver']);
  await room.join('helper');
  book = await addTextbook(room.t);
  const row = await room.t.context.db.selectFrom('publication').select('editionId').where('id', '=', book.publishId).executeTakeFirstOrThrow();
  editionId = row.editionId ?? 0;
  await room.ask('teacher', 'PUT', '/teaching/course', { courseId: room.courseId, name: '英语听说', publishIds: [book.publishId] });
  const members = (await room.ask('teacher', 'GET', `/cms/courseClass/member/${room.classId}`)).data as { memberId: number; memberName: string }[];
  const idOf = (name: string) => members.find(({ memberName }) => memberName === `${name}同学`)?.memberId ?? 0;
  await room.ask('teacher', 'PUT', `/teaching/member/${idOf('helper')}`, { action: 'assistant' });
  await room.ask('teacher', 'PUT', `/teaching/member/${idOf('chen')}`, { action: 'remove' });
  await room.ask('leaver', 'POST', `/cms/courseClass/leave/${room.classId}`);
  await room.t.context.db
    .updateTable('classMember')
    .set({ status: 'waiting' })
    .where('userId', '=', room.ids['waiter'] ?? 0)
    .execute();
  const { courseId } = (await room.ask('colleague', 'POST', '/teaching/course', { name: '另一门课', publishIds: [book.publishId] })).data;
  otherClass = (await room.ask('colleague', 'POST', '/teaching/class', { courseId, className: '2班' })).data.classId as number;
  await room.ask('colleague', 'PUT', `/cms/courseClass/open/${otherClass}`);
  const { joinCode } = (await room.ask('colleague', 'GET', `/cms/courseClass/${otherClass}`)).data;
  await room.ask('chen', 'POST', '/cms/courseClass/join', { code: joinCode, memberName: '陈', consent: true });
});
afterAll(() => room.t.close());

const place = (more: object = {}) => ({
  classIds: [room.classId],
  publishId: book.publishId,
  editionId,
  documentIndex: 0,
  chapterTitle: 'Unit 1',
  cfi: 'epubcfi(/6/2!/4/2/4,/1:0,/1:24)',
  text: 'The ferry leaves at six.',
  before: '',
  after: 'Listen.',
  note: '注意 leave 的用法',
  colour: 'green',
  ...more,
});
const write = (who: string, more: object = {}): Promise<Said> => room.ask(who, 'POST', '/teaching/classNote', place(more));
const written = async (who: string, more: object = {}): Promise<ClassNote> => {
  const said = await write(who, more);
  if (said.code !== 200) throw new Error(said.msg);
  return said.data[0] as ClassNote;
};
const inBook = async (who: string) =>
  (await room.ask(who, 'GET', `/cms/classNote/book/${book.publishId}`)).data as { classes: object[]; notes: ClassNote[] };
const list = (who: string, classId = room.classId) => room.ask(who, 'GET', `/cms/classNote/list/${classId}`);
const drop = (note: ClassNote) => room.ask('teacher', 'DELETE', `/teaching/classNote/${note.noteId}`);

describe('§16 the notes of a class, by role and membership', () => {
  let note: ClassNote;
  let helped: ClassNote;
  let withdrawn: ClassNote;
  beforeAll(async () => {
    note = await written('teacher');
    helped = await written('helper', { note: '助教的批注', documentIndex: 1, text: 'A letter came.', cfi: 'epubcfi(/6/4!/4/2/4,/1:0,/1:14)' });
    withdrawn = await written('teacher', { note: '撤回的' });
    await room.ask('teacher', 'PUT', `/teaching/classNote/published/${withdrawn.noteId}`, { published: false });
  });
  afterAll(async () => {
    for (const one of [note, helped, withdrawn]) await drop(one);
  });

  const calls: readonly (readonly [name: string, codes: Readonly<Record<string, number>>, call: (who: string) => Promise<Said>])[] = [
    ['list', { teacher: 200, helper: 200, lin: 200 }, (who) => list(who)],
    ['add', { teacher: 200, helper: 200, lin: 403 }, (who) => write(who, { note: `${who}写的` })],
    [
      'edit a note of the teacher',
      { teacher: 200, helper: 403, lin: 403 },
      (who) => room.ask(who, 'PUT', `/teaching/classNote/${note.noteId}`, { note: '改过', colour: 'blue' }),
    ],
    [
      'edit a note of the assistant',
      { teacher: 200, helper: 200, lin: 403 },
      (who) => room.ask(who, 'PUT', `/teaching/classNote/${helped.noteId}`, { note: '改过', colour: 'blue' }),
    ],
    [
      'withdraw a note of the teacher',
      { teacher: 200, helper: 403, lin: 403 },
      (who) => room.ask(who, 'PUT', `/teaching/classNote/published/${note.noteId}`, { published: true }),
    ],
    [
      'change a withdrawn note, which students do not see',
      { teacher: 200, helper: 403, lin: 404 },
      (who) => room.ask(who, 'PUT', `/teaching/classNote/published/${withdrawn.noteId}`, { published: false }),
    ],
    ['remove', { helper: 403, lin: 403 }, (who) => room.ask(who, 'DELETE', `/teaching/classNote/${note.noteId}`)],
    ['pack', { teacher: 200, helper: 200, lin: 200 }, (who) => room.ask(who, 'GET', `/cms/courseClass/${room.classId}/pack`)],
  ];
  const outside = ['outsider', 'colleague', 'chen', 'waiter', 'leaver'];
  test.each(calls)('%s', async (_name, codes, call) => {
    for (const [who, code] of Object.entries(codes)) expect((await call(who)).code, who).toBe(code);
    for (const who of outside) expect((await call(who)).code, who).toBe(404);
  });

  test('students get notes that are published, of their own class only; teachers and assistants the withdrawn ones too', async () => {
    const words = async (who: string) => (await inBook(who)).notes.map((one) => one.note);
    expect(await words('lin')).not.toContain('撤回的');
    expect(await words('helper')).toContain('撤回的');
    const { notes } = await inBook('lin');
    expect(notes).not.toHaveLength(0);
    expect(notes.every(({ classId, mayEdit }) => classId === room.classId && !mayEdit)).toBe(true);
    for (const who of outside.filter((one) => one !== 'chen' && one !== 'colleague'))
      expect(await inBook(who), who).toEqual({ classes: [], notes: [] });
    expect(await inBook('chen')).toMatchObject({ classes: [{ classId: otherClass, role: 'student' }], notes: [] });
    expect((await room.ask('lin', 'GET', `/cms/courseClass/${room.classId}/pack`)).data.notes.map((one: ClassNote) => one.note)).toEqual(
      await words('lin'),
    );
  });
});

test('E138 a note is listed in the order of the book, is withdrawn and shown again, and is changed with its version', async () => {
  const later = await written('teacher', { documentIndex: 2, note: '最后', text: 'The bridge is open.', cfi: 'epubcfi(/6/6!/4/2/4,/1:0,/1:9)' });
  const first = await written('teacher', { note: '最先', cfi: 'epubcfi(/6/2!/4/2/2,/1:0,/1:3)' });
  const order = (await list('lin')).data.map(({ note }: ClassNote) => note) as string[];
  expect(order.indexOf('最先')).toBeLessThan(order.indexOf('最后'));
  expect(
    (await room.ask('teacher', 'PUT', `/teaching/classNote/${first.noteId}`, { note: '旧', colour: 'blue', version: first.version + 1 })).code,
  ).toBe(409);
  const changed = await room.ask('teacher', 'PUT', `/teaching/classNote/${first.noteId}`, { note: '新', colour: 'blue', version: first.version });
  expect(changed.data).toMatchObject({ note: '新', colour: 'blue', version: first.version + 1 });
  const seen = async () => (await list('lin')).data.some(({ noteId }: ClassNote) => noteId === later.noteId);
  await room.ask('teacher', 'PUT', `/teaching/classNote/published/${later.noteId}`, { published: false });
  expect(await seen()).toBe(false);
  await room.ask('teacher', 'PUT', `/teaching/classNote/published/${later.noteId}`, { published: true });
  expect(await seen()).toBe(true);
  for (const one of [later, first]) await drop(one);
});

test('§18 what cannot be is said: an empty note, a passage that is too long, another book, an edition or a chapter that does not exist', async () => {
  const said = async (more: object) => (await write('teacher', more)).msg;
  expect(await said({ note: ' ' })).toBe('请写下批注');
  expect(await said({ note: '字'.repeat(501) })).toBe('批注不能超过500个字');
  expect(await said({ text: '字'.repeat(401) })).toBe('选中的文字不能超过400个字');
  expect(await said({ classIds: [] })).toBe('请选择班级');
  expect(await said({ publishId: 999_999 })).toBe('《1班》没有用这本教材，不能在这里写批注');
  expect(await said({ editionId: 999_999 })).toBe('这本书的版本不存在，请重新打开');
  expect(await said({ documentIndex: 40 })).toBe('位置超出全书，请重新选择一段文字');
});

test('one note for two classes is written for both or for none', async () => {
  const mine = (await room.ask('teacher', 'POST', '/teaching/class', { courseId: room.courseId, className: '3班' })).data.classId as number;
  const made = (await write('teacher', { classIds: [room.classId, mine] })).data as ClassNote[];
  expect(made.map(({ classId }) => classId).toSorted()).toEqual([room.classId, mine].toSorted());
  const before = (await list('teacher')).data.length as number;
  expect((await write('teacher', { classIds: [room.classId, otherClass] })).code).toBe(404);
  expect((await list('teacher')).data).toHaveLength(before);
  for (const one of made) await drop(one);
});

test('§16 notes of a class that is over stay readable and are not changed', async () => {
  const classId = (await room.ask('teacher', 'POST', '/teaching/class', { courseId: room.courseId, className: '结课班' })).data.classId as number;
  await room.ask('teacher', 'PUT', `/cms/courseClass/open/${classId}`);
  const note = await written('teacher', { classIds: [classId] });
  await room.ask('teacher', 'PUT', `/cms/courseClass/end/${classId}`);
  expect((await list('teacher', classId)).data).toHaveLength(1);
  expect((await room.ask('teacher', 'DELETE', `/teaching/classNote/${note.noteId}`)).code).toBe(23304);
  expect((await write('teacher', { classIds: [classId] })).msg).toBe('班级已结课，不能写批注');
});

test('E138 notes follow a new edition by their text, as placed items do; one whose text is gone is marked', async () => {
  const kept = await written('teacher', { documentIndex: 1, text: 'A letter came.', cfi: 'epubcfi(/6/4!/4/2/4,/1:0,/1:14)' });
  const lost = await written('teacher', { documentIndex: 2, text: 'The bridge is open.', cfi: 'epubcfi(/6/6!/4/2/4,/1:0,/1:19)' });
  await book.edition(['A new first unit.', 'The ferry leaves at six.', 'Then: A  letter came.', 'Nothing else.']);
  while (await carryNextNotes(room.t.context));
  const found = (await list('lin')).data as ClassNote[];
  expect(found.find(({ noteId }) => noteId === kept.noteId)).toMatchObject({ documentIndex: 2, lost: false, editionId });
  expect(found.find(({ noteId }) => noteId === lost.noteId)).toMatchObject({ documentIndex: 2, lost: true });
});

test('E138 a note has a recording, which its members hear; it leaves with its last note, and nobody takes the file of another', async () => {
  const { t } = room;
  const upload = async (who: string, name = '录音.webm', bytes = Buffer.from('1a45dfa301000000000000', 'hex')): Promise<Said> => {
    const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: audio/webm\r\n\r\n`;
    const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')]);
    const headers = { ...(await t.as(who)), 'content-type': 'multipart/form-data; boundary=b' };
    return (await t.app.inject({ method: 'POST', url: `/prod-api/teaching/classNote/sound/${room.classId}`, headers, payload })).json<Said>();
  };
  const heard = async (who: string, noteId: number): Promise<string> => {
    const reply = await t.app.inject({ url: `/prod-api/cms/classNote/sound/${noteId}`, headers: await t.as(who) });
    return String(reply.headers['content-type']).includes('json') ? reply.json<Said>().msg : 'sound';
  };
  expect((await upload('lin')).code).toBe(403);
  expect((await upload('colleague')).code).toBe(404);
  expect((await upload('teacher', '讲义.txt')).code).toBe(500);
  const first = (await upload('teacher')).data.fileId as number;
  const second = (await upload('teacher')).data.fileId as number;
  expect((await write('helper', { audioFileId: first })).msg).toBe('录音没有上传好，请重新录一次');

  const note = await written('teacher', { audioFileId: first });
  expect(note.sound).toEqual({ fileId: first, bytes: 11 });
  expect(await heard('lin', note.noteId)).toBe('sound');
  expect(await heard('outsider', note.noteId)).toBe('班级不存在，或您不在这个班级');
  const copy = await written('teacher', { audioFileId: first });
  const edit = (more: object) => room.ask('teacher', 'PUT', `/teaching/classNote/${note.noteId}`, { note: '改了', colour: 'green', ...more });
  expect((await edit({})).data.sound).toEqual({ fileId: first, bytes: 11 });
  expect((await edit({ audioFileId: second })).data.sound).toMatchObject({ fileId: second });
  // Another note has the first one still.
  expect(await heard('lin', copy.noteId)).toBe('sound');
  expect((await edit({ audioFileId: null })).data.sound).toBeNull();
  const files = async () => (await t.context.db.selectFrom('file').select('id').where('id', 'in', [first, second]).execute()).map(({ id }) => id);
  expect(await files()).toEqual([first]);
  await room.ask('teacher', 'PUT', `/teaching/classNote/published/${copy.noteId}`, { published: false });
  expect(await heard('lin', copy.noteId)).toBe('录音不存在或已删除，请刷新后重试');
  await drop(copy);
  expect(await files()).toEqual([]);
});
