import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formFixture, formText, hostileCases } from '../../../tests/support/form-fixtures.ts';
import { testContext, type Bearer, type TestContext } from '../../../tests/support/test-context.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { parseForm } from '../../../contract/workflow/form-parser.ts';
import { allFields } from '../../../contract/workflow/form-content.ts';
import { optionsOfField } from './form-options.service.ts';
import { readDataHosts, sourceOf, valueAt } from './form-source.ts';
import { validateSubmitted } from './form-submission.service.ts';
import { fetchOutside, isPublicAddress } from './outside-fetch.ts';
import { regexWorker } from './regex-worker.ts';

let t: TestContext;
let submitterId: number;
let otherId: number;
let submitter: Bearer;
let outside: Server;
let requests: string[] = [];
const address = () => `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;

beforeAll(async () => {
  t = await testContext();
  submitterId = await t.addUser({ userName: 'submitter', permissions: ['flowable:task:process'] });
  otherId = await t.addUser({ userName: 'other' });
  await t.addUser({ userName: 'designer', permissions: ['tool:build:list', 'system:dept:list'] });
  submitter = await t.as('submitter');
  outside = createServer((request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}${request.headers.cookie ?? ''}`);
    if (request.url === '/moved') return response.writeHead(302, { location: '/data' }).end();
    response.setHeader('content-type', 'application/json');
    response.end(
      request.url === '/large' ? JSON.stringify({ data: 'x'.repeat(2 * 1024 * 1024) }) : '{"data":{"list":[{"id":1,"name":"甲"},{"id":2}]}}',
    );
  });
  await new Promise<void>((done) => outside.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  outside.close();
  await t.close();
  await regexWorker.stop();
});

const userOf = (userId: number, permissions: readonly string[] = []): CurrentUser => ({
  userId,
  userName: 'submitter',
  nickName: '',
  sessionId: 's',
  deptId: null,
  deptName: '',
  roles: new Set(),
  permissions: new Set(permissions),
  confirmedAt: 0,
  factorDue: false,
  accounts: new Set([userId]),
});

async function addFile(fileName: string, ownerId: number, more: { size?: number; mime?: string } = {}): Promise<void> {
  const mime = more.mime ?? 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  await t.context.db
    .insertInto('file')
    .values({ fileName, fileOriginName: '样章.docx', url: '', size: more.size ?? 1_000, mime, sha256: 'x', ownerId, isPublic: '0', createTime: 1 })
    .execute();
}

const FILE = '/profile/upload/2026/11/21/x.docx';
const topic = formText('topic-declaration.json').replace('/prod-api/system/user/deptTree', '');
interface ValueCase {
  readonly name: string;
  readonly values: Record<string, unknown>;
  readonly refused: { field: string; message: string } | null;
}
const cases = formFixture('topic-declaration.values.json') as ValueCase[];
const whole = cases[0]!.values;
const submit = (values: Record<string, unknown>, content = topic) => validateSubmitted(t.context, userOf(submitterId), content, values);

test('form-designer point 22: the server gives the same message for every case as the shared validator', async () => {
  await addFile(FILE, submitterId);
  expect(cases.length).toBeGreaterThan(5);
  for (const { name, values, refused } of cases) {
    const message = await submit(values).then(
      () => null,
      (error: Error) => error.message,
    );
    expect([name, message]).toEqual([name, refused?.message ?? null]);
  }
});

test('form-designer point 23: a definition in the request is ignored, and unknown keys are not stored', async () => {
  const kept = await submit({ ...whole, formJson: { fields: [] }, variables: { fields: [] }, odd: 1 });
  expect(Object.keys(kept)).not.toEqual(expect.arrayContaining(['odd']));
  expect(kept).not.toHaveProperty('formJson');
  await expect(submit({ formJson: { fields: [] }, variables: {} })).rejects.toThrow('请输入选题名称');
});

