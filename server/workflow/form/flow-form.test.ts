import ExcelJS from 'exceljs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formFixture, formText, hostileCases } from '../../../tests/support/form-fixtures.ts';
import { APPLY, END, flowFixture, START, taskNode, type FlowFixture } from '../../../tests/support/flow-fixture.ts';
import { testContext, type Bearer, type TestContext } from '../../../tests/support/test-context.ts';
import { taskForm } from '../flow-view.service.ts';
import { regexWorker } from './regex-worker.ts';

let t: TestContext;
let designer: Bearer;
let flow: FlowFixture;
beforeAll(async () => {
  t = await testContext();
  flow = flowFixture(t);
  const permissions = ['list', 'query', 'add', 'edit', 'remove', 'export'].map((action) => `flowable:form:${action}`);
  await t.addUser({ userName: 'designer', permissions: [...permissions, 'flowable:definition:edit'] });
  designer = await t.as('designer');
});
afterAll(async () => {
  await t.close();
  await regexWorker.stop();
});

interface Answer {
  code: number;
  msg: string;
  rows?: { formId: number; formName: string; formContent: string; deployedTo: string[] }[];
  total?: number;
  data?: { formId: number; formContent: string; version: number } & Record<string, unknown>;
}

async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object): Promise<Answer> {
  return (await t.app.inject({ method, url: `/prod-api${url}`, headers: designer, ...(payload ? { payload } : {}) })).json<Answer>();
}

const add = (formName: string, formContent: string) => ask('POST', '/flowable/form', { formName, formContent, remark: '' });
const idOf = async (formName: string): Promise<number> =>
  (await ask('GET', `/flowable/form/list?formName=${encodeURIComponent(formName)}`)).rows![0]!.formId;
const hostile = hostileCases();

async function deploy(name: string): Promise<number> {
  const base = { flowKey: `k${name}`, flowVersion: 1, name, bpmnXml: '<x/>', createTime: 1, updateTime: 1 };
  const { id } = await t.context.db.insertInto('flowDefinition').values(base).returning('id').executeTakeFirstOrThrow();
  return id;
}

test('S3.6 S7.22 form-designer point 32: the calls of compatible clients answer in their envelopes', async () => {
  expect(await add('选题申报', formText('topic-declaration.json'))).toMatchObject({ code: 200, msg: '操作成功' });
  const list = await ask('GET', '/flowable/form/list?pageNum=1&pageSize=10&formName=选题');
  expect(list).toMatchObject({ code: 200, total: 1, rows: [{ formName: '选题申报', createBy: 'designer', remark: '', deployedTo: [] }] });
  const formId = list.rows![0]!.formId;
  const one = await ask('GET', `/flowable/form/${formId}`);
  expect(JSON.parse(one.data!.formContent)).toMatchObject({ labelWidth: 100, fields: expect.any(Array) });
  expect(await ask('GET', '/flowable/form/formList')).toMatchObject({ code: 200, data: [{ formId, formName: '选题申报' }] });
  const edited = { formId, formName: '选题申报二', formContent: one.data!.formContent, remark: 'r', version: one.data!.version };
  expect(await ask('PUT', '/flowable/form', edited)).toMatchObject({ code: 200 });
  expect(await ask('PUT', '/flowable/form', edited)).toMatchObject({ code: 409 });
  const { code, msg } = await ask('GET', '/flowable/form/export');
  expect([code, msg]).toEqual([200, expect.stringMatching(/流程表单\.xlsx$/)]);
  const sheet = new ExcelJS.Workbook();
  const bytes = await t.app.inject({ method: 'GET', url: `/prod-api/common/download?fileName=${encodeURIComponent(msg)}`, headers: designer });
  await sheet.xlsx.load(bytes.rawPayload as never);
  expect(sheet.worksheets[0]?.rowCount).toBe(2);
  expect(await ask('DELETE', `/flowable/form/${formId}`)).toMatchObject({ code: 200 });
  expect(await ask('GET', `/flowable/form/${formId}`)).toMatchObject({ code: 404 });
});

