import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DAY_MS } from '../../../contract/clock.ts';
import { testContext, type Bearer, type TestContext } from '../../../tests/support/test-context.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { storeTemporary } from './file.service.ts';

let town: TestContext;
let one: Bearer;
let other: Bearer;
let oneId: number;
beforeAll(async () => {
  town = await testContext();
  oneId = await town.addUser({ userName: 'one' });
  await town.addUser({ userName: 'other' });
  await town.addUser({ userName: 'editor', permissions: ['system:notice:add'] });
  [one, other] = [await town.as('one'), await town.as('other')];
});
afterAll(() => town.close());

const picture = () =>
  sharp({ create: { width: 20, height: 20, channels: 3, background: '#007f80' } })
    .png()
    .toBuffer();

async function send(name: string, bytes: Buffer, headers: Record<string, string> = one) {
  const edge = 'x-edge-of-a-part';
  const payload = Buffer.concat([
    Buffer.from(
      `--${edge}\r\ncontent-disposition: form-data; name="directory"\r\n\r\n../../etc\r\n--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/html\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${edge}--\r\n`),
  ]);
  const answer = await town.app.inject({
    method: 'POST',
    url: '/prod-api/common/upload',
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${edge}` },
    payload,
  });
  return answer.json<{ code: number; msg: string; fileName: string; fileOriginName: string; url: string; fileId: number }>();
}

test('S7.24 S3.14 POST /common/upload returns the keys of both kinds of clients, under a server-generated name', async () => {
  const answer = await send('封面.png', await picture(), await town.as('editor'));
  expect(answer).toMatchObject({ code: 200, fileOriginName: '封面.png', originalFilename: '封面.png' });
  expect(answer.fileName).toMatch(/^\/profile\/upload\/\d{4}\/\d{2}\/\d{2}\/[0-9a-f]{32}\.png$/);
  expect(answer.url).toContain(answer.fileName);
  const shown = await town.app.inject(answer.fileName);
  expect(shown.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
  expect(shown.headers['content-security-policy']).toContain('sandbox');
});

test('re-encodes simultaneously uploaded pictures one after another', async () => {
  const noise = { width: 1000, height: 1000, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 40 } } as const;
  const bytes = await sharp({ create: { ...noise, background: '#000' } })
    .png()
    .toBuffer();
  let most = 0;
  const watch = setInterval(() => {
    const { queue, process } = sharp.counters();
    most = Math.max(most, queue + process);
  }, 2);
  const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => send(`${index}.png`, bytes)));
  clearInterval(watch);
  expect(answers.map(({ code }) => code)).toEqual(Array(6).fill(200));
  // The counter of a finished picture drops shortly after its answer, when the next one has begun.
  expect(most).toBeLessThanOrEqual(2);
});

test('cuts a long name before its extension', async () => {
  const answer = await send(`${'长'.repeat(300)}.png`, await picture());
  expect(answer).toMatchObject({ code: 200, fileOriginName: `${'长'.repeat(196)}.png` });
});

test('S3.2 serves a picture also under the path prefix that compatible clients use', async () => {
  const { fileName } = await send('封面.png', await picture(), await town.as('editor'));
  const [plain, prefixed] = [await town.app.inject(fileName), await town.app.inject(`/prod-api${fileName}`)];
  expect(prefixed.rawPayload.equals(plain.rawPayload)).toBe(true);
  expect(prefixed.headers['content-type']).toBe('image/png');
  expect((await town.app.inject('/prod-api/profile/../../etc/passwd')).statusCode).toBe(404);
});

test('sends a re-encoded picture with its new length', async () => {
  const image = sharp({ create: { width: 60, height: 60, channels: 3, background: '#fff', noise: { type: 'gaussian', mean: 128, sigma: 60 } } });
  const sent = await image.jpeg({ quality: 10 }).toBuffer();
  const shown = await town.app.inject((await send('a.jpg', sent, await town.as('editor'))).fileName);
  expect(shown.rawPayload.length).not.toBe(sent.length);
  expect(Number(shown.headers['content-length'])).toBe(shown.rawPayload.length);
});

test('A19 rejects an upload without a token and ignores a directory named by the client', async () => {
  expect(await send('a.png', await picture(), {})).toMatchObject({ code: 401 });
  const { fileName } = await send('a.png', await picture());
  expect(fileName).not.toContain('etc');
});

test.each([
  ['page.html', '<script>1</script>', /文件格式不正确/],
  ['drawing.svg', '<svg onload="x()"/>', /文件格式不正确/],
  ['fake.png', '<html><script>1</script>', /文件内容与扩展名png不符/],
  ['fake.txt', '<html><body>', /文件内容与扩展名txt不符/],
  ['empty.txt', '', /文件是空的/],
])('A11 S5.1 S5.2 rejects %s', async (name, text, words) => {
  const answer = await send(name, Buffer.from(text));
  expect(answer.code).toBe(500);
  expect(answer.msg).toMatch(words);
});

test('S5.1 S5.2 rejects a file over 5 MB with the message of the specification', async () => {
  expect(await send('long.txt', Buffer.alloc(5 * 1024 * 1024 + 1, 'a'))).toMatchObject({ code: 500, msg: '上传文件大小不能超过 5 MB!' });
});

/** Path traversal attempts, in spellings that servers are known to have accepted. */
function climbing(targets: readonly string[]): string[] {
  const ups = ['../', '..\\', '%2e%2e/', '%2e%2e%2f', '..%5c', '%252e%252e%252f', '..%c0%af'];
  const starts = ['', '/profile/', '/profile/upload/', 'profile/upload/2026/', './'];
  return targets.flatMap((target) => starts.flatMap((start) => ups.flatMap((up) => [1, 3, 6].map((times) => start + up.repeat(times) + target))));
}

test('A8 reads nothing outside the store, in any spelling of the path', async () => {
  const { fileName } = await send('mine.txt', Buffer.from('只给自己看'));
  const outside = join(town.context.settings.dataDir, 'outside.txt');
  await writeFile(outside, 'SECRET');
  await symlink(outside, join(town.context.settings.dataDir, 'files', 'profile', 'upload', 'link.txt')).catch(() => {});
  const paths = [
    '../outside.txt',
    '..%2foutside.txt',
    '%2e%2e/outside.txt',
    '..\\outside.txt',
    '/etc/passwd',
    'file:///etc/passwd',
    outside,
    '/profile/upload/link.txt',
    '/profile/../../outside.txt',
    `${fileName}\0.png`,
    '....//outside.txt',
    '/profile/upload/..;/outside.txt',
    ...climbing(['outside.txt', 'etc/passwd']),
  ];
  expect(paths.length).toBeGreaterThan(200);
  for (const path of paths) {
    for (const url of [
      `/prod-api/common/download?fileName=${encodeURIComponent(path)}`,
      `/prod-api/common/download/resource?resource=${encodeURIComponent(path)}`,
      `/profile/${encodeURIComponent(path)}`,
    ]) {
      const answer = await town.app.inject({ url, headers: one });
      expect([url, answer.body.includes('SECRET'), answer.body.includes('root:')]).toEqual([url, false, false]);
      expect(answer.json<{ code: number }>().code).not.toBe(200);
    }
  }
  const named = await town.app.inject({ url: '/prod-api/common/download?fileName=..%2Fa', headers: one });
  expect(named.json()).toEqual({ code: 500, msg: '文件名称(../a)非法，不允许下载。' });
});

test('S7.26 serves a private file to its owner only', async () => {
  const { fileName } = await send('mine.txt', Buffer.from('只给自己看'));
  const get = (headers: Bearer) => town.app.inject({ url: `/prod-api/common/download/resource?resource=${encodeURIComponent(fileName)}`, headers });
  const mine = await get(one);
  expect(mine.body).toBe('只给自己看');
  expect(decodeURIComponent(String(mine.headers['download-filename']))).toBe('mine.txt');
  expect(mine.headers['content-disposition']).toMatch(/^attachment;/);
  expect((await get(other)).json()).toMatchObject({ code: 500 });
});

test('A8 S7.25 sends an export only to its creator, once when delete is requested, for ten minutes', async () => {
  const maker = { userId: oneId } as CurrentUser;
  const fileName = await storeTemporary(town.context, maker, '用户.xlsx', 'application/octet-stream', Buffer.from('rows'));
  const get = (headers: Bearer, more = '') =>
    town.app.inject({ url: `/prod-api/common/download?fileName=${encodeURIComponent(fileName)}${more}`, headers });
  expect((await get(other)).json()).toMatchObject({ code: 500 });
  expect((await get(one, '&delete=false')).body).toBe('rows');
  expect((await get(one, '&delete=true')).body).toBe('rows');
  await expect.poll(async () => (await get(one)).body, { timeout: 10_000 }).toContain('非法');
  const old = await storeTemporary(town.context, maker, 'old.xlsx', 'application/octet-stream', Buffer.from('rows'));
  await town.context.db
    .updateTable('file')
    .set({ createTime: Date.now() - 11 * 60_000 })
    .where('fileName', '=', old)
    .execute();
  expect((await town.app.inject({ url: `/prod-api/common/download?fileName=${encodeURIComponent(old)}`, headers: one })).json()).toMatchObject({
    code: 500,
  });
});

test('a file name cannot break a response header', async () => {
  const { fileName } = await send("a<img onerror=1>';x=y.txt", Buffer.from('x'));
  const answer = await town.app.inject({ url: `/prod-api/common/download/resource?resource=${encodeURIComponent(fileName)}`, headers: one });
  expect(answer.headers['content-disposition']).not.toMatch(/[\r\n<>"]/);
});

test('ASVS 5.2.4 limits one user to 60 uploads a minute and 500 a day without limiting other users', async () => {
  const [DAY, MINUTE] = [DAY_MS, 60_000];
  await town.addUser({ userName: 'busy' });
  let busy = await town.as('busy');
  let now = Date.now();
  const pass = (time: number) => void vi.setSystemTime((now += time));
  // A file rejected for its type counts towards the limit too.
  const code = async (headers: Bearer) => (await send('a.html', Buffer.from('x'), headers)).code;
  vi.useFakeTimers({ toFake: ['Date'], now });
  try {
    for (let sent = 0; sent < 480; sent += 60) {
      const codes = await Promise.all(Array.from({ length: 60 }, () => code(busy)));
      expect(codes).toEqual(codes.map(() => 500));
      expect(await code(busy)).toBe(429);
      pass(MINUTE);
    }
    for (let sent = 480; sent < 500; sent += 1) expect((await send('a.txt', Buffer.from('x'), busy)).code).toBe(200);
    expect(await send('a.txt', Buffer.from('x'), busy)).toMatchObject({ code: 429, msg: '一天最多上传500个文件，请明天再传' });
    expect((await send('a.txt', Buffer.from('x'), other)).code).toBe(200);
    expect(await town.context.db.selectFrom('file').select('id').where('fileOriginName', '=', 'a.txt').execute()).toHaveLength(21);
    pass(DAY);
    busy = await town.as('busy');
    expect((await send('a.txt', Buffer.from('x'), busy)).code).toBe(200);
  } finally {
    vi.useRealTimers();
  }
});

test('a failed removal after a download writes a log line and does not stop the server', async () => {
  const removed = vi.spyOn(town.context.files, 'remove').mockRejectedValue(new Error('the store is away'));
  try {
    const fileName = await storeTemporary(
      town.context,
      { userId: oneId } as CurrentUser,
      '用户.xlsx',
      'application/octet-stream',
      Buffer.from('rows'),
    );
    const answer = await town.app.inject({
      url: `/prod-api/common/download?fileName=${encodeURIComponent(fileName)}&delete=true`,
      headers: await town.as('one'),
    });
    expect(answer.body).toBe('rows');
    await expect.poll(() => removed.mock.calls.length).toBe(1);
  } finally {
    removed.mockRestore();
  }
});

test('#33.25 a reader’s picture is private: its owner gets it, nobody else does, not even the administrator', async () => {
  await town.addUser({ userName: 'applicant' });
  const applicant = await town.as('applicant');
  const { fileName } = await send('身份证.png', await picture(), applicant);
  await town.addUser({ userName: 'boss', roles: ['admin'] });
  const get = (headers: Record<string, string>) =>
    town.app.inject({ url: `/prod-api/common/download/resource?resource=${encodeURIComponent(fileName)}`, headers });
  expect(fileName).toMatch(/^\/profile\//);
  expect((await town.app.inject(fileName)).statusCode).toBe(404);
  expect((await get(applicant)).headers['content-type']).toBe('image/png');
  for (const headers of [await town.as('other'), await town.as('boss')]) expect((await get(headers)).json()).toMatchObject({ code: 500 });
});

test('#33.25 limits uploads to the quota of the user’s mode, and not in a mode without a limit', async () => {
  const { db } = town.context;
  const now = Date.now();
  const mode = { modeKey: 'regular', modeName: '普通读者', defaultRoleIds: '[]', requiredMaterials: '[]', createTime: now, updateTime: now };
  const { id } = await db
    .insertInto('userMode')
    .values({ ...mode, quotaStorageMb: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await town.addUser({ userName: 'collector' });
  const collector = await town.as('collector');
  const text = Buffer.from('很长的说明。'.repeat(20_000));
  expect(await send('一.txt', text, collector)).toMatchObject({ code: 200 });
  expect(await send('二.txt', text, collector)).toMatchObject({ code: 200 });
  expect(await send('三.txt', text, collector)).toEqual({
    code: 500,
    msg: '您的空间上限是1.0 MB，已用0.7 MB，放不下这个文件；请删除不用的文件或联系管理员',
  });
  await db.updateTable('userMode').set({ quotaStorageMb: 0 }).where('id', '=', id).execute();
  expect(await send('三.txt', text, collector)).toMatchObject({ code: 200 });
  await db.deleteFrom('userMode').where('id', '=', id).execute();
});
