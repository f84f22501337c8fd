import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeEpub } from '../../../tests/support/epub-maker.ts';
import { prepareBook } from '../book.ts';
import { pageTraits } from './rendition.ts';

async function bookOf(metadata: string, properties: string) {
  const folder = await mkdtemp(join(tmpdir(), 'shuzhou-rendition-'));
  const spine = `<itemref idref="c0"/><itemref idref="c1" properties="${properties}"/>`;
  await writeFile(join(folder, 'a.epub'), await makeEpub({ metadata, spine }));
  const { book } = await prepareBook(join(folder, 'a.epub'), folder, 'a.epub');
  await rm(folder, { recursive: true });
  return book;
}

test.each([
  ['paginated', 'pages'],
  ['scrolled-continuous', 'scroll'],
  ['scrolled-doc', 'scroll'],
  ['auto', undefined],
])('applies a book flow of %s as the default, and lets an item override it', async (flow, wanted) => {
  const { flow: all, spine } = await bookOf(`<meta property="rendition:flow">${flow}</meta>`, 'rendition:flow-scrolled-doc');
  expect([all, spine.map((one) => one.flow)]).toEqual([wanted, [undefined, 'scroll']]);
});

test('keeps the orientation and drops the flow of a fixed layout, and drops the orientation of reflowable text', async () => {
  const fixed = '<meta property="rendition:layout">pre-paginated</meta>';
  const asked = '<meta property="rendition:orientation">landscape</meta><meta property="rendition:flow">scrolled-doc</meta>';
  const book = await bookOf(fixed + asked, 'rendition:orientation-portrait');
  expect([book.orientation, book.flow, book.spine.map((one) => one.orientation)]).toEqual(['landscape', undefined, [undefined, 'portrait']]);
  expect(await bookOf(asked, '')).not.toHaveProperty('orientation');
  expect(pageTraits(['rendition:layout-reflowable', 'flow-paginated'], 'pre-paginated')).toEqual({ layout: 'reflowable', flow: 'pages' });
});

test('shows a centred document alone unless it names a side', () => {
  expect(pageTraits(['rendition:align-x-center'], 'reflowable')).toEqual({ spread: 'center' });
  expect(pageTraits(['rendition:align-x-center', 'page-spread-left'], 'reflowable')).toEqual({ spread: 'left' });
});