test('form-designer point 24: a file of another user, a file that is too large and an address elsewhere are rejected', async () => {
  const at = (url: string) => ({ ...whole, sample: [{ uid: 'u', name: 'x.docx', url }] });
  await addFile('/profile/upload/2026/11/21/other.docx', otherId);
  await addFile('/profile/upload/2026/11/21/large.docx', submitterId, { size: 2 * 1024 * 1024 + 1 });
  await addFile('/profile/upload/2026/11/21/wrong.png', submitterId, { mime: 'image/png' });
  await t.context.db.updateTable('file').set({ fileOriginName: 'x.png' }).where('fileName', 'like', '%wrong.png').execute();
  await expect(submit(at('/profile/upload/2026/11/21/other.docx'))).rejects.toThrow('样章的文件不存在，请重新上传');
  await expect(submit(at('https://evil.example/x.docx'))).rejects.toThrow('样章的文件不存在，请重新上传');
  await expect(submit(at('/profile/upload/2026/11/21/large.docx'))).rejects.toThrow('文件大小超过 2MB');
  await expect(submit(at('/profile/upload/2026/11/21/wrong.png'))).rejects.toThrow('应该选择.doc,.docx类型的文件');
  const mine = await submit(at(`${t.context.settings.publicUrl}${FILE}`));
  expect(mine['sample']).toEqual([{ uid: 'u', name: '样章.docx', url: FILE }]);
  const values = at('/profile/upload/2026/11/21/other.docx');
  const again = await validateSubmitted(t.context, userOf(submitterId), topic, values, { stored: values });
  expect(again['sample']).toHaveLength(1);
});

test('form-designer §2.1: rich text is cleaned and passwords are stored encrypted', async () => {
  const base = { layout: 'colFormItem', required: false };
  const content = JSON.stringify([
    { ...base, tag: 'tinymce', tagIcon: 'rich-text', label: '正文', vModel: 'body' },
    { ...base, tag: 'el-input', tagIcon: 'password', 'show-password': true, label: '口令', vModel: 'secret' },
  ]);
  const kept = await submit({ body: '<p onclick="x()">字<script>x</script></p>', secret: '123456' }, content);
  expect(kept['body']).toBe('<p>字</p>');
  expect(kept['secret']).toMatch(/^enc:/);
});

test('form-designer §1.1: values of a VForm form are kept without a definition', async () => {
  expect(await submit({ a: 1, formJson: {}, __proto__x: 1 }, hostileCases().get('vform')!.content)).toEqual({ a: 1 });
});

test('form-designer point 25: no source of the hostile form is called, each with a message', async () => {
  requests = [];
  const fields = allFields(parseForm(hostileCases().get('foreign-options')!.content).form.fields);
  for (const field of fields.filter(({ url }) => url !== ''))
    await expect(optionsOfField(t.context, userOf(submitterId), field)).rejects.toThrow(/接口地址不在允许的范围内|本站数据只能用 get 读取/);
  expect(requests).toEqual([]);
});

test('form-designer point 25: a source on this site answers what the user may see, and is never written to', async () => {
  const { endpoints } = t.app;
  expect(sourceOf('delete', '/prod-api/system/user/1', endpoints, [])).toMatchObject({ kind: 'rejected', message: '本站数据只能用 get 读取' });
  for (const url of [
    '/prod-api/../x',
    '/prod-api//system/dept/list',
    '/prod-api/system/deployment/export',
    '/prod-api/nothing',
    '//evil.example/o',
    'https://evil.example/o',
  ])
    expect(sourceOf('get', url, endpoints, [])).toMatchObject({ kind: 'rejected', message: '接口地址不在允许的范围内' });
  await t.addDept('编辑部');
  const field = {
    ...allFields(parseForm(topic).form.fields)[0]!,
    dataType: 'dynamic',
    url: '/prod-api/system/dept/list',
    method: 'get',
    dataPath: 'data',
  };
  const keyed = { ...field, shuzhou: { labelKey: 'deptName', valueKey: 'deptId' } };
  await expect(optionsOfField(t.context, userOf(submitterId), keyed)).rejects.toThrow('没有权限');
  const { options } = await optionsOfField(t.context, userOf(submitterId, ['system:dept:list', '*:*:*']), { ...keyed, formId: 7, dataPath: 'data' });
  expect(options).toContainEqual(expect.objectContaining({ label: '编辑部' }));
  expect(valueAt({ data: [1] }, '__proto__.x')).toBeUndefined();
  expect(valueAt({ a: { b: [1] } }, 'a.b')).toEqual([1]);
});

