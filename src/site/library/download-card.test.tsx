// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import type { BookCard } from '../../../contract/catalog/book.ts';
import { downloads } from '../../downloads/downloads.store.ts';
import { DownloadCard } from './download-card.tsx';

vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
const book = { publishId: 7, title: '灯塔', authorsText: '', cover: { url: '', drawing: 'lit', colour: '', format: '' } } as unknown as BookCard;
const shown = (): string => renderToStaticMarkup(<DownloadCard book={book} bytes={1000} />);
afterEach(() => {
  delete document.documentElement.dataset['keeps'];
  downloads.items = {};
});

test('offers no download when the server has downloads switched off, and does not claim that a copy opens offline', () => {
  const copy = { book, documentsReady: 3, state: 'ready', bytes: 1000, total: 1000, reason: '', validTo: null } as const;
  expect(shown()).toContain('存好后断网也能读');
  downloads.items = { 7: copy };
  expect(shown()).toContain('断网也能读');
  document.documentElement.dataset['keeps'] = 'nothing';
  expect(shown()).toContain('断网阅读暂时停用，恢复后照常可读');
  downloads.items = {};
  expect(shown()).toContain('书舟暂时停用了下载，联网时照常可读');
  expect(shown()).not.toContain('<button');
});
