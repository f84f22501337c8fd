import { afterAll, beforeAll, expect, test } from 'vitest';
import { TEMPLATE_TYPES } from '../../contract/template/template-types.ts';
import { pressStaff, type PressStaff } from '../../tests/support/press-staff.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { globSync, readFileSync } from 'node:fs';
import { documentWorker } from '../document/document-worker.ts';
import { docxTags, fillDocx } from '../document/docx-template.ts';
import { docxText } from '../document/docx-text.ts';
import { writeDocx, type DocxBlock } from '../document/docx-writer.ts';
import { DEFAULT_TEMPLATES } from './default-templates.ts';
import { checkedVariables, editDistance, nearestName, sampleValues } from './template-check.ts';

let town: TestContext;
let staff: PressStaff;

beforeAll(async () => {
  town = await testContext();
  staff = await pressStaff(town);
});
afterAll(() => town.close());

const docx = (...texts: string[]) => writeDocx(texts.map((text): DocxBlock => ({ kind: 'text', text })));

async function upload(bytes: Uint8Array): Promise<{ fileId: number; name: string; size: number }[]> {
  const edge = 'edge';
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="a.docx"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${edge}--\r\n`)]);
  const headers = { ...staff.as.manager, 'content-type': `multipart/form-data; boundary=${edge}` };
  const answer = (await town.app.inject({ method: 'POST', url: '/prod-api/common/upload', headers, payload })).json<{ fileId: number }>();
  return [{ fileId: answer.fileId, name: 'a.docx', size: bytes.length }];
}

const add = async (bytes: Uint8Array, more: object = {}) =>
  staff.ask('manager', 'POST', '/template', { templateName: `模板${bytes.length}`, templateType: 'minutes', docFile: await upload(bytes), ...more });

test.each(TEMPLATE_TYPES)('the default template %s uses only known variables and is filled completely by its sample', async (type) => {
  const bytes = writeDocx(DEFAULT_TEMPLATES[type]);
  expect(checkedVariables(type, await docxTags(bytes)).length).toBeGreaterThan(3);
  const text = await docxText(await fillDocx(bytes, sampleValues(type)));
  expect(text).not.toMatch(/[{}]|待填|undefined/);
});

test('finds the nearest known name of an unknown variable', () => {
  expect(editDistance('书名', '书名称')).toBe(1);
  expect(nearestName('作着', ['书名', '作者'])).toBe('作者');
  expect(nearestName('天气预报', ['书名', '作者'])).toBeNull();
});

test('marks a value that the record does not have in yellow', async () => {
  const filled = await fillDocx(docx('书名：{书名}，作者：{作者}'), { 作者: '何语' });
  expect(await docxText(filled)).toContain('书名：【待填：书名】，作者：何语');
  const { openDocx } = await import('../document/open-zip.ts');
  expect((await openDocx(filled)).file('word/document.xml')?.asText()).toMatch(/w:highlight w:val="yellow"\/><\/w:rPr><w:t[^>]*>【待填：书名】/);
});

test('#128 a template with unknown variables or open braces is rejected with words that say what to change', async () => {
  expect(await add(docx('{文号}', '{主持}'))).toMatchObject({ code: 500, msg: expect.stringContaining('{主持}（是不是 {主持人}？）') });
  expect(await add(docx('{文号'))).toMatchObject({ code: 500, msg: expect.stringContaining('花括号不成对') });
  expect(await add(docx('{#议题}{题名}'))).toMatchObject({ code: 500, msg: expect.stringContaining('循环') });
  expect(await add(docx('{#地点}{题名}{/地点}'))).toMatchObject({ code: 500, msg: expect.stringContaining('不是列表') });
  expect(await add(Buffer.from('504b0304aaaa', 'hex'))).toMatchObject({ code: 500, msg: expect.stringContaining('损坏') });
});

test('#128 one default for each type: a new default replaces the old one, and the default cannot be removed or disabled', async () => {
  const list = async () => (await staff.ask('manager', 'GET', '/template/list?templateType=minutes')).rows;
  const [standard] = await list();
  expect(standard).toMatchObject({ isDefault: '1', source: 'program', variables: expect.arrayContaining(['文号', '议题']) });
  const made = await add(docx('{文号}', '{#议题}{题名}{/议题}'), { isDefault: '1' });
  expect(made).toMatchObject({ code: 200, data: { variables: ['文号', '议题', '题名'], source: 'uploaded' } });
  expect((await list()).filter((row) => row.isDefault === '1').map((row) => row.templateId)).toEqual([made.data.templateId]);
  expect(await staff.ask('manager', 'DELETE', `/template/${made.data.templateId}`)).toMatchObject({ code: 500 });
  expect(await staff.ask('manager', 'PUT', '/template', { ...made.data, status: '1' })).toMatchObject({ code: 500 });
  const preview = await staff.ask('manager', 'GET', `/template/preview/${made.data.templateId}`);
  expect(preview.data.lines).toEqual(['JY2026-001', '纸上的港口']);
  expect(await staff.ask('editor', 'DELETE', `/template/${standard.templateId}`)).toMatchObject({ code: 200 });
  expect(await staff.ask('outsider', 'GET', '/template/list')).toMatchObject({ code: 403 });
});

test('#128 understands braces, loops and ends of loops that are typed full-width', async () => {
  const bytes = docx('《｛书名｝》　{ 作者 }', '｛＃同类书｝｛题名｝｛／同类书｝');
  expect(checkedVariables('declaration', await docxTags(bytes))).toEqual(['书名', '作者', '同类书', '题名']);
  const filled = await docxText(await fillDocx(bytes, { 书名: '灯', 作者: '何语', 同类书: [{ 题名: '桥' }] }));
  expect(filled).toBe('《灯》　何语\n桥');
});

test('#128 a loop inside a loop is rejected when it is uploaded', async () => {
  const nested = await add(docx('{#议题}', '{#议题}', '{题名}', '{/议题}', '{/议题}'));
  expect(nested).toMatchObject({ code: 500, msg: expect.stringContaining('{#议题}（循环里不能再套循环）') });
});

/** About 2 kB; each level multiplies the one inside it by the length of the list. */
const NESTED = docx(...Array<string>(7).fill('{#议题}'), '{序号}', ...Array<string>(7).fill('{/议题}'));

test('#128 filling a template whose loops multiply ends with an error, and other requests are answered meanwhile', async () => {
  let ended = false;
  const filled = documentWorker
    .fill(NESTED, { 议题: Array.from({ length: 10 }, (_none, index) => ({ 序号: String(index) })) })
    .then(
      () => 'filled',
      (error: Error) => error.message,
    )
    .finally(() => (ended = true));
  expect(await staff.ask('manager', 'GET', '/template/variables/minutes')).toMatchObject({ code: 200 });
  expect(ended).toBe(false);
  expect(await filled).toContain('循环');
});

test('#128 the preview names variables that the type does not know', async () => {
  const made = await add(docx('{文号}'), { templateName: '旧纪要' });
  await town.context.db.updateTable('template').set({ templateType: 'composition' }).where('id', '=', made.data.templateId).execute();
  const preview = await staff.ask('manager', 'GET', `/template/preview/${made.data.templateId}`);
  expect(preview.data).toMatchObject({ unknown: [expect.stringContaining('{文号}')], lines: ['【待填：文号】'] });
});

test('#128 each type of template is used by a document of the product', () => {
  const services = globSync('server/*/**/*.service.ts').map((path) => readFileSync(path, 'utf8'));
  const used = TEMPLATE_TYPES.filter((type) => services.some((text) => new RegExp(`fillTemplate\\(\\w+(?:\\.\\w+)?, '${type}'`).test(text)));
  expect(used).toEqual([...TEMPLATE_TYPES]);
});
