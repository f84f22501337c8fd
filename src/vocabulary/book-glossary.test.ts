// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { lookUp } from './book-glossary.ts';

const page = (word: string, meaning: string): string => `<h1>词汇表</h1><dl><dt>${word}</dt><dd>${meaning}</dd></dl>`;
const spine = ['a', 'b'].map((name) => ({ href: `OPS/${name}.xhtml`, title: '词汇表', glossary: true as const }));
const source = (limit: number) => ({ base: '/books/1/2/', limit, book: { spine, toc: [] } }) as unknown as Parameters<typeof lookUp>[0];

function files(there: Readonly<Record<string, string>>): { asked: string[] } {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    const text = there[address];
    if (text === undefined) throw new TypeError('no network');
    return new Response(text);
  });
  return { asked };
}

test('finds words in documents that became readable later, and requests failed documents again', async () => {
  const [first, second] = ['/books/1/2/OPS/a.xhtml', '/books/1/2/OPS/b.xhtml'] as const;
  files({ [first]: page('lamp', '灯') });
  expect([await lookUp(source(1), 'lamps'), await lookUp(source(1), 'boat')]).toEqual(['灯', null]);
  expect([await lookUp(source(2), 'lamp'), await lookUp(source(2), 'boat')]).toEqual(['灯', null]);
  const { asked } = files({ [first]: page('lamp', '灯'), [second]: page('boat', '船') });
  expect([await lookUp(source(2), 'boat'), await lookUp(source(2), 'lamp')]).toEqual(['船', '灯']);
  expect(asked).toEqual([first, second]);
});
