import { readdir, readFile } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_PREFIX } from '../../contract/limits.ts';
import { seedDefaults } from '../../server/seed/defaults/seed-defaults.ts';
import { testContext, type Bearer, type TestContext } from '../support/test-context.ts';

let town: TestContext;
let boss: Bearer;
beforeAll(async () => {
  town = await testContext();
  await town.context.db.transaction().execute((tx) => seedDefaults(tx, Date.now()));
  await town.addUser({ userName: 'boss', roles: ['admin'] });
  await town.addUser({ userName: 'reader' });
  boss = await town.as('boss');
});
afterAll(() => town.close());

type Answer = { code: number; msg: string; rows?: unknown[]; total?: number };
const get = async (path: string): Promise<Answer> => (await town.app.inject({ url: API_PREFIX + path, headers: boss })).json<Answer>();

/** Read calls that return rows and have no path parameters. */
const lists = () => town.app.endpoints.filter((one) => one.method === 'GET' && one.row && !one.path.includes('{'));
const needs: Readonly<Record<string, string>> = {
  '/cms/media/list': 'publishId=1',
  '/recycle/list': 'group=publication',
  '/system/notice/readUsers/list': 'noticeId=1',
  '/system/role/authUser/allocatedList': 'roleId=1',
  '/system/role/authUser/unallocatedList': 'roleId=1',
};
const asked = (path: string, more: string): string => `${path}?${[needs[path], more].filter(Boolean).join('&')}`;
/** Removes what changes without cause between two identical calls. */
const still = ({ code, total, rows }: Answer) => ({ code, total, rows: JSON.stringify(rows)?.replace(/"(lastSeen|costTime)":\d+/g, '') });

test('A1 params[dataScope] changes no list, whatever its value', async () => {
  expect(lists().length).toBeGreaterThan(20);
  for (const one of lists()) {
    const plain = await get(asked(one.path, ''));
    for (const payload of [' or 1=1', "') union select password_hash from user --", ' and sleep(5)']) {
      const started = Date.now();
      const answer = await get(asked(one.path, `params%5BdataScope%5D=${encodeURIComponent(payload)}`));
      expect([one.key, still(answer)]).toEqual([one.key, still(plain)]);
      expect(Date.now() - started).toBeLessThan(4000);
    }
  }
});

test('A2 a list is ordered only by its own columns', async () => {
  expect(lists().length).toBeGreaterThan(50);
  for (const one of lists()) {
    const plain = await get(asked(one.path, ''));
    for (const [column, order] of [
      ['(case when 1=1 then id else name end)', 'asc'],
      ['id,(select password_hash from user limit 1)', 'desc'],
      ['', 'case when (select substr(user_name,1,1) from user) like 0x61 then 1 else 2 end'],
    ]) {
      const answer = await get(asked(one.path, `orderByColumn=${encodeURIComponent(column ?? '')}&isAsc=${encodeURIComponent(order ?? '')}`));
      // A list of one object needs its id first.
      if (plain.code === 400) expect(answer.code).toBe(400);
      else if (answer.code === 400) expect(answer.msg).toBe('参数不符合规范，不能进行查询');
      else expect([one.key, still(answer)]).toEqual([one.key, still(plain)]);
    }
  }
});

test('A7 a numeric parameter accepts only numbers', async () => {
  const numbered = town.app.endpoints.filter((one) => /\{(id|ids|\w+Id|\w+Ids)\}/.test(one.path) && one.access !== 'public');
  expect(numbered.length).toBeGreaterThan(60);
  const before = await town.context.db.selectFrom('user').select('id').execute();
  for (const one of numbered)
    for (const evil of ['1) or 1=1', '1,2,3) or 1=1', "1'--", '１', '1e3x'])
      for (const url of [one.path.replace(/\{\w+\}/g, encodeURIComponent(evil))]) {
        const payload = one.method === 'GET' || one.method === 'DELETE' ? {} : { payload: {} };
        const answer = await town.app.inject({ method: one.method, url: API_PREFIX + url, headers: boss, ...payload });
        const { code, msg } = answer.json<Answer>();
        expect([one.key, evil, code === 200, msg.includes('系统未知错误')]).toEqual([one.key, evil, false, false]);
      }
  expect(await town.context.db.selectFrom('user').select('id').execute()).toEqual(before);
});

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && !/shuzhou\.db/.test(entry.name)).map((entry) => join(entry.parentPath, entry.name));
}

test('A10 an interrupted upload leaves no file behind', async () => {
  await town.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = town.app.server.address() as AddressInfo;
  const before = await filesBelow(town.context.settings.dataDir);
  const half = Buffer.alloc(200_000, 'a');
  const cut = (): Promise<unknown> =>
    Promise.all(
      Array.from(
        { length: 50 },
        () =>
          new Promise<void>((resolve) => {
            const socket = connect(port, '127.0.0.1', () => {
              socket.write(
                `POST ${API_PREFIX}/common/upload HTTP/1.1\r\nhost: x\r\nauthorization: ${boss.authorization}\r\n` +
                  `content-type: multipart/form-data; boundary=b\r\ncontent-length: 400000\r\n\r\n` +
                  `--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n`,
              );
              socket.write(half, () => socket.destroy());
            });
            socket.on('close', () => resolve()).on('error', () => resolve());
          }),
      ),
    );
  for (let batch = 0; batch < 10; batch += 1) await cut();
  await expect.poll(async () => filesBelow(town.context.settings.dataDir), { timeout: 60_000 }).toEqual(before);
  expect((await get('/system/post/list')).code).toBe(200);
});

