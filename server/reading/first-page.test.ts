import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FirstPage } from '../../contract/reading/first-page.ts';
import { makeEpub } from '../../tests/support/epub-maker.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { prepareFile } from '../../tests/support/upload.ts';
import { buildApp } from '../app.ts';
import type { App } from '../http/serve.ts';

const SHELL = '<!doctype html><html><head><!--head--><!--/head--></head><body data-shell="reader"><!--data--></body></html>';
let seed = 7;
/** Text that no archive compresses far. */
const prose = (characters: number): string =>
  Array.from({ length: characters }, () => String.fromCharCode(0x4e00 + ((seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % 5000))).join('');
let town: TestContext;
let app: App;
let publishId = 0;

beforeAll(async () => {
  town = await testContext();
  const dist = join(town.context.settings.dataDir, 'dist');
  await mkdir(dist, { recursive: true });
  await writeFile(join(dist, 'index.html'), SHELL.replace('reader', 'house'));
  await writeFile(join(dist, 'reader.html'), SHELL);
  app = await buildApp(town.context, dist);
  await town.addUser({ userName: 'editor', permissions: ['publish:publication:add', 'publish:publication:query'] });
  const bytes = await makeEpub({
    chapters: {
      'c1.xhtml': '<h1>一</h1><p>开头的一句。</p>',
      'c2.xhtml': '<p>第二章。</p>',
      'c3.xhtml': `<p>${prose(600_000)}</p>`,
      'c4.xhtml': '<iframe src="c2.xhtml"/>',
      'c5.xhtml': `<p>${prose(300_000)}</p>`,
      'c6.xhtml': `<p>${Array.from({ length: 12_000 }, () => `<b title="${prose(8)}">式</b>`).join('')}</p>`,
    },
    files: { 'all.css': 'body{margin:0}' },
    head: '<link rel="stylesheet" href="all.css"/>',
  });
  publishId = (await prepareFile(town, await town.as('editor'), bytes)).publishId ?? 0;
});
afterAll(async () => {
  await app.close();
  await town.close();
});

const set = (values: { status?: 'listed' | 'delisted'; isFree?: '0' | '1'; trialChapters?: number }) =>
  town.context.db.updateTable('publication').set(values).where('id', '=', publishId).execute();
async function begin(query = ''): Promise<{ body: string; page: FirstPage | null }> {
  const { body } = await app.inject(`/cms/main/epubRead?publishId=${publishId}${query}`);
  const text = /<script type="application\/json" id="first-page">(.*?)<\/script>/.exec(body)?.[1];
  return { body, page: text ? (JSON.parse(text) as FirstPage) : null };
}

test('serves the reader shell with the chapter and its styles inside, and escapes content that would end the element', async () => {
  await set({ status: 'listed', isFree: '0', trialChapters: 1 });
  const { body, page } = await begin();
  expect(body).toContain('data-shell="reader"');
  expect(page).toMatchObject({ publishId, documentIndex: 0, layout: 'reflowable', writing: 'horizontal', place: null });
  expect(page?.text).toContain('开头的一句。');
  expect(Object.values(page?.sheets ?? {})[0]).toContain('margin');
  expect(body.match(/<\/script>/g)?.length).toBe(2);
});

test('does not include a chapter after the trial, of a delisted work, or of excessive length in a page', async () => {
  await set({ status: 'listed', isFree: '0', trialChapters: 1 });
  expect((await begin('&at=1')).page).toBeNull();
  await set({ isFree: '1' });
  expect((await begin('&at=1')).page?.text).toContain('第二章。');
  expect((await begin('&at=2')).page).toBeNull();
  expect((await begin('&at=3')).page).toBeNull();
  // 900 KB of text take long to lay out; 500 KB of markup around few letters do not, as in a chapter of formulas.
  expect((await begin('&at=4')).page).toBeNull();
  expect((await begin('&at=5')).page?.text.length).toBeGreaterThan(300_000);
  expect((await begin('&at=9')).page).toBeNull();
  expect((await begin('&at=OPS%2Fc2.xhtml')).page).toBeNull();
  await set({ status: 'delisted' });
  const { body, page } = await begin();
  expect(page).toBeNull();
  expect(body).not.toContain('开头的一句');
});
