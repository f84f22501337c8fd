import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeEpub } from '../../tests/support/epub-maker.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { prepareFile } from '../../tests/support/upload.ts';

let context: TestContext;
let editor: Bearer;
let otherUser: Bearer;
let publishId = 0;
let folder = '';
const BIG = '长'.repeat(120_000);

beforeAll(async () => {
  context = await testContext();
  await context.addUser({ userName: 'editor', permissions: ['publish:publication:add', 'publish:publication:query'] });
  await context.addUser({ userName: 'stranger' });
  editor = await context.as('editor');
  otherUser = await context.as('stranger');
  const chapters = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [`c${index}.xhtml`, `<p>第 ${index} 章</p>${index === 5 ? BIG : ''}`]),
  );
  publishId = (await prepareFile(context, editor, await makeEpub({ chapters }))).publishId ?? 0;
  const { editionId } = await context.context.db.selectFrom('publication').select('editionId').where('id', '=', publishId).executeTakeFirstOrThrow();
  folder = `/books/${publishId}/${editionId}`;
});
afterAll(() => context.close());
beforeEach(() => set({ status: 'listed', isFree: '0', trialChapters: 2 }));

const set = (values: { status?: 'listed' | 'delisted'; isFree?: '0' | '1'; trialChapters?: number }) =>
  context.context.db.updateTable('publication').set(values).where('id', '=', publishId).execute();
const path = (index: number): string => `OPS/c${index}.xhtml`;
const ask = (files: unknown, headers: Record<string, string> = {}) =>
  context.app.inject({ method: 'POST', url: `${folder}/pack?keep`, headers, payload: { files } as object });
async function cookieOf(headers: Bearer): Promise<{ cookie: string }> {
  const answer = await context.app.inject({ method: 'POST', url: '/prod-api/info/grant', headers, payload: { publishId } });
  return { cookie: String(answer.headers['set-cookie'] ?? '').split(';')[0] ?? '' };
}
function opened(bytes: Buffer): string[] {
  const files: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    files.push(bytes.subarray(at + 4, at + 4 + length).toString());
    at += 4 + length;
  }
  return files;
}

test('packs the exact files in the requested order, small and large', async () => {
  const cookie = await cookieOf(editor);
  const wanted = [path(7), path(0), path(5), 'book.json', path(11), path(1), path(2), path(3), path(4), path(6), path(8)];
  const answer = await ask(wanted, cookie);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-store');
  const alone = await Promise.all(wanted.map(async (one) => (await context.app.inject({ url: `${folder}/${one}`, headers: cookie })).body));
  expect(opened(answer.rawPayload)).toEqual(alone);
  expect(alone[2]?.length).toBeGreaterThan(100_000);
});

test('returns 403 without content to a reader without the right, also when only one file is closed or unknown', async () => {
  expect(opened((await ask([path(0), path(1)])).rawPayload)).toHaveLength(2);
  for (const files of [[path(2)], [path(0), path(1), path(2)], [path(0), 'OPS/none.xhtml'], ['../secret'], ['search.json']])
    for (const headers of [{}, otherUser, editor, await cookieOf(otherUser)]) {
      const answer = await ask(files, headers);
      expect([answer.statusCode, answer.rawPayload.length], String(files)).toEqual([403, 0]);
    }
  await set({ status: 'delisted' });
  expect((await ask([path(0)])).statusCode).toBe(403);
});

test('rejects an invalid request without content', async () => {
  for (const files of [undefined, [], 'x', [7], Array.from({ length: 257 }, () => path(0))]) {
    const answer = await ask(files);
    expect([answer.statusCode, answer.rawPayload.length]).toEqual([400, 0]);
  }
  const elsewhere = await context.app.inject({ method: 'POST', url: '/books/x/1/pack', payload: { files: [path(0)] } });
  expect(elsewhere.statusCode).toBe(403);
});

test('compresses texts in transit', async () => {
  await set({ isFree: '1' });
  expect((await ask([path(5)], { 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br');
});