test('A13 stores input unchanged and escapes it where it is shown as HTML', async () => {
  const typed = 'a < b && c > d <<b>script>x()</script> onload=1 %3Cimg%20onerror%3E';
  const post = (url: string, payload: object) => town.app.inject({ method: 'POST', url: API_PREFIX + url, headers: boss, payload });
  await post('/system/config', { configName: '说明', configKey: 'a.thirteen', configValue: typed, configType: 'N', remark: typed });
  const { rows } = await get('/system/config/list?configKey=a.thirteen');
  expect(rows).toMatchObject([{ configValue: typed, remark: typed }]);
  for (const html of [
    '<scr<script>ipt>x()</scr</script>ipt>',
    '<img src=x OnErRoR=x()>',
    '<a href="jav&#x09;ascript:x()">a</a>',
    '<svg/onload=x()>',
  ]) {
    await post('/system/notice', { noticeTitle: '十三', noticeType: '1', noticeContent: html, status: '1' });
    const { id } = await town.context.db.selectFrom('notice').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
    const kept = await town.context.db.selectFrom('notice').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(JSON.stringify(kept)).not.toMatch(/<script|<img[^>]*onerror|<svg|javascript:|ascript:x/i);
  }
});

test('A20 the deployment, not an admin parameter, sets where files are stored', async () => {
  const now = Date.now();
  for (const configKey of ['profile', 'upload.path', 'storage.root', 'sys.file.path', 'data.dir'])
    await town.context.db
      .insertInto('config')
      .values({ configKey, configName: configKey, configValue: '/', createTime: now, updateTime: now })
      .execute();
  const form = new FormData();
  form.append('directory', '/etc');
  form.append('file', new Blob(['说明']), 'twenty.txt');
  const request = new Request('http://x/', { method: 'POST', body: form });
  const before = new Set(await filesBelow(town.context.settings.dataDir));
  const answer = await town.app.inject({
    method: 'POST',
    url: `${API_PREFIX}/common/upload?path=/etc`,
    headers: { ...boss, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  expect(answer.json()).toMatchObject({ code: 200 });
  const fresh = (await filesBelow(town.context.settings.dataDir)).filter((file) => !before.has(file));
  expect(fresh.length).toBeGreaterThan(0);
  expect(fresh.filter((file) => !file.startsWith(join(town.context.settings.dataDir, 'files')))).toEqual([]);
});

test('A18 a header with a missing or malformed token authenticates nobody', async () => {
  const token = boss.authorization.slice('Bearer '.length);
  for (const authorization of ['', 'Bearer', 'Bearer ', `bearer  ${token}`, `Bearer ${token}, Bearer ${token}`, `Basic ${token}`, token]) {
    const answer = await town.app.inject({ url: `${API_PREFIX}/getInfo`, headers: { authorization } });
    expect([authorization.slice(0, 10), answer.json<Answer>().code]).toEqual([authorization.slice(0, 10), 401]);
  }
});

test('A40 rejects a forged token: unsigned, signed with another algorithm, or with another key', async () => {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = part({ sub: 'boss', login_user_key: 'x', aud: 'else' });
  for (const head of [{ alg: 'none' }, { alg: 'HS512' }, { alg: 'RS256', kid: '../../etc/passwd' }])
    for (const sign of ['', 'c2ln'.repeat(12)]) {
      const answer = await town.app.inject({ url: `${API_PREFIX}/getInfo`, headers: { authorization: `Bearer ${part(head)}.${claims}.${sign}` } });
      expect(answer.json<Answer>().code).toBe(401);
    }
});

test('A43 only pages of this product may frame its pages', async () => {
  const { headers } = await town.app.inject(`${API_PREFIX}/health`);
  expect(String(headers['content-security-policy'])).toContain("frame-ancestors 'self'");
});

test('every advisory in the list has its test in the listed place', async () => {
  const root = join(import.meta.dirname, '..', '..');
  const lines = (await readFile(join(root, 'docs/security.md'), 'utf8')).split('\n').filter((line) => /^\| A\d+ /.test(line));
  expect(lines.length).toBe(32);
  for (const line of lines) {
    const [, number = ''] = /^\| (A\d+) /.exec(line) ?? [];
    const files = [...line.matchAll(/`([^`]+\.test\.ts)`/g)].map((found) => found[1] ?? '');
    expect(files.length).toBeGreaterThan(0);
    for (const file of files)
      expect([number, file, new RegExp(`['\`; ]${number} `).test(await readFile(join(root, file), 'utf8'))]).toEqual([number, file, true]);
  }
});
