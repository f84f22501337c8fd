import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { API_PREFIX } from '../../contract/limits.ts';
import { firstReader, PAID_WORDS, SECRET, type FirstReader } from '../support/first-reader.ts';
import { testContext, type Bearer, type TestContext } from '../support/test-context.ts';
import { FOREIGN, type ForeignCall } from './foreign-calls.ts';

let town: TestContext;
let first: FirstReader;
let second: Bearer;
let secondId: number;
let tables: string[];
beforeAll(async () => {
  town = await testContext();
  first = await firstReader(town);
  secondId = await town.addUser({ userName: 'second' });
  second = await town.as('second');
  const all = await town.context.db.introspection.getTables();
  // The server itself writes that it runs, and what it caches.
  tables = all.map((table) => table.name).filter((name) => !/_words|^kysely|^cache_?[eE]ntry$|^server_?[bB]eat$/.test(name));
});
afterAll(() => town.close());

const permissionsOf = ({ access }: Endpoint): readonly string[] => (access === 'public' || access === 'signed-in' ? [] : [access].flat());
const open = (): Endpoint[] => town.app.endpoints.filter((one) => permissionsOf(one).length === 0);
const closed = (): Endpoint[] => town.app.endpoints.filter((one) => permissionsOf(one).length > 0);

type Row = Record<string, unknown>;
/** Returns all rows of the database, by table and row. */
async function everything(): Promise<Map<string, Row>> {
  const found = new Map<string, Row>();
  for (const table of tables) {
    const rows = (await town.context.db
      .selectFrom(table as 'user')
      .selectAll()
      .execute()) as Row[];
    rows.forEach((row, index) => found.set(`${table} ${String(row['id'] ?? JSON.stringify(keysOf(row)) + index)}`, row));
  }
  return found;
}
/** Identifies a row without an id. */
const keysOf = (row: Row): Row => Object.fromEntries(Object.entries(row).filter(([name]) => /Id$|^key$|^name$/.test(name)));
const isSeconds = (table: string, row: Row): boolean =>
  [row['userId'], row['ownerId'], row['operatorId'], table === 'user' ? row['id'] : null].includes(secondId);

/** Returns the rows and columns that differ, except those of the second reader. */
function changesOf(before: Map<string, Row>, after: Map<string, Row>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [table = ''] = name.split(' ');
    const [was, is] = [before.get(name), after.get(name)];
    if (isSeconds(table, was ?? is ?? {}) && isSeconds(table, is ?? was ?? {})) return [];
    if (!was || !is) return [table];
    return Object.keys(is).flatMap((column) => (JSON.stringify(was[column]) === JSON.stringify(is[column]) ? [] : [`${table}.${column}`]));
  });
}

const filled = (path: string, params: ForeignCall['params'] = {}): string =>
  API_PREFIX + path.replace(/\{(\w+)\}/g, (_place, name: string) => encodeURIComponent(String(params[name] ?? `no ${name}`)));

async function ask({ method, path }: Endpoint, { params, query = {}, body }: Omit<ForeignCall, 'says'>, headers: Bearer) {
  const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return town.app.inject({
    method,
    url: `${filled(path, params)}?${asked.toString()}`,
    headers,
    ...(method === 'GET' || method === 'DELETE' || !body ? {} : { payload: body }),
  });
}

/** Returns which data of the first reader is in a response. */
const leaks = (text: string): string[] => [SECRET, PAID_WORDS, first.sessionId, '61.37', '4321'].filter((word) => text.includes(word));

test('A33 every endpoint without a permission is in the table', () => {
  expect(Object.keys(FOREIGN).toSorted()).toEqual(
    open()
      .map((one) => one.key)
      .toSorted(),
  );
});

test('A33 a reader who requests what belongs to another gets no data of it, and changes nothing of it', { timeout: 240_000 }, async () => {
  let before = await everything();
  // In the order of the table: later calls look for what earlier calls requested.
  for (const [key, calls] of Object.entries(FOREIGN)) {
    const endpoint = open().find((one) => one.key === key);
    for (const call of [calls(first)].flat()) {
      if (!endpoint) throw new Error(key);
      const answer = await ask(endpoint, call, key === 'POST /logout' ? await town.as('second') : second);
      expect.soft([key, call, leaks(answer.body)]).toEqual([key, call, []]);
      // The content of an export is checked in server/identity/erase-person.test.ts.
      const said = answer.headers['content-type'] === 'application/zip' ? { code: 200 } : answer.json();
      expect.soft([key, said]).toMatchObject([key, call.says]);
      const after = await everything();
      const changed = changesOf(before, after).filter((one) => !call.changes?.includes(one));
      before = after;
      expect.soft([key, call, changed]).toEqual([key, call, []]);
    }
  }
});

/** Returns the ids of existing rows, by the parameter names of the endpoints. */
function numbers(): Record<string, string | number> {
  const { paid, paidTrack, entitlementId, noticeId, feedbackId, applyId, fileId, roleId, erratumId, preparationId, userId } = first;
  return {
    publishId: paid,
    publishIds: paid,
    mediaId: paidTrack,
    mediaIds: paidTrack,
    entitlementId,
    noticeId,
    feedbackId,
    applyId,
    fileId,
    roleId,
    erratumId,
    preparationId,
    userId,
  };
}

