import ExcelJS from 'exceljs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_PREFIX } from '../../contract/limits.ts';
import { seedDefaults } from '../../server/seed/defaults/seed-defaults.ts';
import type { Tables } from '../../server/db/tables.ts';
import type { CurrentUser } from '../../server/http/current-user.ts';
import { storeTemporary } from '../../server/system/file/file.service.ts';
import { testContext, type TestContext } from '../support/test-context.ts';
import { WIRE } from './wire-calls.ts';
import type { WireCall } from './wire-call.ts';

let town: TestContext;
/** Results of earlier calls, and values that are in no table. */
const known: Record<string, unknown> = {};

beforeAll(async () => {
  town = await testContext();
  await town.context.db.transaction().execute((tx) => seedDefaults(tx, Date.now()));
  known['bossId'] = await town.addUser({ userName: 'boss', roles: ['admin'], password: 'Wire-pass-77' });
  known['readerId'] = await town.addUser({ userName: 'reader' });
});
afterAll(() => town.close());

const TABLE_OF: Readonly<Record<string, keyof Tables & string>> = {
  deptId: 'dept',
  postId: 'post',
  menuId: 'menu',
  roleId: 'role',
  userId: 'user',
  dictId: 'dictType',
  dictCode: 'dictData',
  configId: 'config',
  noticeId: 'notice',
  operId: 'operLog',
  infoId: 'loginLog',
  jobId: 'job',
  jobLogId: 'jobLog',
  tableId: 'genTable',
  deploymentId: 'flowDeployment',
  expressionId: 'flowExpression',
  listenerId: 'flowListener',
  flowDeployId: 'flowDefinition',
  flowInstanceId: 'flowInstance',
  flowTaskId: 'flowTask',
  formId: 'flowForm',
};

/** Returns the row created last, or the result stored under that name. */
async function meant(word: string): Promise<unknown> {
  const table = TABLE_OF[word];
  if (!table) return known[word];
  const { id } = await town.context.db
    .selectFrom(table as 'dept')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return id;
}

async function filled(value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map(filled));
  if (typeof value === 'object' && value !== null) {
    const entries = await Promise.all(Object.entries(value).map(async ([key, inner]) => [key, await filled(inner)] as const));
    const { '...': spread, ...rest } = Object.fromEntries(entries);
    return { ...(spread as object | undefined), ...rest };
  }
  if (typeof value !== 'string' || !/^##?[a-zA-Z]+$/.test(value)) return value;
  return value.startsWith('##') ? String(await meant(value.slice(2))) : meant(value.slice(1));
}

const BEFORE: Readonly<Record<string, () => Promise<unknown>>> = {
  'reader signs in': async () => {
    await town.as('reader');
  },
  'notice published': () =>
    town.context.db
      .updateTable('notice')
      .set({ status: 'published', publishTime: Date.now() - 1000 })
      .execute(),
  'export kept': async () => {
    const maker = { userId: known['bossId'] } as CurrentUser;
    known['fileName'] = await storeTemporary(town.context, maker, '用户.xlsx', 'application/octet-stream', Buffer.from('rows'));
  },
  'job log kept': () => expect.poll(() => town.context.db.selectFrom('jobLog').select('id').executeTakeFirst(), { timeout: 5000 }).toBeTruthy(),
};

async function partOf([name, what]: NonNullable<WireCall['part']>): Promise<{ headers: Record<string, string>; payload: Buffer }> {
  const form = new FormData();
  const bytes = { picture: await picture(), words: Buffer.from('说明'), people: await people() }[what];
  form.append(name, new Blob([new Uint8Array(bytes)]), { picture: 'me.png', words: 'note.txt', people: 'people.xlsx' }[what]);
  const request = new Request('http://x/', { method: 'POST', body: form });
  return { headers: { 'content-type': request.headers.get('content-type') ?? '' }, payload: Buffer.from(await request.arrayBuffer()) };
}

const picture = () =>
  sharp({ create: { width: 40, height: 40, channels: 3, background: '#357' } })
    .png()
    .toBuffer();

/** The import template as a client gets it, with one user in it. */
async function people(): Promise<Buffer> {
  const { rawPayload } = await town.app.inject({ method: 'POST', url: `${API_PREFIX}/system/user/importTemplate`, headers: await town.as('boss') });
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(rawPayload as unknown as ArrayBuffer);
  const sheet = book.worksheets[0];
  if (!sheet) throw new Error('the template has no sheet');
  const heads = (sheet.getRow(1).values as string[]).slice(1);
  const given: Readonly<Record<string, string>> = { 登录账号: 'sheeted', 用户昵称: '表里的人' };
  sheet.addRow(heads.map((head) => Object.entries(given).find(([label]) => String(head).startsWith(label))?.[1] ?? ''));
  return Buffer.from(await book.xlsx.writeBuffer());
}

