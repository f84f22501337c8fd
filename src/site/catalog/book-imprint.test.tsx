// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { BookDetail } from '../../../contract/catalog/book.ts';
import { WORK_FIELDS, type WorkField } from '../../../contract/catalog/publication-fields.ts';
import { queryClient } from '../../api/query-client.ts';
import { BookImprint } from './book-imprint.tsx';

const book = {
  isbn: '978-7-999999-07-2',
  authorsText: '作者甲',
  translator: '译者甲',
  pressName: '书舟出版社',
  publishDate: '2026-11-01',
  edition: 2,
  language: 'zh',
  characters: 20_000,
  bytes: 1_000,
  editionId: 1,
  more: [{ label: '丛书', value: '桥' }],
} as unknown as BookDetail;

test('#47.7 版权信息 has the described fields of a work', () => {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <BookImprint book={book} />
    </QueryClientProvider>,
  );
  const shown = [...html.matchAll(/<dt>([^<]*)<\/dt>/g)].map(([, label]) => label);
  const wanted = (Object.values(WORK_FIELDS) as WorkField[]).flatMap(({ imprint }) => (imprint === false ? [] : [imprint]));
  // The others come from the publisher, from the file and from custom fields.
  expect(shown.toSorted()).toEqual([...wanted, '出版社', '版次', '字数', '丛书', '电子版'].toSorted());
});