async function refused(endpoint: Endpoint, headers: Bearer): Promise<void> {
  const ids = numbers();
  const params = Object.fromEntries([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, ids[name] ?? 1]));
  const answer = await ask(
    endpoint,
    { params, query: { ...ids, pageNum: 1, pageSize: 10 }, body: { ...ids, id: 1, ids: [1], roleIds: [1] } },
    headers,
  );
  expect([endpoint.key, answer.json()]).toMatchObject([endpoint.key, { code: 403 }]);
  expect([endpoint.key, leaks(answer.body)]).toEqual([endpoint.key, []]);
}

test('A17 a reader gets no admin data and changes none, whatever ids they send', { timeout: 120_000 }, async () => {
  const before = await everything();
  for (const endpoint of closed()) await refused(endpoint, second);
  expect(changesOf(before, await everything())).toEqual([]);
});

test('A17 a user with every permission except the required one is rejected, and changes nothing', { timeout: 240_000 }, async () => {
  const { db } = town.context;
  const all = [...new Set(closed().flatMap(permissionsOf))];
  await town.addUser({ userName: 'nearly', permissions: all });
  const nearly = await town.as('nearly');
  const groups = new Map<string, Endpoint[]>();
  for (const one of closed()) groups.set(permissionsOf(one).join(), [...(groups.get(permissionsOf(one).join()) ?? []), one]);
  expect(groups.size).toBeGreaterThan(100);
  const before = await everything();
  for (const [group, endpoints] of groups) {
    const { numUpdatedRows } = await db.updateTable('menu').set({ status: '1', perms: '' }).where('perms', 'in', group.split(',')).executeTakeFirst();
    expect(Number(numUpdatedRows)).toBeGreaterThan(0);
    for (const endpoint of endpoints) await refused(endpoint, nearly);
    for (const perms of group.split(',')) await db.updateTable('menu').set({ status: '0', perms }).where('menuName', '=', perms).execute();
  }
  expect(changesOf(before, await everything()).filter((one) => !one.startsWith('session.'))).toEqual([]);
});

test('A33 routes outside the contract open nothing of another user: files, links, uploads and their results', async () => {
  await town.addUser({ userName: 'colleague', permissions: ['publish:publication:add', 'publish:audio:add'] });
  const colleague = await town.as('colleague');
  const { paid, edition, grant, mediaLink, uploadId, preparationId } = first;
  const grantOf = async (headers: Bearer): Promise<string> => {
    const answer = await town.app.inject({ method: 'POST', url: `${API_PREFIX}/info/grant`, headers, payload: { publishId: paid } });
    return String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? '';
  };
  const chapter = `/books/${paid}/${edition}/OPS/c2.xhtml`;
  const pack = { method: 'POST' as const, url: `/books/${paid}/${edition}/pack`, payload: { files: ['OPS/c2.xhtml'] } };
  const tus = { 'tus-resumable': '1.0.0' };
  const before = await everything();
  for (const url of [
    chapter,
    `/books/${first.draft}/${first.draftEdition}/OPS/c1.xhtml`,
    mediaLink,
    `${mediaLink}&part=0`,
    `/media/${first.paidTrack}`,
  ])
    for (const headers of [second, { ...second, cookie: await grantOf(second) }]) {
      const answer = await town.app.inject({ url, headers });
      expect([url, answer.statusCode, answer.rawPayload.length]).toEqual([url, 403, 0]);
    }
  expect((await town.app.inject({ ...pack, headers: second })).statusCode).toBe(403);
  expect((await town.app.inject({ url: chapter, headers: { cookie: grant } })).statusCode).toBe(200);
  expect((await town.app.inject({ url: mediaLink, headers: first.bearer })).statusCode).toBe(200);

  for (const door of ['publication-uploads', 'media-uploads'])
    for (const method of ['HEAD', 'PATCH', 'DELETE'] as const) {
      const headers = { ...colleague, ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
      const answer = await town.app.inject({
        method,
        url: `${API_PREFIX}/${door}/${uploadId}`,
        headers,
        ...(method === 'PATCH' ? { payload: Buffer.from('x') } : {}),
      });
      expect([door, method, answer.statusCode]).toEqual([door, method, 403]);
    }
  const made = `${API_PREFIX}/cms/publish/preparation`;
  for (const [asked, code] of [
    [{ method: 'POST', url: made, payload: { uploadId } }, 403],
    [{ method: 'GET', url: `${made}/${preparationId}` }, 404],
    [{ method: 'PUT', url: `${made}/retry/${preparationId}` }, 404],
    [{ method: 'POST', url: `${API_PREFIX}/cms/media`, payload: { publishId: paid, uploadId, title: '二' } }, 403],
  ] as const)
    expect([asked.url, (await town.app.inject({ ...asked, headers: colleague })).json()]).toMatchObject([asked.url, { code }]);
  expect((await town.app.inject({ url: `${made}/list`, headers: colleague })).json()).toMatchObject({ total: 0, rows: [] });
  expect(changesOf(before, await everything()).filter((one) => !/^(session|oper_log)/.test(one))).toEqual([]);
});