test('form-designer point 25: of all GET endpoints only lists, trees and choices are sources; those that write never are', () => {
  const { endpoints } = t.app;
  const all = endpoints.filter(({ method }) => method === 'GET');
  const allowed = all.filter(
    ({ path }) => sourceOf('get', `/prod-api${path.replace(/\{\w+\}/g, '1').replace(/\/$/, '')}`, endpoints, []).kind === 'own',
  );
  expect(allowed.filter(({ row, data }) => !row && !data)).toEqual([]);
  const paths = allowed.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(['/system/post/list', '/structure/person/list', '/flowable/form/list']));
  // A new name here needs a look at its handler: it must not write.
  expect(paths.filter((path) => !path.endsWith('/list')).toSorted()).toEqual([
    '/cms/archiveType/queryTree',
    '/cms/publish/queryPublishList',
    '/flowable/definition/expList',
    '/flowable/definition/roleList',
    '/flowable/definition/userList',
    '/flowable/form/formList',
    '/flowable/task/copyList',
    '/flowable/task/finishedList',
    '/flowable/task/todoList',
    '/system/area/children',
    '/system/dept/treeselect',
    '/system/dict/data/type/{type}',
    '/system/dict/type/optionselect',
    '/system/menu/treeselect',
    '/system/post/optionselect',
    '/system/role/authUser/allocatedList',
    '/system/role/authUser/unallocatedList',
    '/system/role/optionselect',
    '/system/user/deptTree',
  ]);
  for (const path of ['/monitor/logininfor/unlock/list', '/tool/gen/synchDb/list', '/tool/gen/genCode/list', '/flowable/process/startFlow/1'])
    expect(sourceOf('get', `/prod-api${path}`, endpoints, [])).toMatchObject({ kind: 'rejected', message: '接口地址不在允许的范围内' });
});

