// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import type { PreparedBook } from '../../contract/reading/prepared-book.ts';
import { searcherOf } from './search-client.ts';

afterEach(() => vi.unstubAllGlobals());

const book = { spine: [{ href: 'a.xhtml' }, { href: 'b.xhtml' }, { href: 'c.xhtml' }] } as unknown as PreparedBook;
const chapter =
  (words: string): (() => Response) =>
  () =>
    new Response(`<html><body><p>${words}<ruby>灯<rt>deng</rt></ruby></p></body></html>`);

/** Simulates a server that answers by the end of the address, without a worker thread. */
function answering(answers: Record<string, () => Response>): void {
  vi.stubGlobal('Worker', undefined);
  vi.stubGlobal('fetch', async (address: string) => {
    const name = Object.keys(answers).find((end) => String(address).endsWith(end));
    return name ? answers[name]!() : new Response('', { status: 404 });
  });
}
const closed = (): Response => new Response('', { status: 403 });

it('searches the free chapters in a trial, also without a worker thread', async () => {
  answering({ 'search.json': closed, 'a.xhtml': chapter('桥上的'), 'b.xhtml': chapter('水边的'), 'c.xhtml': chapter('屋里的') });
  const searcher = await searcherOf(1, 1, book, 2);
  expect(searcher.trial).toBe(true);
  expect((await searcher.find('的灯', 10)).total).toBe(2);
});

it('does not count a chapter that failed to load as one without matches, and requests the text again', async () => {
  const answers = { 'search.json': closed, 'a.xhtml': chapter('桥上的'), 'b.xhtml': () => new Response('', { status: 503 }) };
  answering(answers);
  await expect(searcherOf(2, 1, book, 2)).rejects.toThrow('503');
  answering({ ...answers, 'b.xhtml': chapter('水边的') });
  expect((await (await searcherOf(2, 1, book, 2)).find('水边', 10)).total).toBe(1);
});

it('does not treat a text rejected for another reason as a trial', async () => {
  answering({ 'search.json': () => new Response('', { status: 500 }), 'a.xhtml': chapter('桥上的') });
  await expect(searcherOf(3, 1, book, 2)).rejects.toThrow('500');
});

it('#33.17 finds verse across line breaks in a trial', async () => {
  answering({ 'search.json': closed, 'a.xhtml': chapter('江上<br/>起雾，the old<br/>lamp</p><p>下一段') });
  const { find } = await searcherOf(4, 1, book, 1);
  for (const query of ['江上起雾', 'old lamp']) expect([query, (await find(query, 10)).total]).toEqual([query, 1]);
  expect((await find('lamp下', 10)).total).toBe(0);
});
