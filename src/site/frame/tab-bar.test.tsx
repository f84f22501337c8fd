import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { TabBar } from './tab-bar.tsx';

test.each([
  ['/', '首页'],
  ['/cms/main/cmsReadingCenter', '阅读中心'],
  ['/cms/main/bookDetail/12', '阅读中心'],
  ['/personalCenter/favorite', '书架'],
  ['/personalCenter/default', '我的'],
  ['/personalCenter/download', '我的'],
  ['/personalCenter/notes', '我的'],
  ['/personalCenter/reading', '我的'],
])('at %s the tab of %s is active, and no other', (path, lit) => {
  const html = renderToStaticMarkup(
    <MemoryRouter initialEntries={[path]}>
      <TabBar path={path} />
    </MemoryRouter>,
  );
  const tabs = html.match(/<a .*?<\/a>/g) ?? [];
  expect(tabs).toHaveLength(4);
  expect(tabs.filter((tab) => tab.includes('aria-current="page"')).map((tab) => tab.replace(/<[^>]*>/g, ''))).toEqual([lit]);
});
