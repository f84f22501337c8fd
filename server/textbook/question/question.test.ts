import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { QuestionKey, ShownQuestion } from '../../../contract/textbook/question-kind.ts';
import { testContext, type Bearer, type TestContext } from '../../../tests/support/test-context.ts';
import { addTextbook } from '../../../tests/support/textbook-fixture.ts';
import { judge, questionsForTeacher, versionsOf } from './question.service.ts';

let t: TestContext;
let editor: Bearer;
let approver: Bearer;
let reader: Bearer;
let teacher: Bearer;
let other: Bearer;
let teacherId = 0;
let publishId = 0;
let bankId = 0;

const ACTIONS = ['list', 'query', 'add', 'edit', 'remove', 'submit', 'import', 'export'].map((action) => `textbook:exercise:${action}`);

beforeAll(async () => {
  t = await testContext();
  await t.addUser({ userName: 'editor', permissions: [...ACTIONS, 'cms:content:audit'] });
  await t.addUser({ userName: 'approver', permissions: ['cms:content:audit', 'textbook:exercise:query'] });
  await t.addUser({ userName: 'reader' });
  teacherId = await t.addUser({ userName: 'teacher', permissions: ['teaching:course:teach'] });
  await t.addUser({ userName: 'other', permissions: ['teaching:course:teach'] });
  [editor, approver, reader] = [await t.as('editor'), await t.as('approver'), await t.as('reader')];
  [teacher, other] = [await t.as('teacher'), await t.as('other')];
  ({ publishId } = await addTextbook(t, { title: '题库教材' }));
  bankId = (await ask(editor, 'POST', '/textbook/questionBank', { name: '第一册', publishId })).data.bankId;
});
afterAll(() => t.close());

// oxlint-disable-next-line no-explicit-any -- the answer of any call
type Answer = { code: number; msg: string; data: any; rows: any[]; total: number };
async function ask(headers: Bearer | object, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object): Promise<Answer> {
  return (await t.app.inject({ method, url: `/prod-api${path}`, headers: { ...headers }, ...(payload ? { payload } : {}) })).json<Answer>();
}

const choice = (id: string) => ({ id, html: `选项${id}` });
const SINGLE: ShownQuestion = { kind: 'single', stem: '<p>渡口在哪里？</p>', options: [choice('aaaaaaaa'), choice('bbbbbbbb')] };
const SINGLE_KEY: QuestionKey = { kind: 'single', right: ['bbbbbbbb'], explanation: '<p>书上第一句</p>' };

const save = (who: Bearer, more: object = {}, shown: ShownQuestion = SINGLE, key: QuestionKey = SINGLE_KEY) =>
  ask(who, 'POST', '/textbook/question/save', { bankId, ready: true, points: 200, shown, key, ...more });

describe('banks', () => {
  test('a bank of a work is for staff, that of a teacher for this teacher alone', async () => {
    expect(await ask(teacher, 'POST', '/textbook/questionBank', { name: '不行', publishId })).toMatchObject({ code: 403 });
    const own = await ask(teacher, 'POST', '/textbook/questionBank', { name: '我的题库' });
    expect(own).toMatchObject({ code: 200, data: { owner: 'teacher', publishTitle: '' } });
    expect((await ask(teacher, 'GET', '/textbook/questionBank/list')).rows).toMatchObject([{ name: '我的题库' }]);
    expect((await ask(other, 'GET', '/textbook/questionBank/list')).rows).toEqual([]);
    expect((await ask(editor, 'GET', '/textbook/questionBank/list')).rows).toMatchObject([{ name: '第一册', owner: 'publication' }]);
    const id = own.data.bankId as number;
    expect((await ask(other, 'GET', `/textbook/questionBank/${id}`)).code).toBe(404);
    expect((await save(other, { bankId: id })).code).not.toBe(200);
    expect((await save(teacher)).code).not.toBe(200);
    expect(await save(teacher, { bankId: id })).toMatchObject({ code: 200, data: { status: 'ready' } });
    expect(await ask(teacher, 'DELETE', `/textbook/questionBank/${id}`)).toMatchObject({ msg: '题库里还有题目，不能删除' });
    expect((await ask(reader, 'GET', '/textbook/question/list')).code).toBe(403);
    expect((await ask(other, 'GET', '/textbook/question/list')).rows).toEqual([]);
  });
});

