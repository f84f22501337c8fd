import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testContext, type Bearer, type TestContext } from '../../../tests/support/test-context.ts';
import { DAY_MS } from '../../../contract/clock.ts';
import { readNextImport } from './import-run.service.ts';
import { addRun, runById, setRun, takeDueRun } from './question-import.queries.ts';
import { dropOldImports } from './question-import.service.ts';

let t: TestContext;
let teacher: Bearer;
let other: Bearer;
let bankId = 0;

beforeAll(async () => {
  t = await testContext();
  await t.addUser({ userName: 'teacher', permissions: ['teaching:course:teach'] });
  await t.addUser({ userName: 'other', permissions: ['teaching:course:teach'] });
  [teacher, other] = [await t.as('teacher'), await t.as('other')];
  bankId = (await ask(teacher, 'POST', '/textbook/questionBank', { name: '我的题库' })).data.bankId;
});
afterAll(() => t.close());

// oxlint-disable-next-line no-explicit-any -- the answer of any call
type Answer = { code: number; msg: string; data: any; rows: any[]; total: number };
async function ask(headers: Bearer, method: 'GET' | 'POST', path: string, payload?: object): Promise<Answer> {
  return (await t.app.inject({ method, url: `/prod-api${path}`, headers, ...(payload ? { payload } : {}) })).json<Answer>();
}

async function send(who: Bearer, name: string, text: string | Buffer): Promise<Answer> {
  const edge = 'edge';
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), Buffer.from(text), Buffer.from(`\r\n--${edge}--\r\n`)]);
  const headers = { ...who, 'content-type': `multipart/form-data; boundary=${edge}` };
  const url = `/prod-api/textbook/question/import/preview/${bankId}`;
  return readToEnd(who, (await t.app.inject({ method: 'POST', url, headers, payload })).json<Answer>());
}

/** On a busy machine the call answers before the file is read. */
async function readToEnd(who: Bearer, answer: Answer): Promise<Answer> {
  if (answer.data?.status !== 'reading') return answer;
  await t.context.jobs.settled();
  const ended = await ask(who, 'GET', `/textbook/question/import/run/${answer.data.runId}`);
  return ended.data?.status === 'failed' ? { ...ended, code: 500, msg: ended.data.message } : ended;
}

const list = async () => (await ask(teacher, 'GET', `/textbook/question/list?bankId=${bankId}&pageSize=50`)).rows;
const GIFT = '::甲:: 对吗？{T}\n\n::乙:: 选{=a ~b}\n\n::丙:: 坏{=a ~a}\n';

test('E139 a preview writes nothing; the good questions are imported once, the report stays 90 days', async () => {
  const preview = await send(teacher, 'a.txt', GIFT);
  expect(preview).toMatchObject({ code: 200, data: { format: 'gift', status: 'preview', counts: { new: 2, changed: 0, same: 0, rejected: 1 } } });
  expect(preview.data.questions[2]).toMatchObject({ state: 'rejected', place: '第5行', problems: ['选项第1项与第2项相同'] });
  expect(preview.data.lines).toMatchObject([{ severity: 'rejected', place: '第5行', what: '选项第1项与第2项相同' }]);
  expect(await list()).toEqual([]);
  const { runId } = preview.data;
  expect((await ask(other, 'POST', `/textbook/question/import/${runId}`, { changed: false })).code).toBe(404);
  expect(await ask(teacher, 'POST', `/textbook/question/import/${runId}`, { changed: false })).toMatchObject({
    data: { made: 2, changed: 0, skipped: 1 },
  });
  expect((await list()).map(({ code, status }) => [code, status])).toEqual(
    expect.arrayContaining([
      ['甲', 'ready'],
      ['乙', 'ready'],
    ]),
  );
  expect(await ask(teacher, 'POST', `/textbook/question/import/${runId}`, { changed: false })).toMatchObject({ code: 23805 });

  const again = await send(teacher, 'a.txt', GIFT.replace('对吗？{T}', '对吗？{F}'));
  expect(again.data.counts).toEqual({ new: 0, changed: 1, same: 1, rejected: 1 });
  expect(await ask(teacher, 'POST', `/textbook/question/import/${again.data.runId}`, { changed: true })).toMatchObject({
    data: { made: 0, changed: 1, skipped: 2 },
  });
  expect((await list()).find(({ code }) => code === '甲')).toMatchObject({ versionNo: 2 });

  await t.context.db.updateTable('importRun').set({ createTime: 1 }).where('id', '=', runId).execute();
  expect(await dropOldImports(t.context)).toBe(true);
  expect(await t.context.db.selectFrom('importRun').select('id').execute()).toEqual([{ id: again.data.runId }]);
});