async function ask(wire: WireCall) {
  if (wire.before) await BEFORE[wire.before]?.();
  const [method, path = ''] = wire.call.split(' ');
  const places = await Promise.all([...path.matchAll(/\{(\w+)\}/g)].map(async (found) => [found[0], String(await meant(found[1] ?? ''))] as const));
  const address = places.reduce((text, [place, value]) => text.replace(place, encodeURIComponent(value)), path);
  const query = new URLSearchParams((await filled(wire.query ?? {})) as Record<string, string>).toString();
  const sent = wire.part ? await partOf(wire.part) : { headers: {}, payload: (await filled(wire.body ?? {})) as object };
  const form = wire.file && method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
  const headers = { ...sent.headers, ...form, ...(await town.as('boss')) };
  return town.app.inject({
    method: method as 'GET',
    url: `${API_PREFIX}${address}${query ? `?${query}` : ''}`,
    headers,
    ...(method === 'GET' || method === 'DELETE'
      ? {}
      : { payload: 'content-type' in form ? new URLSearchParams(sent.payload as Record<string, string>).toString() : sent.payload }),
  });
}

/** Returns what a client reads at `rows.dept`: of a list the first element is used. */
function at(answer: unknown, place: string): unknown {
  return place.split('.').reduce<unknown>((value, name) => {
    const inner = Array.isArray(value) ? (value[0] as unknown) : value;
    return typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>)[name] : undefined;
  }, answer);
}

async function judge(wire: WireCall): Promise<void> {
  const answer = await ask(wire);
  expect(answer.statusCode).toBe(200);
  if (wire.file) {
    expect(answer.headers['content-type']).not.toContain('json');
    expect(answer.headers['download-filename']).toBeTruthy();
    expect(answer.rawPayload.length).toBeGreaterThan(0);
    return;
  }
  const body = answer.json<Record<string, unknown>>();
  expect(body).toMatchObject({ code: wire.refused ? 500 : 200, msg: expect.any(String) });
  expect((wire.keys ?? '').split(' ').filter((place) => place !== '' && at(body, place) === undefined)).toEqual([]);
  const [first] = Array.isArray(body['rows']) ? (body['rows'] as Record<string, unknown>[]) : [];
  const { info, rows: columns, procDefId } = (body['data'] ?? {}) as { info?: object; rows?: unknown; procDefId?: string };
  if (procDefId) known['procDefId'] = procDefId;
  if (info) known['genTable'] = { ...info, columns, params: { treeCode: '', treeName: '', treeParentCode: '', parentMenuId: '' } };
  Object.assign(known, { fileName: body['fileName'] ?? known['fileName'], tokenId: first?.['tokenId'] ?? known['tokenId'] });
}

/** Calls that the specification itself names. */
const STATED: Readonly<Record<string, string>> = {
  'POST /login': 'S7.3 ',
  'POST /register': 'S7.4 ',
  'GET /getInfo': 'S7.5 ',
  'POST /logout': 'S7.6 ',
  'GET /captchaImage': 'S7.7 ',
  'GET /getRouters': 'S7.8 ',
  'GET /system/dict/data/list': 'S7.11 ',
  'GET /system/dict/data/{dictCode}': 'S7.11 ',
  'GET /system/dict/data/type/sys_user_sex': 'S7.11 ',
  'POST /system/dict/data': 'S7.11 ',
  'PUT /system/dict/data': 'S7.11 ',
  'DELETE /system/dict/data/{dictCode}': 'S7.11 ',
  'GET /system/config/list': 'S7.12 ',
  'GET /system/config/{configId}': 'S7.12 ',
  'GET /system/config/configKey/sys.index.skinName': 'S7.12 ',
  'POST /system/config': 'S7.12 ',
  'PUT /system/config': 'S7.12 ',
  'DELETE /system/config/refreshCache': 'S7.12 ',
  'DELETE /system/config/{configId}': 'S7.12 ',
  'POST /flowable/form': 'S7.22 ',
  'GET /flowable/form/list': 'S7.22 ',
  'GET /flowable/form/formList': 'S7.22 ',
  'GET /flowable/form/{formId}': 'S7.22 ',
  'PUT /flowable/form': 'S7.22 ',
  'GET /flowable/form/export': 'S7.22 ',
  'DELETE /flowable/form/{formId}': 'S7.22 ',
  'POST /common/upload': 'S7.24 ',
  'GET /common/download': 'S7.25 ',
  'GET /common/download/resource': 'S7.26 ',
};

for (const [index, wire] of WIRE.entries())
  test(`${STATED[wire.call] ?? ''}call ${index + 1} of compatible clients, ${wire.call}, is answered with the keys that they read`, () =>
    judge(wire));

test.each(WIRE.filter((wire) => wire.permission !== null))('$call requires $permission', ({ call, permission }) => {
  const [method, path = ''] = call.split(' ');
  const shape = path.replace(/\{\w+\}/g, '{}');
  const matches = (one: string): boolean => new RegExp(`^${one.replace(/\{\w+\}/g, '[^/]+')}$`).test(shape);
  const found = town.app.endpoints.filter((one) => one.method === method);
  const served = found.find((one) => one.path === path) ?? found.find((one) => matches(one.path));
  expect([served?.access].flat()).toContain(permission);
});

test('every call that the specification names is checked here', () => {
  const judged = new Set(WIRE.map((wire) => wire.call));
  expect(Object.keys(STATED).filter((one) => !judged.has(one))).toEqual([]);
});

test('A22 there are no monitoring pages that work without a token', async () => {
  for (const url of ['/druid', '/swagger-ui', '/actuator', '/metrics']) {
    const answer = await town.app.inject(API_PREFIX + url);
    expect([url, answer.json<{ code: number }>().code]).toEqual([url, 404]);
  }
});
