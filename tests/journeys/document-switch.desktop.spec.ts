import type { Page } from '@playwright/test';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { documentServer, type EditorConfig } from '../support/document-server.ts';
import { markedDocx, textParagraph, words } from '../../server/seed/demo/manuscript/marked-docx.ts';
import { expect, limit, test } from '../support/journey.ts';

// The service worker has its own tests.
test.use({ serviceWorkers: 'block' });

async function open(page: Page, server: BrowserServer, path: string): Promise<string> {
  const token = await server.logIn('editor1');
  await page.context().addCookies([{ name: 'Admin-Token', value: token, url: server.origin }]);
  await page.goto(server.origin + path);
  return token;
}

async function numberOf(server: BrowserServer): Promise<number> {
  const { rows } = (await server.call(
    await server.logIn('editor1'),
    'GET',
    `/cms/archive/list?title=${encodeURIComponent('大学英语听说')}&pageNum=1&pageSize=10`,
  )) as { rows: { archiveId: number }[] };
  return rows[0]!.archiveId;
}

test('DOCUMENT_REVIEW=onlyoffice: the page loads the editor of the document server, also after a navigation, and its save is a version', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const office = await documentServer();
  const server = await browserServer({ DOCUMENT_REVIEW: 'onlyoffice', ONLYOFFICE_URL: office.url, ONLYOFFICE_SECRET: office.secret });
  const archiveId = await numberOf(server);
  const blocked: string[] = [];
  page.on('console', (message) => message.type() === 'error' && blocked.push(message.text()));
  const token = await open(page, server, '/cms/main/cmsAbout');
  // Only the pages of documents may load the script, so a navigation inside the site loads the page again.
  await page.evaluate((path) => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/pageoffice?archiveId=${archiveId}`);
  await expect(page.frameLocator('iframe').getByText('文档服务器')).toBeVisible({ timeout: limit(20_000) });
  expect(blocked.filter((text) => /Content Security Policy/i.test(text))).toEqual([]);
  const config = (await page.evaluate('window.documentConfig')) as EditorConfig;
  const url = office.offer(markedDocx([textParagraph(words('在文档服务器里改过的文字。'))]));
  const { url: path, headers, payload } = office.message(config, { status: 2, url, users: [] });
  const answer = await fetch(server.origin + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(payload),
  });
  expect(await answer.json()).toEqual({ error: 0 });
  const versions = (await server.call(token, 'GET', `/cms/archive/history/list?archiveId=${archiveId}`)) as { data: { note: string }[] };
  expect(versions.data[0]?.note).toContain('协作编辑');
  await server.close();
  await office.close();
});

test('DOCUMENT_REVIEW=off: a document is read here, changed elsewhere and uploaded', async ({ page }) => {
  test.setTimeout(120_000);
  const server = await browserServer({ DOCUMENT_REVIEW: 'off' });
  const archiveId = await numberOf(server);
  await open(page, server, `/pageoffice?archiveId=${archiveId}`);
  await expect(page.locator('.document-sheet ins').first()).toContainText('每一部分之后都有练习');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: '改过.docx', mimeType: 'application/octet-stream', buffer: markedDocx([textParagraph(words('在别处改过的文字。'))]) });
  await expect(page.locator('.document-sheet')).toContainText('在别处改过的文字。', { timeout: limit(20_000) });
  await server.close();
});