test('reads GB18030 and a sheet as csv by its content; rejects what it does not know', async () => {
  const gb = Buffer.concat([Buffer.from([0xb6, 0xd4]), Buffer.from('?{T}')]);
  expect((await send(teacher, 'a.gift', gb)).data.questions).toMatchObject([{ shown: { stem: '<p>对?</p>' } }]);
  const csv = '题型,题干,答案\n判断,桥在北边,错\n判断,空,\n';
  expect((await send(teacher, 'questions.csv', csv)).data).toMatchObject({
    format: 'sheet',
    counts: { new: 1, rejected: 1 },
    lines: [{ place: '第3行' }],
  });
  expect((await send(teacher, 'a.bin', Buffer.from([0, 1, 2, 0]))).msg).toContain('不认识这种文件');
  expect((await send(other, 'a.txt', GIFT)).code).not.toBe(200);
});

test('§15 the template and the export of a bank are sheets that can be imported', async () => {
  const template = await t.app.inject({ method: 'POST', url: '/prod-api/textbook/question/import/template', headers: teacher });
  expect(template.headers['content-type']).toContain('spreadsheetml');
  const preview = await send(teacher, 'template.xlsx', template.rawPayload);
  expect(preview.data).toMatchObject({ format: 'sheet', counts: { new: 7, rejected: 0 } });
  await ask(teacher, 'POST', `/textbook/question/import/${preview.data.runId}`, { changed: false });
  const exported = await t.app.inject({ method: 'POST', url: `/prod-api/textbook/question/export/${bankId}`, headers: teacher });
  expect((await send(teacher, 'export.xlsx', exported.rawPayload)).data.counts).toEqual({ new: 0, changed: 0, same: 9, rejected: 0 });
});

test('§4 formulas of a file become MathML, a wrong one is rejected with its place, and an export is read back', async () => {
  const made = await ask(teacher, 'POST', '/textbook/questionBank', { name: '公式' });
  const before = bankId;
  bankId = made.data.bankId;
  const gift = '::一:: 求 $x^2$ {=$\\\\frac\\{1\\}\\{2\\}$ ~\\$5}\n\n::二:: 求 $\\foo$ {T}\n';
  const csv = '题型,题干,选项A,选项B,答案,编号\n单选,求 $\\sqrt{2}$,$a<b$,\\$5,A,三\n连线,连,,,$x=1;$=one；=two,四\n';
  const first = await send(teacher, 'a.txt', gift);
  expect(first.data.counts).toEqual({ new: 1, changed: 0, same: 0, rejected: 1 });
  expect(first.data.lines).toMatchObject([{ place: '第3行', what: expect.stringContaining('题干的公式“\\foo”：不认识命令') }]);
  expect(first.data.questions[0].shown.stem).toContain('<math>');
  const second = await send(teacher, 'a.csv', csv);
  expect(second.data.counts).toEqual({ new: 2, changed: 0, same: 0, rejected: 0 });
  for (const { data } of [first, second]) await ask(teacher, 'POST', `/textbook/question/import/${data.runId}`, { changed: false });
  expect((await list()).map(({ stemText }) => stemText)).toContain('求 $\\sqrt{2}$');
  const exported = await t.app.inject({ method: 'POST', url: `/prod-api/textbook/question/export/${bankId}`, headers: teacher });
  expect((await send(teacher, 'export.xlsx', exported.rawPayload)).data.counts).toEqual({ new: 0, changed: 0, same: 3, rejected: 0 });
  bankId = before;
});