describe('questions', () => {
  test('§4 a formula is stored as MathML; saving it again makes no version; a wrong one cannot be ready', async () => {
    const shown = { ...SINGLE, stem: '<p>求 $x^2$</p>' } as ShownQuestion;
    const first = await save(editor, { code: 'F1' }, shown);
    expect(first).toMatchObject({ code: 200, data: { status: 'ready', problems: [] } });
    const { questionId, versionId } = first.data;
    const [stored] = (await ask(editor, 'GET', `/textbook/question/versions/${questionId}`)).data;
    expect(stored.shown.stem).toContain('<math>');
    for (const again of [shown, stored.shown as ShownQuestion])
      expect((await save(editor, { code: 'F1', questionId }, again)).data.versionId).toBe(versionId);
    const long = { ...SINGLE, stem: `<p>${'$x$'.repeat(400)}</p>` } as ShownQuestion;
    const many = await save(editor, { code: 'F3' }, long);
    const [storedLong] = (await ask(editor, 'GET', `/textbook/question/versions/${many.data.questionId}`)).data;
    expect(storedLong.shown.stem.length).toBeGreaterThan(20_000);
    expect((await save(editor, { code: 'F3', questionId: many.data.questionId }, storedLong.shown)).data.versionId).toBe(many.data.versionId);
    const wrong = { ...SINGLE, stem: '<p>求 $\\frac{1$</p>' } as ShownQuestion;
    expect(await save(editor, {}, wrong)).toMatchObject({ code: 23801, msg: expect.stringContaining('题干的公式“\\frac{1”：括号或命令不成对') });
    expect(await save(editor, { ready: false }, wrong)).toMatchObject({
      code: 200,
      data: { status: 'draft', problems: [expect.stringContaining('题干的公式')] },
    });
  });

  test('a changed content becomes a new version, an equal one does not; versions stay', async () => {
    const first = await save(editor, { code: 'V1' });
    expect(first).toMatchObject({ code: 200, data: { status: 'ready', problems: [] } });
    const { questionId, versionId } = first.data;
    expect((await save(editor, { code: 'V1', questionId })).data.versionId).toBe(versionId);
    const second = await save(editor, { code: 'V1', questionId, points: 300 });
    expect(second.data.versionId).not.toBe(versionId);
    const { data } = await ask(editor, 'GET', `/textbook/question/versions/${questionId}`);
    expect(data.map(({ no, points }: { no: number; points: number }) => [no, points])).toEqual([
      [2, 300],
      [1, 200],
    ]);
    expect((await versionsOf(t.context.db, [versionId]))[0]).toMatchObject({ points: 200, no: 1 });
    expect(await save(editor, { code: 'V1' })).toMatchObject({ code: 23804 });
  });

  test('§18 a question with an impossible key stays a draft and says which line', async () => {
    const none: QuestionKey = { ...SINGLE_KEY, right: [] };
    expect(await save(editor, {}, SINGLE, none)).toMatchObject({ code: 23801, msg: '还没有选定正确选项' });
    const draft = await save(editor, { ready: false }, SINGLE, none);
    expect(draft).toMatchObject({ code: 200, data: { status: 'draft', problems: ['还没有选定正确选项'] } });
    expect((await ask(editor, 'DELETE', `/textbook/question/${draft.data.questionId}`)).code).toBe(200);
    const ready = await save(editor);
    expect(await save(editor, { questionId: ready.data.questionId, ready: false }, SINGLE, none)).toMatchObject({ code: 23801 });
    expect((await ask(editor, 'DELETE', `/textbook/question/${ready.data.questionId}`)).msg).toContain('不能删除，请停用');
  });

  test('sanitises its HTML, keeps formulas and own recordings, and stores an order in an order that tells nothing', async () => {
    const stem =
      '<p onclick="x()">听<script>alert(1)</script><audio src="/profile/a.mp3" controls></audio><math><msup><mi>x</mi><mn>2</mn></msup></math></p>';
    const items = ['zzzzzzzz', 'mmmmmmmm', 'aaaaaaaa'].map(choice);
    const saved = await save(
      editor,
      {},
      { kind: 'order', stem, items },
      { kind: 'order', order: items.map(({ id }) => id), policy: 'all', explanation: '' },
    );
    const [version] = await versionsOf(t.context.db, [saved.data.versionId]);
    expect(version?.shown.stem).toBe('<p>听<audio src="/profile/a.mp3" controls></audio><math><msup><mi>x</mi><mn>2</mn></msup></math></p>');
    expect(version?.shown.kind === 'order' && version.shown.items.map(({ id }) => id)).toEqual(['aaaaaaaa', 'mmmmmmmm', 'zzzzzzzz']);
    expect(version && judge(version, ['zzzzzzzz', 'mmmmmmmm', 'aaaaaaaa'])).toMatchObject({ verdict: 'right', score: 200 });
  });

  test('students see the pictures that a teacher puts into a question, and may ask for parts of a file; files of others stay private', async () => {
    const upload = async (who: Bearer, name: string): Promise<string> => {
      const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
      const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`;
      const payload = Buffer.concat([Buffer.from(head), png, Buffer.from('\r\n--b--\r\n')]);
      const headers = { ...who, 'content-type': 'multipart/form-data; boundary=b' };
      return (await t.app.inject({ method: 'POST', url: '/prod-api/common/upload', headers, payload })).json<{ fileName: string }>().fileName;
    };
    const read = async (path: string, headers: object = {}) => (await t.app.inject({ url: path, headers: { ...headers } })).statusCode;
    await t.addUser({ userName: 'stranger' });
    const foreign = await upload(await t.as('stranger'), 'b.png');
    const own = await upload(editor, 'a.png');
    await t.context.db.updateTable('file').set({ isPublic: '0' }).where('fileName', '=', own).execute();
    expect(await read(own)).toBe(404);
    const shown = { ...SINGLE, stem: `<p><img src="${own}" alt=""><img src="${foreign}" alt=""></p>` };
    expect((await save(editor, {}, shown)).code).toBe(200);
    expect(await read(own)).toBe(200);
    expect(await read(own, { range: 'bytes=0-3' })).toBe(206);
    expect(await read(own, { range: 'bytes=999999-' })).toBe(416);
    expect(await read(foreign)).toBe(404);
  });

  test('§14 a recording for a question is stored and heard by everybody who has its address; other kinds of files are rejected', async () => {
    const upload = async (who: Bearer, name: string, bytes: Buffer) => {
      const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: audio/wav\r\n\r\n`;
      const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')]);
      const headers = { ...who, 'content-type': 'multipart/form-data; boundary=b' };
      return (await t.app.inject({ method: 'POST', url: '/prod-api/textbook/question/file', headers, payload })).json<Answer>();
    };
    const wav = Buffer.concat([Buffer.from('RIFF\x24\x00\x00\x00WAVEfmt ', 'latin1'), Buffer.alloc(32)]);
    const { data } = await upload(teacher, '听力.wav', wav);
    const heard = await t.app.inject({ url: data.address as string, headers: { range: 'bytes=0-3' } });
    expect([heard.statusCode, heard.body, heard.headers['content-type']]).toEqual([206, 'RIFF', 'audio/wav']);
    expect((await upload(teacher, '听力.html', Buffer.from('<p>'))).msg).toContain('文件格式不正确');
    expect((await upload(reader, '听力.wav', wav)).code).toBe(403);
  });

  test('a retired question is not offered any more, and comes back', async () => {
    const { data } = await save(editor, { code: 'R1', chapter: '第一章' });
    const offered = async () => (await questionsForTeacher(t.context.db, teacherId, { publishIds: [publishId], chapter: '第一章' })).rows;
    expect(await offered()).toMatchObject([{ code: 'R1', points: 200, key: { right: ['bbbbbbbb'] } }]);
    expect((await ask(editor, 'PUT', `/textbook/question/retire/${data.questionId}`, { retired: true })).code).toBe(200);
    expect(await offered()).toEqual([]);
    expect((await ask(editor, 'PUT', `/textbook/question/retire/${data.questionId}`, { retired: false })).code).toBe(200);
    expect(await offered()).toHaveLength(1);
    expect((await questionsForTeacher(t.context.db, teacherId, { chapter: '第一章' })).rows).toEqual([]);
  });
});

