// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, it } from 'vitest';
import { findSitePage } from '../../../contract/site-pages.ts';
import { usePageHead } from './page-head.ts';
import { learnSitePages } from './page-heads.ts';

learnSitePages(findSitePage);

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

const ADDRESS = 'https://books.example';
beforeEach(() => {
  document.head.innerHTML = `<link rel="canonical" href="${ADDRESS}/cms/main/bookDetail/1"><meta property="og:title" content="桥上的灯"><script type="application/ld+json">{}</script>`;
});

function Screen({ path }: { path: string }) {
  usePageHead(path, '书名');
  return null;
}
async function seen(path: string): Promise<{ address: string | undefined; said: number }> {
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Screen path={path} />));
  await act(async () => root.unmount());
  const said = document.head.querySelectorAll('[property],script').length;
  return { address: document.head.querySelector<HTMLLinkElement>('[rel="canonical"]')?.href, said };
}

it("the server-rendered page keeps the server's metadata", async () => {
  expect(await seen('/cms/main/bookDetail/1')).toEqual({ address: `${ADDRESS}/cms/main/bookDetail/1`, said: 2 });
});

it('a page reached by navigation has its own address and no metadata from another page', async () => {
  expect(await seen('/cms/main/bookDetail/7')).toEqual({ address: `${ADDRESS}/cms/main/bookDetail/7`, said: 0 });
  expect((await seen('/cms/main/cmsHomeIndex')).address).toBe(`${ADDRESS}/`);
  history.replaceState(null, '', '?noticeId=3');
  expect((await seen('/cms/main/noticeDetail')).address).toBe(`${ADDRESS}/cms/main/noticeDetail?noticeId=3`);
});

it('#43.12 the address of a search keeps its keyword', async () => {
  history.replaceState(null, '', '?keyword=%E7%81%AF&type=works');
  expect((await seen('/cms/main/search')).address).toBe(`${ADDRESS}/cms/main/search?keyword=%E7%81%AF`);
});
