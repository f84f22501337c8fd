import { adminPage } from '../support/admin-shell.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { expect, test } from '../support/journey.ts';

test.use({ serviceWorkers: 'block' });
let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

test('#43.11 the served HTML of an article page has its citation tags, without any script', async () => {
  const html = await (await fetch(`${server.origin}/cms/main/cmsPeriodical/article/1`)).text();
  const tags = new Map(
    [...html.matchAll(/<meta name="(citation_[a-z_]+)" content="([^"]*)"/g)].map(([, name = '', content = '']) => [name, content]),
  );
  expect(tags.get('citation_title')).toBe('录音教材的停顿该留多长');
  expect(tags.get('citation_author')).toBe('何语');
  expect(tags.get('citation_journal_title')).toBe('外语音像研究');
  expect(tags.get('citation_issn')).toBe('2999-0017');
  expect(tags.get('citation_publication_date')).toMatch(/^\d{4}\/\d\d\/\d\d$/);
  expect(tags.get('citation_abstract_html_url')).toMatch(/\/cms\/main\/cmsPeriodical\/article\/1$/);
});

test('#43.11 an editor drafts a correction, the chief publishes it, and readers find it in the contents and from the article', async ({
  browser,
}) => {
  const editor = await adminPage(browser, server, 'jeditor', '/cms/journal/submission?open=1');
  await editor.getByRole('tab', { name: '更正与声明' }).click();
  await editor.getByLabel('标题').last().fill('关于表一的更正');
  await editor.getByLabel('内容').last().fill('表一第三行的停顿应为 1.2 秒，特此更正。');
  await editor.getByRole('button', { name: '提交，等另一人发布' }).click();
  await expect(editor.getByText('等待另一人发布', { exact: true })).toBeVisible();
  await expect(editor.getByRole('button', { name: '发布这份声明' })).toHaveCount(0);

  const chief = await adminPage(browser, server, 'jchief', '/cms/journal/submission?open=1');
  await chief.getByRole('tab', { name: '更正与声明' }).click();
  await chief.getByRole('button', { name: '发布这份声明' }).click();
  await chief
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: /发\s*布/ })
    .last()
    .click();
  await expect(chief.getByText('已发布', { exact: true }).first()).toBeVisible();

  const reader = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  await reader.goto(`${server.origin}/cms/main/cmsPeriodical/article/1`);
  await reader.getByRole('link', { name: '勘误的页面' }).click();
  await expect(reader.getByRole('heading', { name: '关于表一的更正', level: 1 })).toBeVisible();
  await expect(reader.getByText(/编号 \S+-N\d{4}-\d{3}/)).toBeVisible();
  await reader.getByRole('link', { name: /^\d{4}年.*期$/ }).click();
  await reader.getByRole('link', { name: '勘误：关于表一的更正' }).click();
  await reader.getByRole('link', { name: '录音教材的停顿该留多长' }).click();
  await expect(reader.getByRole('heading', { name: '录音教材的停顿该留多长', level: 1 })).toBeVisible();
});
