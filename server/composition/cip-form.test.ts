import { afterAll, beforeAll, expect, test } from 'vitest';
import { useTemplate } from '../../tests/support/default-template.ts';
import { pressStaff, SUMMARY, type PressStaff, type StaffName } from '../../tests/support/press-staff.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { docxText } from '../document/docx-text.ts';

let town: TestContext;
let staff: PressStaff;
beforeAll(async () => {
  town = await testContext();
  staff = await pressStaff(town);
});
afterAll(() => town.close());

/** A composition in the hands of `typesetter`, without page data, ISBN and price. */
async function composing(kind = 'other'): Promise<{ archiveId: number; id: number }> {
  const archiveId = await staff.submitted(kind);
  await staff.put(archiveId, { status: 'composing', editorId: staff.ids.editor });
  const { id } = await town.context.db
    .insertInto('composition')
    .values({
      archiveId,
      typesetterId: staff.ids.typesetter,
      proofFileId: null,
      deliveredFileId: null,
      deliveredAt: null,
      finalFileId: null,
      epubFileId: null,
      queuedFileId: null,
      sentAt: 1,
      sentBy: null,
      dueAt: null,
      releasedAt: null,
      releasedBy: null,
      status: 'setting',
      createTime: 1,
      updateTime: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { archiveId, id };
}

const form = (who: StaffName, id: number) => staff.ask(who, 'GET', `/press/composition/cip/${id}`);
const save = (who: StaffName, id: number, version: number, more: object) =>
  staff.ask(who, 'PUT', '/press/composition/cip', { compositionId: id, version, ...more });
const file = (who: StaffName, id: number, query = '') =>
  town.app.inject({ method: 'GET', url: `/prod-api/press/composition/cip/file/${id}${query}`, headers: staff.as[who] });

const missingOf = async (id: number): Promise<string[]> => (await form('editor', id)).data.missing.map(({ name }: { name: string }) => name);

test('names every missing field and where to write it, and makes no application before', async () => {
  const { id } = await composing();
  const { data } = await form('editor', id);
  expect(await missingOf(id)).toEqual(['书号', '开本', '成品尺寸', '页数', '装帧', '定价', '中图分类号', '主题词', '读者对象']);
  expect(data.missing.find(({ name }: { name: string }) => name === '书号')).toEqual({ name: '书号', where: '由档案管理员在书号池里预留' });
  const whereIn = async (who: StaffName) => (await form(who, id)).data.missing.find(({ name }: { name: string }) => name === '读者对象');
  expect(await whereIn('editor')).toEqual({ name: '读者对象', where: '在下面填写' });
  expect(await whereIn('typesetter')).toEqual({ name: '读者对象', where: '由责任编辑在这里填写' });
  expect(data).toMatchObject({ authors: [{ name: '何语', role: '著' }], writes: true, addition: { summary: SUMMARY, edition: 1, nations: [''] } });
  expect((await file('editor', id)).json()).toMatchObject({
    code: 500,
    msg: 'CIP申请表还缺书号、开本、成品尺寸、页数、装帧、定价、中图分类号、主题词、读者对象，请补填后再生成',
  });
  const draft = await docxText((await file('editor', id, '?draft=1')).rawPayload);
  expect(draft).toContain('【待填：中图分类号】');
  expect(draft).toContain('桥上的灯');
});

test('is filled from the manuscript, topic, author, press, layout, imprint and pool of ISBNs, and keeps what the editor adds', async () => {
  const { archiveId, id } = await composing();
  const { db } = town.context;
  const base = { createTime: 1, updateTime: 1 };
  const press = await db.selectFrom('press').select('pressName').where('isSelf', '=', '1').executeTakeFirstOrThrow();
  await db
    .insertInto('topic')
    .values({
      title: '桥上的灯',
      archiveId,
      authorUserId: null,
      declarerId: staff.ids.editor,
      deptId: null,
      sessionId: null,
      submittedAt: null,
      approvedAt: null,
      stageSince: 1,
      series: '渡口丛书',
      targetReaders: '散文读者',
      ...base,
    })
    .execute();
  await db
    .insertInto('author')
    .values({ userId: staff.ids.author, region: 'foreign', nationality: '法', ...base })
    .execute();
  await db
    .insertInto('numberPool')
    .values({ isbn: '978-7-999999-00-3', status: 'reserved', archiveId, publicationId: null, ...base })
    .execute();
  await db
    .updateTable('composition')
    .set({ format: '140×210', sheetPages: 32, pages: 240, binding: '平装', priceFen: 5800 })
    .where('id', '=', id)
    .execute();
  await staff.put(archiveId, { keywords: '["散文","守桥人"]' });
  expect(await missingOf(id)).toEqual(['中图分类号']);
  const before = (await form('editor', id)).data;
  expect(before.addition).toMatchObject({ nations: ['法'], series: '渡口丛书', readers: '散文读者', subjects: ['散文', '守桥人'] });

  expect(await save('editor', id, before.version, { ...before.addition, clcCode: '散文' })).toMatchObject({
    code: 400,
    msg: '中图分类号形如 I247.5',
  });
  expect(await save('editor', id, before.version, { ...before.addition, clcCode: 'I267', edition: 2, subjects: ['散文集', '中国'] })).toMatchObject({
    code: 200,
  });
  expect(await save('editor', id, before.version, before.addition)).toMatchObject({ code: 409 });
  expect((await form('editor', id)).data).toMatchObject({ missing: [], addition: { clcCode: 'I267', edition: 2, subjects: ['散文集', '中国'] } });

  // What the editor did not change follows the data of the work; what the editor cleared stays empty.
  const kept = (await form('editor', id)).data;
  expect(await save('editor', id, kept.version, { ...kept.addition, series: '' })).toMatchObject({ code: 200 });
  await staff.put(archiveId, { summary: '新的内容提要' });
  expect((await form('editor', id)).data.addition).toMatchObject({ series: '', summary: '新的内容提要', clcCode: 'I267' });
  await staff.put(archiveId, { summary: SUMMARY });

  const answer = await file('editor', id);
  expect(decodeURIComponent(String(answer.headers['download-filename']))).toBe('CIP申请表 桥上的灯.docx');
  const text = await docxText(answer.rawPayload);
  for (const words of [
    '何语',
    '法',
    press.pressName,
    '第2版',
    '978-7-999999-00-3',
    '32开',
    '140×210毫米',
    '58.00元',
    'I267',
    '散文集；中国',
    SUMMARY,
    '散文读者',
  ])
    expect(text).toContain(words);
  expect(text).not.toMatch(/待填|undefined|[{}]/);
});

test('is written by the responsible editor or the chief only, before the release, and read by the staff of compositions only', async () => {
  const { id } = await composing();
  const { addition, version } = (await form('typesetter', id)).data;
  expect((await form('typesetter', id)).data.writes).toBe(false);
  expect((await form('author', id)).code).toBe(403);
  expect((await file('author', id)).json()).toMatchObject({ code: 403 });
  expect(await save('typesetter', id, version, addition)).toMatchObject({ code: 403 });
  expect(await save('editor2', id, version, addition)).toMatchObject({ code: 403, msg: 'CIP申请表由责任编辑在付印前填写' });
  expect(await save('chief', id, version, addition)).toMatchObject({ code: 200 });
  await town.context.db.updateTable('composition').set({ status: 'released' }).where('id', '=', id).execute();
  expect(await save('chief', id, version + 1, addition)).toMatchObject({ code: 403 });
});

test('is not made for audio and video', async () => {
  const { archiveId, id } = await composing();
  await staff.put(archiveId, { kind: 'audio' });
  expect(await form('editor', id)).toMatchObject({ code: 500, msg: '音像作品不申请图书在版编目数据' });
  expect((await form('editor', 9_999_999)).code).toBe(404);
});

test('the sheet of page data follows its default template, and sound has none', async () => {
  const { id } = await composing();
  await town.context.db
    .updateTable('composition')
    .set({ format: '140×210', charsPerLine: 26, linesPerPage: 26, pages: 240 })
    .where('id', '=', id)
    .execute();
  const sheet = (one: number) =>
    town.app.inject({ method: 'GET', url: `/prod-api/press/composition/layout/file/${one}`, headers: staff.as.typesetter });
  expect(await docxText((await sheet(id)).rawPayload)).toContain('162240');
  await useTemplate(town, staff, 'composition', '{书名}：{开本尺寸}，{页数}页');
  expect(await docxText((await sheet(id)).rawPayload)).toBe('桥上的灯：140×210，240页');
  const sound = await composing('audio');
  expect((await sheet(sound.id)).json()).toMatchObject({ code: 500, msg: expect.stringContaining('没有版面') });
});
