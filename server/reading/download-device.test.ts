import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DAY_MS } from '../../contract/clock.ts';
import { MEDIA_LINK_MS } from '../../contract/limits.ts';
import { makeEpub } from '../../tests/support/epub-maker.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { prepareFile } from '../../tests/support/upload.ts';

let town: TestContext;
let paid = 0;
let free = 0;

beforeAll(async () => {
  town = await testContext();
  await town.addUser({ userName: 'editor', permissions: ['publish:publication:add', 'publish:publication:query'] });
  const editor = await town.as('editor');
  const prepared = async (isFree: '0' | '1', title: string): Promise<number> => {
    const publishId = (await prepareFile(town, editor, await makeEpub({ title, chapters: { 'c1.xhtml': `<p>${title}</p>` } }))).publishId ?? 0;
    await town.context.db.updateTable('publication').set({ status: 'listed', isFree }).where('id', '=', publishId).execute();
    return publishId;
  };
  paid = await prepared('0', '付费');
  free = await prepared('1', '免费');
});
afterAll(() => town.close());

interface Answer {
  code: number;
  msg: string;
  data: { downloadId: number };
  rows: { publishId: number; removedHere: boolean; devices: { deviceId: number; device: string; current: boolean }[] }[];
}
async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, headers: Bearer, payload?: object): Promise<Answer> {
  const answer = await town.app.inject({ method, url: `/prod-api${url}`, headers, ...(payload ? { payload } : {}) });
  return answer.json<Answer>();
}
const keep = (headers: Bearer, publishId = paid, device = '手机') => ask('POST', '/info/download', headers, { publishId, device });
async function kept(headers: Bearer, publishId = paid, device = '手机'): Promise<void> {
  const { data, msg } = await keep(headers, publishId, device);
  expect(msg).toBe('操作成功');
  await ask('PUT', '/info/download', headers, { downloadId: data.downloadId, result: 'ok' });
}
/** Returns sessions for several devices of one reader with a right to the paid work. */
async function reader(userName: string, devices: number): Promise<Bearer[]> {
  const userId = await town.addUser({ userName });
  await town.context.db
    .insertInto('entitlement')
    .values({ userId, publicationId: paid, source: 'order', validFrom: 0, validTo: null, revoked: '0', createBy: 'x', createTime: 1 })
    .execute();
  return Promise.all(Array.from({ length: devices }, () => town.as(userName)));
}
const config = (configKey: string, configValue: string) =>
  town.context.db.insertInto('config').values({ configKey, configValue, configName: configKey, createTime: 1, updateTime: 1 }).execute();

test('#33.28 rejects a sixth device with a message until one is removed on the device or in the list', async () => {
  const devices = await reader('collector', 7);
  for (const one of devices.slice(0, 5)) await kept(one);
  const [first, second] = devices as [Bearer, Bearer];
  const [sixth, seventh] = devices.slice(5) as [Bearer, Bearer];
  expect(await keep(sixth)).toEqual({
    code: 500,
    msg: '这本书已存到5台设备，达到上限：一份授权最多存到5台。请在其中一台上删除这本书，或在“我的下载”里移除一台，再试',
  });
  // A device that already has the work may download it again.
  await kept(first);
  expect(await ask('PUT', '/info/download/removed', second, { publishId: paid })).toMatchObject({ code: 200 });
  await kept(sixth);
  expect((await keep(seventh)).code).toBe(500);

  const [row] = (await ask('GET', '/info/download/mine', first)).rows;
  expect(row?.devices.map((one) => one.current).filter(Boolean)).toHaveLength(1);
  expect(row?.devices).toHaveLength(5);
  const mine = (await ask('GET', '/info/download/mine', sixth)).rows[0]?.devices.find((one) => one.current)?.deviceId ?? 0;
  const [otherUser] = (await reader('stranger', 1)) as [Bearer];
  expect(await ask('DELETE', `/info/download/devices/${mine}`, otherUser)).toMatchObject({ code: 404 });
  expect(await ask('DELETE', `/info/download/devices/${mine}`, first)).toMatchObject({ code: 200 });
  expect(await ask('DELETE', `/info/download/devices/${mine}`, first)).toMatchObject({ code: 404 });
  expect((await ask('GET', '/info/download/mine', sixth)).rows[0]).toMatchObject({ removedHere: true });
  await kept(seventh);
});

test('#33.28 gives five slots to six devices that request at the same moment', async () => {
  await config('sys.download.parallel', '9');
  const answers = await Promise.all((await reader('hurried', 6)).map((one) => keep(one)));
  expect(answers.map((one) => one.code).sort()).toEqual([200, 200, 200, 200, 200, 500]);
  await town.context.db.deleteFrom('config').where('configKey', '=', 'sys.download.parallel').execute();
});

test('#33.28 rejects a fourth concurrent download, also for a free work, until one finishes', async () => {
  for (const publishId of [paid, free]) {
    const [first, second, third, fourth] = (await reader(`parallel${publishId}`, 4)) as [Bearer, Bearer, Bearer, Bearer];
    const { data } = await keep(first, publishId);
    for (const one of [second, third]) expect((await keep(one, publishId)).code).toBe(200);
    expect(await keep(fourth, publishId)).toEqual({
      code: 500,
      msg: '这本书正在3台设备上下载，达到上限：最多3台同时下载。请等其中一台下完，再试',
    });
    await ask('PUT', '/info/download', first, { downloadId: data.downloadId, result: 'ok' });
    expect((await keep(fourth, publishId)).code).toBe(200);
  }
});

test('#33.28 stops counting a download after ten minutes without link requests, and a device after ninety days', async () => {
  const devices = await reader('patient', 8);
  const [first, second, third, fourth, ...rest] = devices as [Bearer, Bearer, Bearer, Bearer, ...Bearer[]];
  for (const one of [first, second, third]) expect((await keep(one)).code).toBe(200);
  const now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now + MEDIA_LINK_MS + 1);
  try {
    await kept(fourth);
    await kept(rest[0] as Bearer);
    expect((await keep(rest[1] as Bearer)).msg).toContain('已存到5台设备');
    await town.context.db
      .updateTable('downloadDevice')
      .set({ lastSeen: now - 90 * DAY_MS })
      .where('deviceKey', 'like', 'session-%')
      .execute();
    await kept(rest[1] as Bearer);
  } finally {
    clock.mockRestore();
  }
});

test('#33.28 reads the limits from the configuration, and allows a free work on any number of devices', async () => {
  await config('sys.download.devices', '1');
  const devices = await reader('configured', 6);
  const [first, second] = devices as [Bearer, Bearer];
  for (const one of devices) await kept(one, free);
  await kept(first);
  expect((await keep(second)).msg).toContain('已存到1台设备');
  await town.context.db.deleteFrom('config').execute();
});
