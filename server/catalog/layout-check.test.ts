import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeEpub } from '../../tests/support/epub-maker.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { prepareFile } from '../../tests/support/upload.ts';

let town: TestContext;
let editor: Bearer;
let chief: Bearer;
let viewer: Bearer;
let publishId = 0;
let editionId = 0;

const may = (...actions: string[]) => actions.map((action) => `publish:publication:${action}`);

beforeAll(async () => {
  town = await testContext();
  await town.addUser({ userName: 'editor', permissions: may('query', 'add', 'edit') });
  await town.addUser({ userName: 'chief', permissions: may('query', 'publish') });
  await town.addUser({ userName: 'viewer', permissions: may('query') });
  [editor, chief, viewer] = [await town.as('editor'), await town.as('chief'), await town.as('viewer')];
  publishId = (await prepareFile(town, editor, await makeEpub({ title: '版面' }))).publishId ?? 0;
  editionId = await current();
});
afterAll(() => town.close());

const current = async (): Promise<number> =>
  (await town.context.db.selectFrom('publication').select('editionId').where('id', '=', publishId).executeTakeFirstOrThrow()).editionId ?? 0;
const none = { cut: 0, unseen: 0, glyph: 0, narrow: 0, blank: 0 };
const finding = { kind: 'narrow', document: 1, page: 0, pages: 2, cfi: 'epubcfi(/6/4!/4/2/1:0)', text: '灯在雾里走', night: false };
const report = (facts: object = {}) => ({
  editionId,
  documents: 2,
  pages: 3,
  counts: { ...none, narrow: 1 },
  findings: [finding],
  unchecked: [],
  ...facts,
});
interface Answer {
  code: number;
  msg: string;
  data: { report: { checkBy: string; findings: unknown[] } | null; outdated: boolean; layoutFaults: number | null };
}
const save = async (payload: object, headers = editor, id = publishId): Promise<Answer> =>
  (await town.app.inject({ method: 'PUT', url: `/prod-api/cms/publish/layout/${id}`, payload, headers })).json();
const read = async (headers = viewer): Promise<Answer['data']> =>
  (await town.app.inject({ url: `/prod-api/cms/publish/layout/${publishId}`, headers })).json<Answer>().data;
const faults = async (): Promise<number | null> =>
  (await town.app.inject({ url: `/prod-api/cms/publish/${publishId}`, headers: editor })).json<Answer>().data.layoutFaults;

test('44.9 saves the layout report of an edition for every editor, and drops it with a new file', async () => {
  expect(await read()).toEqual({ report: null, outdated: false });
  expect(await faults()).toBeNull();
  expect(await save(report())).toMatchObject({ code: 200, data: { checkBy: 'editor' } });
  expect(await read()).toMatchObject({ report: { checkBy: 'editor', findings: [finding] }, outdated: false });
  expect(await faults()).toBe(1);
  // A second check by another person replaces the first one.
  expect(await save(report({ counts: none, findings: [] }), chief)).toMatchObject({ code: 200 });
  expect(await read()).toMatchObject({ report: { checkBy: 'chief', findings: [] } });
  expect(await faults()).toBe(0);
  await prepareFile(town, editor, await makeEpub({ title: '版面', creators: ['改过的人'] }), { publishId });
  expect(await current()).not.toBe(editionId);
  expect(await read()).toEqual({ report: null, outdated: true });
  expect(await faults()).toBeNull();
  expect(await save(report())).toEqual({ code: 601, msg: '检查期间电子书文件已更新，请重新检查' });
  editionId = await current();
});

test('44.9 rejects a layout report without permission, of another book, or beyond its limits', async () => {
  expect((await save(report(), viewer)).code).toBe(403);
  expect(await save(report(), editor, 999_999)).toMatchObject({ msg: '出版物不存在或已删除' });
  const wrong: [object, string][] = [
    [{ findings: [{ ...finding, document: 2 }] }, '检查结果里的章节不在这本书里，请重新检查'],
    [{ unchecked: [7] }, '检查结果里的章节不在这本书里，请重新检查'],
    [{ documents: 3 }, '检查结果里的章节不在这本书里，请重新检查'],
    [{ findings: [{ ...finding, page: 2 }] }, '检查结果里的页码不正确，请重新检查'],
    [{ counts: none }, '检查结果的数目不一致，请重新检查'],
    [{ findings: Array.from({ length: 201 }, () => finding) }, '一次最多保存200处问题'],
    [{ findings: [{ ...finding, text: '长'.repeat(121) }] }, '摘录不能超过120个字'],
    [{ findings: [{ ...finding, cfi: 'javascript:alert(1)' }] }, '位置不正确'],
    [{ findings: [{ ...finding, kind: 'other' }] }, '问题的种类不正确'],
  ];
  for (const [facts, msg] of wrong) expect(await save(report(facts)), msg).toMatchObject({ code: 400, msg });
  expect(await read()).toEqual({ report: null, outdated: true });
});