describe('exercise sets', () => {
  const newSet = async (documentIndex: number | null, questionIds: number[]) =>
    ask(editor, 'POST', '/textbook/exerciseSet', { publishId, title: '第一章练习', documentIndex, questionIds });
  const event = (who: Bearer, name: string, setId: number, note = '') => ask(who, 'PUT', `/textbook/exerciseSet/${name}/${setId}`, { note });
  const chapterId = async (orderNum: number) =>
    (
      await t.context.db
        .selectFrom('chapter')
        .innerJoin('publication', 'publication.editionId', 'chapter.editionId')
        .select('chapter.id')
        .where('publication.id', '=', publishId)
        .where('chapter.orderNum', '=', orderNum)
        .executeTakeFirstOrThrow()
    ).id;

  test('S2.1.18 readers see a set after another person approved it; the key comes with the second try', async () => {
    const { data: saved } = await save(editor, { code: 'S1' });
    const { data: set } = await newSet(0, [saved.questionId]);
    const first = await chapterId(0);
    expect(await ask({}, 'GET', `/cms/exercise/queryByChapter/${first}`)).toMatchObject({ code: 200, data: [] });
    expect((await event(editor, 'submit', set.setId)).code).toBe(200);
    expect(await event(editor, 'approve', set.setId)).toMatchObject({ code: 22402 });
    expect((await event(approver, 'approve', set.setId)).code).toBe(200);
    const shown = await ask({}, 'GET', `/cms/exercise/queryByChapter/${first}`);
    expect(shown.data).toMatchObject([{ title: '第一章练习', questions: [{ versionId: saved.versionId, points: 200 }] }]);
    expect(JSON.stringify(shown.data)).not.toMatch(/"right"|"explanation"|"keyPart"/);
    const answer = (value: unknown, attempt: number) =>
      ask({}, 'POST', '/cms/exercise/answer', { setId: set.setId, versionId: saved.versionId, answer: value, attempt });
    expect(await answer('aaaaaaaa', 1)).toMatchObject({ code: 200, data: { judged: { verdict: 'wrong' }, key: null } });
    expect(await answer('aaaaaaaa', 2)).toMatchObject({ data: { judged: { verdict: 'wrong' }, key: { right: ['bbbbbbbb'] } } });
    expect(await answer('bbbbbbbb', 1)).toMatchObject({ data: { judged: { verdict: 'right' }, key: { explanation: '<p>书上第一句</p>' } } });
    expect(await answer('A', 1)).toMatchObject({ code: 23506, msg: '答案与题目不符：第1题' });

    // A question that is kept for assignments later leaves the practice at once.
    await save(editor, { questionId: saved.questionId, code: 'S1', use: 'assignment' });
    expect((await ask({}, 'GET', `/cms/exercise/getInfo/${set.setId}`)).data.questions).toEqual([]);
    expect((await answer('bbbbbbbb', 1)).code).toBe(404);
    await save(editor, { questionId: saved.questionId, code: 'S1' });

    // A new version of the question, and a change of the set, reach readers with the next approval only.
    await save(editor, { questionId: saved.questionId, code: 'S1', points: 500 });
    const row = (await ask(editor, 'GET', `/textbook/exerciseSet/${set.setId}`)).data;
    expect(row).toMatchObject({ status: 'published', live: true, outdated: 1 });
    expect((await ask(editor, 'PUT', '/textbook/exerciseSet', { ...row, title: '改了' })).code).toBe(200);
    expect((await ask({}, 'GET', `/cms/exercise/getInfo/${set.setId}`)).data).toMatchObject({ title: '第一章练习', questions: [{ points: 200 }] });
    await event(editor, 'submit', set.setId);
    await event(approver, 'approve', set.setId);
    expect((await ask({}, 'GET', `/cms/exercise/getInfo/${set.setId}`)).data).toMatchObject({ title: '改了', questions: [{ points: 500 }] });
    expect((await event(editor, 'offline', set.setId)).code).toBe(200);
    expect((await ask({}, 'GET', `/cms/exercise/getInfo/${set.setId}`)).code).toBe(404);
  });

  test('outside the trial a set needs the right to the work', async () => {
    const { data: saved } = await save(editor, { code: 'S2' });
    const { data: set } = await newSet(1, [saved.questionId]);
    await event(editor, 'submit', set.setId);
    await event(approver, 'approve', set.setId);
    const second = await chapterId(1);
    for (const who of [{}, reader]) {
      expect((await ask(who, 'GET', `/cms/exercise/queryByChapter/${second}`)).code).toBe(403);
      expect(
        (await ask(who, 'POST', '/cms/exercise/answer', { setId: set.setId, versionId: saved.versionId, answer: 'aaaaaaaa', attempt: 1 })).code,
      ).toBe(403);
    }
    expect((await ask({}, 'GET', '/cms/exercise/queryByChapter/999999')).code).toBe(404);
  });

  test('a question for assignments, a draft and one of another work are not for practice', async () => {
    const forAssignment = await save(editor, { use: 'assignment' });
    expect(await newSet(0, [forAssignment.data.questionId])).toMatchObject({ code: 23803 });
    const draft = await save(editor, { ready: false });
    expect((await newSet(0, [draft.data.questionId])).msg).toContain('先把它设为可用');
    expect((await newSet(9, [])).msg).toContain('不在作品里');
    expect((await newSet(0, [999_999])).msg).toContain('不在这部作品的题库里');
    expect((await newSet(0, [])).code).toBe(200);
  });

  test('an empty set cannot be submitted', async () => {
    const { data: set } = await newSet(0, []);
    expect((await event(editor, 'submit', set.setId)).code).toBe(22403);
  });
});