test('form-designer point 32: content of VForm is stored unchanged, without keys that touch prototypes', async () => {
  const content = hostile.get('vform')!.content;
  expect(await add('VForm 表单', content)).toMatchObject({ code: 200 });
  expect((await ask('GET', `/flowable/form/${await idOf('VForm')}`)).data!.formContent).toBe(content);
  await add('VForm 污染', '{"widgetList":[{"__proto__":{"polluted":1},"type":"input"}],"formConfig":{}}');
  const polluted = await ask('GET', '/flowable/form/list?formName=污染');
  expect(polluted.rows?.[0]?.formContent ?? '').not.toContain('__proto__');
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

test.each([
  ['not-json', 'JSON格式错误，请检查'],
  ['not-a-form', '没有组件列表 fields'],
  ['duplicate-vmodel', '字段名已被使用：mobile'],
  ['illegal-vmodel', '另有用处'],
  ['unknown-layout', '没有与布局「gridItem」对应的画法'],
  ['redos-exponential', '正则表达式可能使校验卡死，请改写：/^(a+)+$/'],
  ['redos-alternation', '正则表达式可能使校验卡死，请改写'],
  ['deep', '布局嵌套不能超过 5 层'],
  ['many-options', '静态选项不能超过 500 项'],
])('S3.8 form-designer point 3: saving %s answers 400 with the reason', async (name, message) => {
  const answer = await add('不可用', hostile.get(name)!.content);
  expect(answer).toMatchObject({ code: 400, msg: expect.stringContaining(message) });
});

test('form-designer §1.7: stores what the parser knows, not the request text', async () => {
  const content = hostile.get('dom-injection')!.content;
  expect(await add('注入', content)).toMatchObject({ code: 200 });
  const stored = (await ask('GET', `/flowable/form/${await idOf('注入')}`)).data!.formContent;
  expect(stored).not.toMatch(/domProps|nativeOn|scopedSlots|directives|innerHTML/);
});

test('S7.22 form-designer point 30: a deployment keeps the content of the moment when the form was attached, and protects the form', async () => {
  await add('请假单', formText('leave-request.flat.json'));
  const formId = await idOf('请假单');
  const deployId = await deploy('请假');
  expect(await ask('POST', '/flowable/form/addDeployForm', { formId, deployId })).toMatchObject({ code: 200 });
  expect(await ask('POST', '/flowable/form/addDeployForm', { formId, deployId })).toMatchObject({ code: 200 });
  const row = await t.context.db.selectFrom('flowDeployForm').selectAll().where('deployId', '=', deployId).executeTakeFirstOrThrow();
  await ask('PUT', '/flowable/form', { formId, formName: '请假单', formContent: formText('expense.ours.json') });
  expect((await t.context.db.selectFrom('flowDeployForm').selectAll().where('deployId', '=', deployId).executeTakeFirstOrThrow()).formContent).toBe(
    row.formContent,
  );
  expect((await ask('GET', '/flowable/form/list?formName=请假单')).rows![0]!.deployedTo).toEqual(['请假']);
  expect(await ask('DELETE', `/flowable/form/${formId}`)).toMatchObject({ code: 500, msg: expect.stringContaining('「请假」') });
  await t.context.db
    .insertInto('flowInstance')
    .values({
      definitionId: deployId,
      startUserId: 1,
      variables: '{}',
      state: '{}',
      path: '[]',
      status: 'running',
      startTime: 1,
      endTime: null,
      createTime: 1,
      updateTime: 1,
    })
    .execute();
  expect(await ask('POST', '/flowable/form/addDeployForm', { formId, deployId })).toMatchObject({
    code: 500,
    msg: expect.stringContaining('已有实例'),
  });
  expect(await ask('POST', '/flowable/form/addDeployForm', { formId, deployId: 999_999 })).toMatchObject({ code: 404 });
});

test('form-designer point 30: a running instance keeps its form after the form changes, and a new deployment uses the new one', async () => {
  const simple = (name: string): string =>
    JSON.stringify({
      fields: [{ __config__: { label: name, tag: 'el-input', tagIcon: 'input', layout: 'colFormItem', formId: 101 }, __vModel__: name }],
    });
  await add('外出单', simple('before'));
  const formId = await idOf('外出单');
  const nodes = [START, APPLY, taskNode('check', { who: { kind: 'starter' } }), END];
  const sketch = { key: 'outing', name: '外出', nodes, flows: ['s -> apply', 'apply -> check', 'check -> e'] };
  const deployed = async () => {
    const { deployId, procDefId } = await flow.deploy(sketch);
    expect(await ask('POST', '/flowable/form/addDeployForm', { formId, deployId: Number(deployId) })).toMatchObject({ code: 200 });
    return procDefId;
  };
  const formOf = async (instance: number): Promise<string> => {
    const [task] = await flow.open(instance);
    return JSON.stringify((await taskForm(t.context, flow.person('outgoer'), task?.id ?? 0))['formJson']);
  };
  await flow.addUsers('outgoer');
  const first = await flow.start('outgoer', await deployed(), { before: '去书店' });
  expect(await ask('PUT', '/flowable/form', { formId, formName: '外出单', formContent: simple('after') })).toMatchObject({ code: 200 });
  expect(await formOf(first)).toContain('"__vModel__":"before"');
  const second = await flow.start('outgoer', await deployed(), { after: '去书市' });
  expect(await formOf(second)).toContain('"__vModel__":"after"');
  expect(await formOf(first)).not.toContain('"__vModel__":"after"');
});

test('form-designer point 3: five hundred fields are accepted and five thousand are rejected', async () => {
  expect(await add('五百项', hostile.get('five-hundred')!.content)).toMatchObject({ code: 200 });
  const { fields } = formFixture('topic-declaration.json') as { fields: object[] };
  const many = JSON.stringify({ fields: Array.from({ length: 501 }, () => ({ tag: 'el-input', layout: 'colFormItem' })) });
  expect(await add('过多', many)).toMatchObject({ code: 400, msg: '组件不能超过 500 个' });
  expect(fields.length).toBeGreaterThan(0);
});

test('#43.19 a saved form has the present entries of its dictionaries, whatever options were sent', async () => {
  const stamps = { createTime: 1, updateTime: 1 };
  await t.context.db
    .insertInto('dictType')
    .values({ dictType: 'form_kind', dictName: '种类', ...stamps })
    .execute();
  await t.context.db
    .insertInto('dictData')
    .values({ dictType: 'form_kind', dictLabel: '新种类', dictValue: 'fresh', dictSort: 1, ...stamps })
    .execute();
  const select = {
    __config__: { layout: 'colFormItem', tag: 'el-select', tagIcon: 'select', label: '种类', formId: 101, span: 24, shuzhou: { dict: 'form_kind' } },
    __slot__: { options: [{ label: '旧种类', value: 'old' }] },
    __vModel__: 'kind',
  };
  expect(await add('有字典', JSON.stringify({ fields: [select] }))).toMatchObject({ code: 200 });
  const { data } = await ask('GET', `/flowable/form/${await idOf('有字典')}`);
  expect(JSON.parse(data!.formContent)).toMatchObject({ fields: [{ __slot__: { options: [{ label: '新种类', value: 'fresh' }] } }] });
});
