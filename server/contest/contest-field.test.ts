import ExcelJS from 'exceljs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMMENT, contestTown, type ContestTown } from '../../tests/support/contest-fixture.ts';
import { makeDocx, paragraph, run } from '../../tests/support/docx-maker.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';

let town: TestContext;
let c: ContestTown;
beforeAll(async () => {
  town = await testContext();
  c = await contestTown(town);
  for (const name of ['amy', 'bob']) await c.person(name);
  await town.context.db.updateTable('user').set({ nickName: '欧阳望溪', realName: '欧阳望溪' }).where('userName', '=', 'amy').execute();
});
afterAll(() => town.close());

const OK = { code: 200 };
const addField = (contestId: number, field: object, who = 'ops') => c.ask(who, 'POST', '/cms/contest/field', { contestId, ...field });
const fieldsOf = async (contestId: number) => (await c.ask('ops', 'GET', `/cms/contest/field/list?contestId=${contestId}`)).rows;

/** A contest with custom fields for source, language, year and school; only the school is hidden from judges. */
async function withFields() {
  const contestId = await c.collecting();
  for (const field of [
    { label: '文字出处', component: 'textarea', required: '1', most: 20, identifying: '0' },
    { label: '译自语种', component: 'select', options: ['英语', '法语'], required: '1', identifying: '0' },
    { label: '原文年份', component: 'number', least: 1500, most: 2026, identifying: '0' },
    { label: '学校', component: 'input' },
  ])
    expect(await addField(contestId, { orderNum: 1, ...field })).toMatchObject(OK);
  const keys = (await fieldsOf(contestId)).map(({ fieldId, label }) => ({ fieldId, label }));
  expect(keys.map(({ label }) => label)).toEqual(['文字出处', '译自语种', '原文年份', '学校']);
  const { data } = await c.ask('amy', 'GET', `/cms/contest/getInfo/${contestId}`);
  const [source, language, year, school] = (data.fields as { fieldKey: string }[]).map(({ fieldKey }) => fieldKey);
  return {
    contestId,
    ids: keys.map(({ fieldId }) => fieldId),
    keys: { source: source ?? '', language: language ?? '', year: year ?? '', school: school ?? '' },
  };
}
const draftOf = (contestId: number, ext: object) => ({ contestId, group: '学生组', title: '灯下', promise: true, ext });

test('E66 only an organiser of contests adds a field, and its choices and limits are checked', async () => {
  const contestId = await c.collecting();
  const before = await addField(contestId, { label: '学校' }, 'amy');
  expect(before).toMatchObject({ code: 403 });
  expect((await addField(contestId, { label: '语种', component: 'select', options: ['英语'] })).msg).toBe('请填写至少两个选项');
  expect((await addField(contestId, { label: '语种', component: 'select', options: ['英语', '英语'] })).msg).toBe('选项不能重复');
  expect((await addField(contestId, { label: '年份', component: 'number', least: 9, most: 3 })).msg).toBe('最小值不能大于最大值');
  expect(await addField(contestId, { label: '学校' })).toMatchObject(OK);
  expect((await addField(contestId, { label: '学校' })).msg).toContain('名称已存在');
  // Without a choice a field counts as identifying.
  expect((await fieldsOf(contestId))[0]).toMatchObject({ identifying: '1', contestId });
  // Fields of a contest are neither listed among the fields of publications, nor asked by another contest.
  expect((await c.ask('ops', 'GET', '/program/field/list')).total).toBe(0);
  expect((await c.ask('amy', 'GET', `/cms/contest/getInfo/${await c.collecting()}`)).data.fields).toEqual([]);
});

test('E66 #30 a draft may be incomplete, a wrong value is refused with its reason, and submitting asks for required fields', async () => {
  const { contestId, keys } = await withFields();
  const add = (ext: object) => c.ask('amy', 'POST', '/cms/contest/submit', draftOf(contestId, ext));
  expect((await add({ [keys.language]: '德语' })).msg).toBe('译自语种请从列表中选择');
  expect((await add({ [keys.year]: 1400 })).msg).toBe('原文年份不能小于1500');
  expect((await add({ [keys.source]: '很'.repeat(21) })).msg).toBe('文字出处不能超过20个字');
  const { data } = await add({ [keys.language]: '法语', unknown: 'x' });
  expect(data.ext).toEqual({ [keys.language]: '法语' });
  const { submitId } = data;
  await c.upload('amy', submitId, '译文.docx', await makeDocx([paragraph(run('灯亮了。'))]));
  const submit = () => c.ask('amy', 'POST', `/cms/contest/submit/submit/${submitId}`);
  expect((await submit()).msg).toBe('文字出处不能为空');
  const edit = async (ext: object) => {
    const { rows } = await c.ask('amy', 'GET', `/cms/contest/submit/mine?contestId=${contestId}`);
    return c.ask('amy', 'PUT', '/cms/contest/submit', { ...rows[0], ext });
  };
  const whole = { [keys.source]: ' 一封旧信 ', [keys.language]: '法语', [keys.year]: '1931', [keys.school]: '望溪书院' };
  expect((await edit(whole)).data.ext).toEqual({ ...whole, [keys.source]: '一封旧信', [keys.year]: 1931 });
  expect(await submit()).toMatchObject(OK);
  // A submitted entry stays complete.
  expect((await edit({ ...whole, [keys.source]: '' })).msg).toBe('文字出处不能为空');
});

