// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { FirstSkeleton } from './first-skeleton.tsx';

it('the skeleton is the only main landmark, also next to a book page that is already shown', () => {
  document.body.innerHTML = '<div id="root"></div>';
  expect(renderToStaticMarkup(<FirstSkeleton />)).toContain('<main');
  document.body.innerHTML = '<div class="site reader"><main id="main"></main></div><div id="root"></div>';
  const beside = renderToStaticMarkup(<FirstSkeleton />);
  expect(beside).not.toContain('<main');
  expect(beside).toContain('正在打开');
});

it('#33.21 shows the skeleton of the admin shell for a back office page, not that of the site', () => {
  document.body.innerHTML = '<div id="root"></div>';
  history.replaceState({}, '', '/system/user');
  const shown = renderToStaticMarkup(<FirstSkeleton />);
  history.replaceState({}, '', '/');
  expect([shown.includes('admin-skeleton'), shown.includes('book-grid')]).toEqual([true, false]);
});
