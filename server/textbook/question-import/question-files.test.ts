import PizZip from 'pizzip';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type Bearer, type TestContext } from '../../../tests/support/test-context.ts';

let t: TestContext;
let teacher: Bearer;
let bankId = 0;

beforeAll(async () => {
  t = await testContext();
  await t.addUser({ userName: 'teacher', permissions: ['teaching:course:teach'] });
  teacher = await t.as('teacher');
  bankId = (await ask('POST', '/textbook/questionBank', { name: '我的题库' })).data.bankId;
});
afterAll(() => t.close());

// oxlint-disable-next-line no-explicit-any -- the answer of any call
type Answer = { code: number; msg: string; data: any; rows: any[] };
async function ask(method: 'GET' | 'POST', path: string, payload?: object): Promise<Answer> {
  return (await t.app.inject({ method, url: `/prod-api${path}`, headers: teacher, ...(payload ? { payload } : {}) })).json<Answer>();
}

async function preview(name: string, bytes: string | Buffer): Promise<Answer> {
  const head = `--edge\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from('\r\n--edge--\r\n')]);
  const headers = { ...teacher, 'content-type': 'multipart/form-data; boundary=edge' };
  const url = `/prod-api/textbook/question/import/preview/${bankId}`;
  const answer = (await t.app.inject({ method: 'POST', url, headers, payload })).json<Answer>();
  if (answer.data?.status !== 'reading') return answer;
  await t.context.jobs.settled();
  return ask('GET', `/textbook/question/import/run/${answer.data.runId}`);
}
const confirm = async (runId: number) => (await ask('POST', `/textbook/question/import/${runId}`, { changed: true })).data;
const files = () => t.context.db.selectFrom('file').selectAll().execute();

const picture = (colour: string) =>
  sharp({ create: { width: 20, height: 10, channels: 3, background: colour } })
    .png()
    .toBuffer();
async function quiz(colour = 'red'): Promise<string> {
  const bytes = (await picture(colour)).toString('base64');
  const question = (name: string, text: string, file = '') =>
    `<question type="truefalse"><name><text>${name}</text></name><questiontext format="html"><text><![CDATA[${text}]]></text>${file}</questiontext>
     <answer fraction="100"><text>true</text></answer><answer fraction="0"><text>false</text></answer></question>`;
  return `<?xml version="1.0" encoding="UTF-8"?><quiz>${[
    question(
      '有图',
      '<p>看图<img src="@@PLUGINFILE@@/%E6%B8%A1%E5%8F%A3%20%E5%9B%BE.png" alt="渡口"></p>',
      `<file name="渡口 图.png" path="/" encoding="base64">${bytes}</file>`,
    ),
    question('缺图', '<p>看<img src="@@PLUGINFILE@@/lost.png">图</p>'),
    question('外部', '<p>看<img src="https://example.com/a.png">图</p>'),
    question('内嵌', `<p>看<img src="data:image/png;base64,${bytes}"></p>`),
    question(
      '矢量',
      `<p>看<img src="data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script><rect width="9" height="9"/></svg>')}"></p>`,
    ),
  ].join('\n')}</quiz>`;
}

test('§14 pictures of Moodle XML are stored; a missing or remote one becomes words at its place and a draft', async () => {
  const { data } = await preview('题.xml', await quiz());
  expect(data).toMatchObject({ format: 'moodle', counts: { new: 5, rejected: 0 }, lineCount: 2 });
  expect(data.lines.map(({ place, what }: { place: string; what: string }) => [place.slice(0, 3), what])).toEqual([
    ['第2题', '缺少图片或录音“lost.png”，文件里没有它'],
    ['第3题', '外部网址的图片或录音“a.png”没有下载'],
  ]);
  const [first, second, , inline, drawing] = data.questions;
  const address = /src="(\/profile\/upload\/[\w/]+\.png)"/.exec(first.shown.stem)?.[1];
  expect(address).toBeDefined();
  expect(first.shown.stem).toContain('alt="渡口"');
  expect([first.draft, second.draft]).toEqual([false, true]);
  expect(second.shown.stem).toContain('看<span>［缺少图片或录音“lost.png”，文件里没有它］</span>图');
  // The same picture is stored once, and who has the address reads it.
  expect(inline.shown.stem).toContain(address);
  expect(drawing.shown.stem).toMatch(/src="\/profile\/upload\/[^"]+\.png"/);
  expect(await files()).toHaveLength(2);
  const sent = await t.app.inject({ method: 'GET', url: `/prod-api${address}` });
  expect(sent.statusCode).toBe(200);
  expect(await confirm(data.runId)).toEqual({ made: 5, changed: 0, skipped: 0 });
  const list = (await ask('GET', `/textbook/question/list?bankId=${bankId}&pageSize=50`)).rows;
  expect(Object.fromEntries(list.map(({ code, status }) => [code, status]))).toEqual({
    有图: 'ready',
    缺图: 'draft',
    外部: 'draft',
    内嵌: 'ready',
    矢量: 'ready',
  });
});

test('§14 the same file again is the same, another picture is a change, and files that nobody needs are removed', async () => {
  const again = await preview('题.xml', await quiz());
  expect(again.data.counts).toEqual({ new: 0, changed: 0, same: 5, rejected: 0 });
  expect(await files()).toHaveLength(4);
  expect(await confirm(again.data.runId)).toEqual({ made: 0, changed: 0, skipped: 5 });
  expect(await files()).toHaveLength(2);
  const other = await preview('题.xml', await quiz('blue'));
  expect(other.data.counts).toEqual({ new: 0, changed: 2, same: 3, rejected: 0 });
  expect(await confirm(other.data.runId)).toMatchObject({ changed: 2 });
  expect(await files()).toHaveLength(3);
});

test('§14 the report is a sheet, of the user only', async () => {
  const { data } = await preview('题.xml', await quiz('green'));
  const sent = await t.app.inject({ method: 'POST', url: `/prod-api/textbook/question/import/report/${data.runId}`, headers: teacher });
  expect(sent.headers['content-type']).toContain('spreadsheetml');
});

test('§14 a code that a file uses for two questions is used for the first, and none is lost', async () => {
  const text = '::同名:: 甲对吗？{T}\n\n::同名:: 乙对吗？{F}\n';
  const { data } = await preview('a.txt', text);
  expect(data).toMatchObject({ counts: { new: 2 }, lines: [{ place: '第3行', what: '编号“同名”在文件里用了两次' }] });
});

const CHOICES = '<simpleChoice identifier="A">甲</simpleChoice><simpleChoice identifier="B">乙</simpleChoice>';
const qti2 = (identifier: string, picture = '') =>
  `<?xml version="1.0" encoding="UTF-8"?><assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="${identifier}" title="题" adaptive="false" timeDependent="false">
   <responseDeclaration identifier="RESPONSE" cardinality="single" baseType="identifier"><correctResponse><value>A</value></correctResponse></responseDeclaration>
   <itemBody><p>${identifier}${picture}</p><choiceInteraction responseIdentifier="RESPONSE" maxChoices="1">${CHOICES}</choiceInteraction></itemBody>
   <responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/match_correct"/></assessmentItem>`;

test('§14 a QTI package: pictures beside the items, sections as chapters, damaged files and what else is inside are listed', async () => {
  const zip = new PizZip();
  zip.file(
    'imsmanifest.xml',
    '<manifest><resources><resource type="imsqti_item_xmlv2p1" href="items/a.xml"><metadata><lom><general><keyword><langstring>渡口</langstring></keyword></general></lom></metadata></resource><resource type="webcontent" href="page.html"/></resources></manifest>',
  );
  zip.file(
    'test.xml',
    '<assessmentTest><testPart><assessmentSection title="第一章"><assessmentItemRef href="items/b.xml"/></assessmentSection></testPart></assessmentTest>',
  );
  zip.file('items/a.xml', qti2('A1', '<img src="../media/%E6%B8%A1%E5%8F%A3.png" alt="图"/>'));
  zip.file('items/b.xml', qti2('B1', '<img src="lost.png"/>'));
  zip.file('items/c.xml', '<assessmentItem><itemBody>');
  zip.file('media/渡口.png', await picture('navy'));
  zip.file('page.html', '<p>网页</p>');
  const { data, msg } = await preview('题.zip', zip.generate({ type: 'nodebuffer', compression: 'DEFLATE' }));
  expect(msg).toBe('操作成功');
  expect(data).toMatchObject({ format: 'qti2', counts: { new: 2 } });
  expect(data.questions.map(({ code, draft }: { code: string; draft: boolean }) => [code, draft])).toEqual([
    ['B1', true],
    ['A1', false],
  ]);
  expect(data.questions[1].shown.stem).toMatch(/<img src="\/profile\/upload\/[^"]+\.png" alt="图" \/>/);
  expect(data.lines.map(({ place, what }: { place: string; what: string }) => `${place} ${what}`)).toEqual([
    'items/c.xml “items/c.xml”第1行附近的 XML 写法不对，可能文件不完整；请重新导出后再上传',
    'page.html 包里的网页或附件，不是题目，没有导入',
    'items/b.xml（B1） 缺少图片或录音“lost.png”，文件里没有它',
  ]);
  await confirm(data.runId);
  const list = (await ask('GET', `/textbook/question/list?bankId=${bankId}&pageSize=50`)).rows;
  expect(list.find(({ code }) => code === 'A1')).toMatchObject({ tags: ['渡口'] });
  expect(list.find(({ code }) => code === 'B1')).toMatchObject({ chapter: '第一章', status: 'draft' });
});

test('§14 a zip without questions, with a link out of it, and XML of another kind are rejected in words', async () => {
  const zip = new PizZip();
  zip.file('a.txt', 'x');
  expect((await preview('a.zip', zip.generate({ type: 'nodebuffer' }))).msg).toContain('压缩包里没有题目');
  expect((await preview('a.xml', '<html><body/></html>')).msg).toContain('不认识这种 XML');
  expect((await preview('a.xml', '<quiz>\n<question>')).msg).toContain('第2行附近的 XML 写法不对');
});

async function exported(format: string, path = `/textbook/question/export/${bankId}`) {
  const payload = `format=${format}`;
  const headers = { ...teacher, 'content-type': 'application/x-www-form-urlencoded' };
  return t.app.inject({ method: 'POST', url: `/prod-api${path}`, headers, payload });
}

test.each([
  ['moodle', '导出.xml', 'moodle'],
  ['qti', '导出.zip', 'qti2'],
])('§15 an export as %s with its pictures is read back the same', async (format, name, read) => {
  const sent = await exported(format);
  expect([sent.statusCode, decodeURIComponent(String(sent.headers['download-filename']))]).toEqual([
    200,
    format === 'qti' ? '我的题库-QTI.zip' : '我的题库.xml',
  ]);
  const { data, msg } = await preview(name, sent.rawPayload);
  expect(msg).toBe('操作成功');
  expect(data).toMatchObject({ format: read, counts: { new: 0, changed: 0, rejected: 0 } });
  expect(data.counts.same).toBeGreaterThan(4);
});

test('§15 what a format does not hold is listed before', async () => {
  const shown = { kind: 'multi', stem: '选', options: ['甲', '乙', '丙'].map((html, at) => ({ id: `option${at}a`, html })) };
  const key = { kind: 'multi', explanation: '', right: ['option0a', 'option1a'], policy: 'half' };
  const saved = await ask('POST', '/textbook/question/save', {
    bankId,
    code: '半分',
    ready: true,
    points: 200,
    difficulty: 3,
    tags: [],
    use: 'both',
    shown,
    key,
  });
  expect(saved.msg).toBe('操作成功');
  const { data } = await ask('GET', `/textbook/question/export/check/${bankId}?format=qti`);
  expect(data.lines).toEqual([{ code: '半分', what: '多选的得分规则“少选得一半，选错不得分”，已换成全对才得分' }]);
  expect((await ask('GET', `/textbook/question/export/check/${bankId}?format=sheet`)).data.lines.map(({ what }: { what: string }) => what)).toContain(
    '图片和录音',
  );
  expect((await ask('GET', `/textbook/question/export/check/${bankId}?format=pdf`)).code).toBe(400);
});