test('E66 a change of a field is refused when it would lose stored values or show judges values entered as hidden', async () => {
  const { contestId, ids, keys } = await withFields();
  const [source, language, , school] = ids;
  const ext = { [keys.source]: '一封旧信', [keys.language]: '法语', [keys.school]: '望溪书院' };
  const submitId = await c.entry('amy', contestId, { ext });
  const change = async (fieldId: number | undefined, part: object) => {
    const field = (await fieldsOf(contestId)).find((one) => one.fieldId === fieldId);
    return (await c.ask('ops', 'PUT', '/cms/contest/field', { ...field, ...part })).msg;
  };
  expect(await change(source, { component: 'number' })).toContain('不能再改填写方式');
  expect(await change(language, { options: ['英语', '日语'] })).toBe('已有作品选了“法语”，不能去掉这个选项');
  expect(await change(school, { identifying: '0' })).toContain('不能再给评委看');
  expect((await c.ask('ops', 'DELETE', `/cms/contest/field/${source}`)).msg).toContain('不能删除；请改为停用');
  const shown = async () => (await c.ask('ops', 'GET', `/cms/contest/submit/detail/${submitId}`)).data.more;
  const all = [
    { label: '文字出处', value: '一封旧信', identifying: false },
    { label: '译自语种', value: '法语', identifying: false },
    { label: '学校', value: '望溪书院', identifying: true },
  ];
  expect(await shown()).toEqual(all);
  // More choices, a hidden field and a field that is switched off lose nothing.
  for (const [id, part] of [
    [language, { options: ['英语', '法语', '日语'] }],
    [source, { identifying: '1' }],
    [source, { status: '1' }],
  ] as const)
    expect(await change(id, part)).toBe('操作成功');
  expect(await shown()).toEqual([{ ...all[0], identifying: true }, all[1], all[2]]);
  const { rows } = await c.ask('amy', 'GET', `/cms/contest/submit/mine?contestId=${contestId}`);
  const edited = await c.ask('amy', 'PUT', '/cms/contest/submit', { ...rows[0], ext: { [keys.language]: '日语' } });
  expect(edited.data.ext).toEqual({ [keys.source]: '一封旧信', [keys.language]: '日语' });
});

test('#50 #51 a judge sees custom fields, except identifying ones and values that contain a name of the entry', async () => {
  const { contestId, ids, keys } = await withFields();
  const ext = { [keys.source]: '欧阳望溪的旧信', [keys.language]: '法语', [keys.year]: 1931, [keys.school]: '望溪书院' };
  const submitId = await c.entry('amy', contestId, { ext });
  await c.addJudges(contestId, ['j1', 'j2', 'j3']);
  await c.toJudging(contestId);
  const round = await c.roundOf(contestId, 1);
  expect(await c.ask('ops', 'PUT', `/cms/contest/round/allocate/${round}`, {})).toMatchObject(OK);
  await c.clock();
  const url = `/cms/contest/judgeTask/getInfo?contestId=${contestId}&roundType=1&submitId=${submitId}`;
  const task = await c.ask('j1', 'GET', url);
  expect(task.data.more).toEqual([
    { label: '文字出处', value: '（内容提到作者，不显示）' },
    { label: '译自语种', value: '法语' },
    { label: '原文年份', value: '1931' },
  ]);
  const saved = await c.ask('j1', 'GET', `/cms/contest/judgeTask/package?contestId=${contestId}&roundType=1`);
  for (const body of [JSON.stringify(task), JSON.stringify(saved)]) expect(body).not.toMatch(/欧阳|书院/);
  // During the judging a field can only be hidden.
  const field = (await fieldsOf(contestId)).find(({ fieldId }) => fieldId === ids[2]);
  expect((await c.ask('ops', 'PUT', '/cms/contest/field', { ...field, label: '年份' })).msg).toContain('评审已经开始');
  expect((await addField(contestId, { label: '电话' })).msg).toContain('评审已经开始');
  expect(await c.ask('ops', 'PUT', '/cms/contest/field', { ...field, identifying: '1' })).toMatchObject(OK);
  expect((await c.ask('j1', 'GET', url)).data.more.map(({ label }: { label: string }) => label)).toEqual(['文字出处', '译自语种']);
  await town.context.db.updateTable('contestRound').set({ seeAuthors: '1' }).where('id', '=', round).execute();
  expect((await c.ask('j1', 'GET', url)).data.more).toHaveLength(4);
  expect(
    await c.ask('j1', 'PUT', '/cms/contest/judgeTask/submit', { contestId, roundType: 1, submitId, result: 'pass', comment: COMMENT }),
  ).toMatchObject(OK);
});

test('the exported sheet has a column for each field, also for one that is switched off', async () => {
  const { contestId, ids, keys } = await withFields();
  await c.entry('bob', contestId, { ext: { [keys.source]: '一封旧信', [keys.language]: '英语', [keys.year]: 1931 } });
  const field = (await fieldsOf(contestId)).find(({ fieldId }) => fieldId === ids[0]);
  expect(await c.ask('ops', 'PUT', '/cms/contest/field', { ...field, status: '1' })).toMatchObject(OK);
  const answer = await town.app.inject({ method: 'POST', url: `/prod-api/cms/contest/exportScores/${contestId}`, headers: await town.as('ops') });
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(answer.rawPayload as unknown as ExcelJS.Buffer);
  const line = (row: number) => (book.getWorksheet('名次')?.getRow(row).values ?? []) as unknown[];
  expect(line(1).slice(10)).toEqual(['文字出处', '译自语种', '原文年份', '学校']);
  expect(line(2).slice(10, 13)).toEqual(['一封旧信', '英语', 1931]);
});
