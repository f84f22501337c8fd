// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { FirstSkeleton } from './first-skeleton.tsx';

it('a page that is on its way has one main part, also where the ground of a book stands already', () => {
  document.body.innerHTML = '<div id="root"></div>';
  expect(renderToStaticMarkup(<FirstSkeleton />)).toContain('<main');
  document.body.innerHTML = '<div class="site reader"><main id="main"></main></div><div id="root"></div>';
  const beside = renderToStaticMarkup(<FirstSkeleton />);
  expect(beside).not.toContain('<main');
  expect(beside).toContain('正在打开');
});
