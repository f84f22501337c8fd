import { expect, test } from 'vitest';
import { pageFinder, type SitePage } from './site-page.ts';

const head = { title: '', keywords: '', description: '', index: true };
const pages: SitePage[] = [
  { path: '/cms/main/wechatArticle/:articleId', head, screen: '' },
  { path: '/cms/main/scholar/:xz', head, screen: '' },
  { path: '/cms/main/notice', head, screen: '' },
];
const find = pageFinder(pages);

test.each([
  ['/cms/main/wechatArticle/17', { articleId: '17' }],
  ['/cms/main/scholar/yan-song', { xz: 'yan-song' }],
  ['/cms/main/notice', {}],
])('finds the page of %s with its parameters', (path, params) => {
  expect(find(path)?.params).toEqual(params);
});

test.each(['/cms/main/wechatArticle/0', '/cms/main/wechatArticle/x', '/cms/main/wechatArticle/1/2', '/cms/main/scholar/', '/cms/main/noticeX', '/x'])(
  'finds no page for %s',
  (path) => {
    expect(find(path)).toBeNull();
  },
);