describe('§14 a run of reading', () => {
  /** A run whose file is stored, as a server leaves it that was killed. */
  async function storedRun(text: string | null, more: object = {}): Promise<number> {
    const userId = (await t.context.db.selectFrom('user').select('id').where('userName', '=', 'teacher').executeTakeFirstOrThrow()).id;
    const fileKey = `question-imports/${Math.random()}`;
    if (text !== null) await t.context.files.put(fileKey, Buffer.from(text), 'text/plain');
    const base = { bankId, userId, fileName: 'a.gift', sha256: '', format: '', lines: '[]', fileKey, createTime: Date.now() };
    return (await addRun(t.context.db, { ...base, nextAt: Date.now() - 1, ...more })).id;
  }
  const runOf = async (who: Bearer, id: number) => ask(who, 'GET', `/textbook/question/import/run/${id}`);
  const runsOf = async (who: Bearer): Promise<{ runId: number; status: string; message: string }[]> =>
    (await ask(who, 'GET', `/textbook/question/import/runs/${bankId}`)).data;

  test('goes on without its page: the list of the bank has it until it is imported, for a day, for its user', async () => {
    const id = await storedRun('::九:: 新的{T}\n', { nextAt: Date.now() + 60_000 });
    expect((await runOf(teacher, id)).data).toMatchObject({ status: 'reading', doneRows: 0, questions: [] });
    expect((await ask(teacher, 'POST', `/textbook/question/import/${id}`, { changed: false })).msg).toBe('文件还在读取，请稍等');
    expect((await runsOf(teacher)).find(({ runId }) => runId === id)).toMatchObject({ status: 'reading' });
    await t.context.db.updateTable('importRun').set({ nextAt: 1 }).where('id', '=', id).execute();
    expect(await readNextImport(t.context)).toBe(true);
    expect((await runOf(teacher, id)).data).toMatchObject({ status: 'preview', doneRows: 1, totalRows: 1, counts: { new: 1 } });
    expect((await runOf(other, id)).code).toBe(404);
    expect((await ask(other, 'GET', `/textbook/question/import/runs/${bankId}`)).code).not.toBe(200);
    const { fileKey } = (await runById(t.context.db, id))!;
    expect(await t.context.files.size(fileKey)).toBeNull();
    const created = { createTime: Date.now() - DAY_MS - 1 };
    await t.context.db.updateTable('importRun').set(created).where('id', '=', id).execute();
    expect((await runsOf(teacher)).map(({ runId }) => runId)).not.toContain(id);
    expect(await ask(teacher, 'POST', `/textbook/question/import/${id}`, { changed: false })).toMatchObject({ data: { made: 1 } });
  });

  test('is taken again when its server was killed, and given up after three times', async () => {
    const id = await storedRun('::十:: 又一题{T}\n');
    const killed = await takeDueRun(t.context.db, Date.now(), Date.now() - 1);
    expect(killed).toMatchObject({ id, attempts: 1 });
    expect(await readNextImport(t.context)).toBe(true);
    expect((await runOf(teacher, id)).data).toMatchObject({ status: 'preview', counts: { new: 1 } });
    // The server that was thought dead writes nothing any more.
    expect(await setRun(t.context.db, killed!, { questions: '[]' })).toBe(false);
    const hopeless = await storedRun('::坏:: 题{T}\n', { attempts: 3 });
    await readNextImport(t.context);
    expect((await runOf(teacher, hopeless)).data).toMatchObject({ status: 'failed', message: '读取中断了3次，请检查文件后重新上传' });
    expect((await runsOf(teacher)).find(({ runId }) => runId === hopeless)).toMatchObject({ status: 'failed' });
    expect((await ask(teacher, 'POST', `/textbook/question/import/${hopeless}`, { changed: false })).msg).toBe('读取中断了3次，请检查文件后重新上传');
  });

  test('says so when its file was not stored', async () => {
    const id = await storedRun(null);
    await readNextImport(t.context);
    expect((await runOf(teacher, id)).data).toMatchObject({ status: 'failed', message: '文件没有传完，请重新上传' });
    expect(await readNextImport(t.context)).toBe(false);
  });
});
