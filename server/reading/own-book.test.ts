import { mkdir, readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OwnBookSheet } from '../../contract/reading/own-book.ts';
import type { PreparedBook } from '../../contract/reading/prepared-book.ts';
import { makeEpub } from '../../tests/support/epub-maker.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { sweepOwnBooks } from './own-book.service.ts';

let t: TestContext;
let reader: Bearer;
let before: string[];
beforeAll(async () => {
  t = await testContext();
  await t.addUser({ userName: 'reader' });
  reader = await t.as('reader');
});
beforeEach(async () => {
  await t.context.cache.clear('own_book');
  before = await traces();
});
afterAll(() => t.close());

/** Everything on the disk of the server, and the rows of the tables about books. */
async function traces(): Promise<string[]> {
  const files = await readdir(t.context.settings.dataDir, { recursive: true });
  const tables = ['publication', 'edition', 'preparation', 'file', 'download', 'readingProgress'] as const;
  const rows = await Promise.all(tables.map(async (table) => `${table} ${(await t.context.db.selectFrom(table).selectAll().execute()).length}`));
  return [...files.filter((name) => !/^own-books$|\.db/.test(name)), ...rows].toSorted();
}

async function open(bytes: Uint8Array, fileName = '我的书.epub', headers: Record<string, string> = reader) {
  const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: application/epub+zip\r\n\r\n`;
  return t.app.inject({
    method: 'POST',
    url: '/prod-api/info/own-book',
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=b' },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')]),
  });
}

/** The files of an answer, each with its length before it. */
function unframed(body: Buffer): Buffer[] {
  const files: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const length = body.readUInt32BE(at);
    files.push(body.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return files;
}

test('44.18 an EPUB of a reader is prepared as a published work is, and the server keeps nothing of it', async () => {
  const hostile = '<h1>第一章</h1><p>江上起了雾。</p><script>fetch("/steal")</script><p onclick="steal()">船</p>';
  const answer = await open(
    await makeEpub({ title: '雾江', creators: ['沈舟', '林渡'], chapters: { 'c1.xhtml': hostile, 'c2.xhtml': '<p>灯</p>' } }),
  );
  expect(answer.headers).toMatchObject({ 'content-type': 'application/x-own-book', 'cache-control': 'no-store' });
  const [head = Buffer.alloc(0), ...files] = unframed(answer.rawPayload);
  const sheet = JSON.parse(head.toString()) as OwnBookSheet;
  expect(sheet).toMatchObject({ title: '雾江', authorsText: '沈舟、林渡', cover: '' });
  expect(files).toHaveLength(sheet.files.length);
  const fileOf = (path: string): string => files[sheet.files.findIndex((file) => file.path === path)]?.toString() ?? '';
  const book = JSON.parse(fileOf('book.json')) as PreparedBook;
  expect(book.spine).toHaveLength(2);
  for (const { path } of book.resources) expect(sheet.files.map((file) => file.path)).toContain(path);
  const chapter = fileOf(book.spine[0]?.href ?? '');
  expect(chapter).toContain('江上起了雾');
  expect(chapter).not.toMatch(/script|onclick/);
  expect(JSON.stringify(sheet)).not.toContain(t.context.settings.dataDir);
  await expect.poll(traces).toEqual(before);
});

test('44.18 a broken or hostile file is refused in words, and leaves nothing', async () => {
  for (const [bytes, name, words] of [
    [Buffer.from('%PDF-1.7 这不是电子书'), '书.epub', '不是EPUB文件'],
    [(await makeEpub()).subarray(0, 900), '书.epub', '不完整或已损坏'],
    [await makeEpub(), '书.pdf', '请选择EPUB格式的文件'],
    [Buffer.alloc(0), '书.epub', '空的'],
  ] as const) {
    const { code, msg } = (await open(bytes, name)).json<{ code: number; msg: string }>();
    expect([name, code, msg.includes(words)], msg).toEqual([name, 500, true]);
  }
  await expect.poll(traces).toEqual(before);
});

test('44.18 only signed-in people, and not more than twenty an hour', async () => {
  const bytes = Buffer.from('x');
  expect((await open(bytes, '书.epub', {})).json<{ code: number }>().code).toBe(401);
  for (let n = 0; n < 20; n += 1) expect((await open(bytes, '书.txt')).json<{ code: number }>().code).toBe(500);
  expect((await open(bytes, '书.txt')).json()).toMatchObject({ code: 429, msg: '打开自己的书过于频繁，请一小时后再试' });
});

test('44.18 a folder that a killed server left behind is removed, one of a book that is being prepared stays', async () => {
  const folder = join(t.context.settings.dataDir, 'own-books');
  for (const name of ['book-old', 'book-now']) await mkdir(join(folder, name), { recursive: true });
  const hours = Date.now() / 1_000 - 3 * 3_600;
  await utimes(join(folder, 'book-old'), hours, hours);
  await sweepOwnBooks(t.context);
  expect(await readdir(folder)).toEqual(['book-now']);
});
