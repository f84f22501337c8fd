// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { BookCard } from '../../../contract/catalog/book.ts';
import { BookTile } from './book-tile.tsx';

const card = (fields: Partial<BookCard>): BookCard =>
  ({
    publishId: 1,
    kind: 'ebook',
    title: '灯',
    authorsText: '何语',
    brief: '',
    typeName: '小说',
    cover: { url: '', drawing: 'lit', colour: '', format: '' },
    salePriceFen: 0,
    isFree: true,
    scoreAvg: 0,
    scoreCount: 0,
    ...fields,
  }) as BookCard;
const drawn = (fields: Partial<BookCard>): string =>
  renderToStaticMarkup(
    <MemoryRouter>
      <BookTile book={card(fields)} shop />
    </MemoryRouter>,
  );

test('marks a Latin author or recommendation next to Chinese text, so that its ’ is not as wide as a character', () => {
  const one = drawn({ brief: 'A keeper’s notebook' });
  expect(one).toContain('<span lang="en">A keeper’s notebook</span>');
  expect(one).toContain('<span>何语</span>');
  expect(drawn({ authorsText: 'Mary O’Brien', brief: '一盏灯' })).toContain('<span lang="en">Mary O’Brien</span> · <span>一盏灯</span>');
  expect(drawn({ brief: '' })).toContain('<span>何语</span></span>');
});