test('form-designer §1.1: the options call answers 400 for a form of VForm', async () => {
  const { id } = await t.context.db
    .insertInto('flowForm')
    .values({ formName: 'VForm', formContent: hostileCases().get('vform')!.content, createTime: 1, updateTime: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: deployId } = await t.context.db
    .insertInto('flowDefinition')
    .values({ flowKey: 'vform', flowVersion: 1, name: 'x', bpmnXml: '<x/>', createTime: 1, updateTime: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const formContent = hostileCases().get('vform')!.content;
  await t.context.db.insertInto('flowDeployForm').values({ deployId, formId: id, formName: 'VForm', formContent, createTime: 1 }).execute();
  for (const from of [{ formId: id }, { deployId }]) {
    const payload = { ...from, vModel: 'a' };
    const answer = await t.app.inject({ method: 'POST', url: '/prod-api/flowable/form/options', headers: submitter, payload });
    expect(answer.json()).toMatchObject({ code: 400, msg: expect.stringContaining('VForm') });
  }
});

test('form-designer point 25: another site needs to be listed, must be public, and may not redirect or answer too much', async () => {
  expect(readDataHosts('https://a.example, http://b.example，http://c.example=10.0.0.5')).toEqual([
    { origin: 'https://a.example', address: null },
    { origin: 'http://c.example', address: '10.0.0.5' },
  ]);
  for (const one of ['127.0.0.1', '10.1.1.1', '169.254.169.254', '::1', '::ffff:127.0.0.1', 'fe80::1', '100.64.0.1', '0.0.0.0', '2002:7f00:1::'])
    expect([one, isPublicAddress(one)]).toEqual([one, false]);
  for (const one of ['1.1.1.1', '2606:4700::1111']) expect(isPublicAddress(one)).toBe(true);
  requests = [];
  await expect(fetchOutside(new URL(`${address()}/data`), 'get', null)).rejects.toThrow('not allowed');
  await expect(fetchOutside(new URL(`http://localhost:${new URL(address()).port}/data`), 'get', null)).rejects.toThrow('no public address');
  expect(requests).toEqual([]);
  await expect(fetchOutside(new URL(`${address()}/moved`), 'get', '127.0.0.1')).rejects.toThrow('302');
  await expect(fetchOutside(new URL(`${address()}/large`), 'get', '127.0.0.1')).rejects.toThrow('too large');
});

test('S7.30 form-designer point 25: the options call reads a listed site without credentials, from the stored form', async () => {
  await t.context.db
    .updateTable('config')
    .set({ configValue: `${address()}=127.0.0.1` })
    .where('configKey', '=', 'tool.build.dataHosts')
    .execute();
  if (!(await t.context.db.selectFrom('config').select('id').where('configKey', '=', 'tool.build.dataHosts').executeTakeFirst()))
    await t.context.db
      .insertInto('config')
      .values({ configKey: 'tool.build.dataHosts', configValue: `${address()}=127.0.0.1`, configName: 'x', createTime: 1, updateTime: 1 })
      .execute();
  const form = [
    {
      tag: 'el-select',
      tagIcon: 'select',
      layout: 'colFormItem',
      label: '源',
      vModel: 'source',
      dataType: 'dynamic',
      url: `${address()}/data`,
      dataPath: 'data.list',
      labelKey: 'name',
      valueKey: 'id',
    },
  ];
  const { id } = await t.context.db
    .insertInto('flowForm')
    .values({ formName: '源', formContent: JSON.stringify({ fields: form }), createTime: 1, updateTime: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const ask = async (payload: object, headers: Bearer = submitter) =>
    (await t.app.inject({ method: 'POST', url: '/prod-api/flowable/form/options', headers, payload })).json<{
      code: number;
      msg: string;
      data: unknown;
    }>();
  requests = [];
  expect(await ask({ formId: id, vModel: 'source' })).toMatchObject({
    code: 200,
    data: {
      options: [
        { label: '甲', value: 1 },
        { label: '2', value: 2 },
      ],
    },
  });
  expect(await ask({ formId: id, vModel: 'source' })).toMatchObject({ code: 200 });
  expect(requests).toEqual(['GET /data ']);
  expect(await ask({ formId: id, vModel: 'other' })).toMatchObject({ code: 404 });
  expect(await ask({ url: `${address()}/data`, method: 'get', dataPath: 'data.list' })).toMatchObject({ code: 403 });
  expect(await ask({ url: `${address()}/data`, dataPath: 'data.list', valueKey: 'id' }, await t.as('designer'))).toMatchObject({ code: 200 });
});

test('form-designer §5.2: the file of a form is read by its uploader and by people of an instance that contains it', async () => {
  const url = '/profile/upload/2026/11/22/shared.docx';
  await addFile(url, submitterId);
  await t.context.files.put(url.slice(1), Buffer.from('x'), 'application/msword');
  await t.context.db.updateTable('file').set({ size: 1 }).where('fileName', '=', url).execute();
  const read = async (userName: string) => {
    const answer = await t.app.inject({
      method: 'GET',
      url: `/prod-api/flowable/form/file?resource=${encodeURIComponent(url)}`,
      headers: await t.as(userName),
    });
    return answer.headers['content-type']?.includes('json') ? answer.json<{ code: number }>().code : answer.body;
  };
  expect([await read('submitter'), await read('other')]).toEqual(['x', 404]);
  const times = { createTime: 1, updateTime: 1 };
  const variables = JSON.stringify({ sample: [{ uid: '1', name: 'x', url }] });
  const instance = {
    definitionId: 1,
    startUserId: submitterId,
    variables,
    state: '{}',
    path: '[]',
    status: 'running' as const,
    startTime: 1,
    endTime: null,
  };
  const { id } = await t.context.db
    .insertInto('flowInstance')
    .values({ ...instance, ...times })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await read('other')).toBe(404);
  const task = { instanceId: id, nodeKey: 'a', taskName: '审', token: 1, assignee: otherId, status: 'claimed', parentId: null, ownerId: null };
  await t.context.db
    .insertInto('flowTask')
    .values({ ...task, claimTime: null, finishTime: null, dueDate: null, ...times })
    .execute();
  expect(await read('other')).toBe('x');
});
