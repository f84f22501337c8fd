// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import type { StoredMark } from './annotation-record.ts';
import { withWholePassages } from './whole-passage.ts';

const long = Array.from({ length: 60 }, (_none, at) => `第${at}盏灯在雾里走，像有人提着，走得很慢。${'水'.repeat(30)}`);
const mark = { publishId: 4, editionId: 2, documentIndex: 0, text: long.join('\n').slice(0, 2_000), before: '序。', after: '完了。' } as StoredMark;

function answer(files: Readonly<Record<string, string>>): void {
  vi.stubGlobal('fetch', async (address: string) =>
    files[address] === undefined ? new Response(null, { status: 404 }) : new Response(files[address]),
  );
}

test('reads a complete long passage from its book, one line for each block, and marks it as shortened if the book cannot be read', async () => {
  const chapter = `<html><body><p>序。</p>${long.map((line) => `<p>${line.replace('灯', '<ruby>灯<rt>dēng</rt></ruby>')}</p>`).join('')}<p>完了。</p></body></html>`;
  answer({ '/books/4/2/book.json': JSON.stringify({ spine: [{ href: 'OPS/一.xhtml' }] }), '/books/4/2/OPS/%E4%B8%80.xhtml': chapter });
  const short = { ...mark, text: '灯' };
  expect((await withWholePassages([mark, short])).map(({ text }) => text)).toEqual([long.join('\n'), '灯']);
  answer({});
  expect((await withWholePassages([mark]))[0]?.text).toBe(`${mark.text.trimEnd()}……`);
});

test('a stalled connection delays the export for a limited time only', async () => {
  const line = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(line.signal);
  const stalled = vi.fn(
    (_address: string, { signal }: RequestInit = {}) => new Promise((_resolve, reject) => signal?.addEventListener('abort', reject)),
  );
  vi.stubGlobal('fetch', stalled);
  const exported = withWholePassages([mark]);
  await vi.waitFor(() => expect(stalled).toHaveBeenCalled());
  line.abort();
  expect((await exported)[0]?.text).toBe(`${mark.text.trimEnd()}……`);
});
