import { type BrowserContext, expect, layoutSettled, limit, type Page, roundTrip, test } from '../support/journey.ts';
import { makeBook } from '../bench/reader-book.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { selectWords } from '../support/select-words.ts';
import { nightsShown, voyageBook } from '../support/voyage-book.ts';

// The service worker has its own tests; here it would only fetch the shell for every context.
test.use({ serviceWorkers: 'block' });

let server: BrowserServer;
let book = 0;

test.beforeAll(async () => {
  server = await browserServer();
  const extra = (chapter: number): string => (chapter === 1 ? '<p id="lamp">天黑以后，桥上的琉璃灯亮了，河水慢下来。</p>' : '');
  const { epub } = await makeBook({ title: '桥上的灯', chapters: 5, characters: 1200, extra });
  book = await server.publish(epub);
});
test.afterAll(() => server?.close());

async function signIn(context: BrowserContext, userName: string): Promise<string> {
  const token = await server.logIn(userName);
  await context.addCookies([{ name: 'Admin-Token', value: token, url: server.origin }]);
  return token;
}
async function open(page: Page, at = '', publishId = book): Promise<void> {
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${publishId}${at}`);
  await expect(page.locator('iframe[data-shown]')).toBeVisible();
  await expect(page.getByRole('status').first()).toContainText('页');
}
const notes = (page: Page) => page.getByRole('dialog', { name: '笔记' });
async function openNotes(page: Page): Promise<void> {
  if (!(await page.getByRole('button', { name: '笔记', exact: true }).isVisible())) await page.mouse.click(195, 400);
  await page.getByRole('button', { name: '笔记', exact: true }).click();
}
async function openSearch(page: Page): Promise<void> {
  await page.getByRole('button', { name: '打开阅读工具' }).press('Enter');
  await page.getByRole('button', { name: '搜索', exact: true }).press('Enter');
}
/** Returns the user's data on the server. */
async function storedRow(token: string): Promise<{ note?: string; type?: string; status?: string; kind: string }[]> {
  const answer = await server.call(token, 'POST', '/info/annotation/sync', { deviceId: 'journey-device', device: '', cursor: 0, objects: [] });
  return (answer['data'] as { changes: { kind: string; deleted: boolean }[] }).changes.filter((one) => !one.deleted);
}

test('a highlight with its note is drawn at once, and appears in the other tab within two seconds, and on another device', async ({
  page,
  context,
  browser,
}) => {
  const token = await signIn(context, 'reader7');
  await open(page, `&at=${encodeURIComponent('0')}`);
  const second = await context.newPage();
  await second.goto(`${server.origin}/personalCenter/notes`);
  await selectWords(page, '琉璃灯亮了');
  const menu = page.getByRole('toolbar', { name: '选中的文字' });
  await expect(menu).toBeVisible();
  for (const button of await menu.getByRole('button').all()) {
    const { width = 0, height = 0 } = (await button.boundingBox()) ?? {};
    expect(Math.min(width, height), (await button.getAttribute('aria-label')) ?? (await button.innerText())).toBeGreaterThanOrEqual(44);
  }
  // By keyboard: the selection menu is one tab stop after the text, and the focus returns to the text at the end.
  const text = page.locator('iframe[data-shown]');
  await text.focus();
  await page.keyboard.press('Tab');
  await expect(menu.getByRole('button').first()).toBeFocused();
  await menu.getByRole('button', { name: '笔记' }).press('Enter');
  await page.getByRole('textbox', { name: '笔记' }).fill('灯是全书的眼');
  await page.getByRole('button', { name: '保存' }).press('Enter');
  await expect(text).toBeFocused();
  await expect(second.getByText('灯是全书的眼')).toBeVisible({ timeout: limit(2_000) });
  await expect.poll(async () => (await storedRow(token)).map((one) => one.note), { timeout: limit(8_000) }).toEqual(['灯是全书的眼']);

  const other = await browser.newContext();
  await signIn(other, 'reader7');
  const pad = await other.newPage();
  await open(pad, '&at=0');
  await openNotes(pad);
  await expect(notes(pad).getByText('灯是全书的眼')).toBeVisible();
  await other.close();
});

test('notes written without a network survive a killed tab and reach the server; no other user of the device sees them', async ({
  page,
  context,
}) => {
  context.setDefaultTimeout(10_000);
  const token = await signIn(context, 'reader8');
  await open(page, '&at=0');
  await page.mouse.click(195, 400);
  await expect(page.getByRole('button', { name: '加书签' })).toBeVisible();
  await server.stop();
  // Pressed in the animation frame of a page turn, it marks the new page.
  await page.evaluate(async () => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    await Promise.resolve();
    document.querySelector<HTMLElement>('.reader-bookmark')?.click();
  });
  await expect(page.getByRole('button', { name: '取消书签' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('button', { name: '加书签' })).toBeVisible();
  await page.close({ runBeforeUnload: false });
  await server.start();
  expect(await storedRow(token)).toEqual([]);
  const later = await context.newPage();
  await later.goto(`${server.origin}/personalCenter/notes`);
  await expect(later.getByText('书签 ·')).toBeVisible();
  await expect.poll(async () => (await storedRow(token)).map((one) => one.type), { timeout: limit(8_000) }).toEqual(['bookmark']);

  // After a sign-out in one tab, the other tab sends no more requests for this user, and shows the next user nothing of them.
  const asked: string[] = [];
  later.on('request', (request) => request.url().includes('/info/') && asked.push(request.url()));
  const leaving = await context.newPage();
  await leaving.goto(`${server.origin}/personalCenter/default`);
  await leaving.getByRole('button', { name: '退出登录' }).click();
  await leaving.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await expect(later).toHaveURL(/cmsLogin/);
  asked.length = 0;
  await later.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await roundTrip(later);
  expect(asked).toEqual([]);
  await signIn(context, 'reader9');
  await later.goto(`${server.origin}/personalCenter/notes`);
  await expect(later.getByText('还没有笔记')).toBeVisible();
});

test('a note on a device without free storage is reported as not stored, is shown, and reaches the server', async ({ page, context }) => {
  const token = await signIn(context, 'reader12');
  await page.addInitScript(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (...row) {
      if (sessionStorage.getItem('room') === null) throw new DOMException('no room', 'QuotaExceededError');
      return put.apply(this, row);
    };
  });
  await open(page, '&at=0');
  await selectWords(page, '琉璃灯亮了');
  await page.getByRole('toolbar', { name: '选中的文字' }).getByRole('button', { name: '笔记' }).press('Enter');
  await page.getByRole('textbox', { name: '笔记' }).fill('没有地方写');
  await page.getByRole('button', { name: '保存' }).press('Enter');
  const said = page.getByRole('dialog', { name: '这台设备的存储空间满了' });
  await expect(said).toContainText('联网时照常存到您的账号');
  await said.getByText('知道了').click();
  await expect.poll(async () => (await storedRow(token)).map((one) => one.note), { timeout: limit(8_000) }).toEqual(['没有地方写']);
  await page.evaluate(() => sessionStorage.setItem('room', 'yes'));
  await open(page, '&at=0');
  await openNotes(page);
  await expect(notes(page).getByText('没有地方写')).toBeVisible();
  await expect(said).toBeHidden();
});

test('an undone removal stays undone, on the device and on the server', async ({ page, context }) => {
  const token = await signIn(context, 'reader21');
  await open(page, '&at=0');
  await selectWords(page, '琉璃灯亮了');
  const menu = page.getByRole('toolbar', { name: '选中的文字' });
  await menu.getByRole('button', { name: '笔记' }).click();
  await page.getByRole('textbox', { name: '笔记' }).fill('先删，再撤销');
  await page.getByRole('button', { name: '保存' }).click();
  await expect.poll(async () => (await storedRow(token)).map((one) => one.note)).toEqual(['先删，再撤销']);
  await openNotes(page);
  await notes(page).getByRole('button', { name: /^删除/ }).click();
  await expect.poll(() => storedRow(token)).toEqual([]);
  await page.getByRole('button', { name: '撤销' }).click();
  await expect.poll(async () => (await storedRow(token)).map((one) => one.note)).toEqual(['先删，再撤销']);
  await expect(notes(page).getByText('先删，再撤销')).toBeVisible();
  // The response of the account does not remove it again.
  await roundTrip(page);
  await expect(notes(page).getByText('先删，再撤销')).toBeVisible();
});

test('a session that ends while a note is written shows an alert above its sheet, and the text is still there after sign-in', async ({
  page,
  context,
}) => {
  const token = await signIn(context, 'reader22');
  await open(page, '&at=0');
  await selectWords(page, '琉璃灯亮了');
  await page.getByRole('toolbar', { name: '选中的文字' }).getByRole('button', { name: '笔记' }).click();
  await page.getByRole('textbox', { name: '笔记' }).fill('写到一半');
  await server.call(token, 'POST', '/logout');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const alert = page.getByRole('dialog', { name: '系统提示' });
  await expect(alert).toContainText('请登录!');
  // The focus is in it, and Escape leaves the sheet below unchanged.
  await expect(alert.getByRole('button', { name: '登录' })).toBeFocused();
  await alert.getByRole('button', { name: '登录' }).click();
  await expect(page).toHaveURL(/\/cmsLogin\?redirect=/);
  await page.getByLabel('用户名').fill('reader22');
  await page.getByLabel('密码', { exact: true }).fill(server.password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.locator('iframe[data-shown]')).toBeVisible();
  await openNotes(page);
  await notes(page)
    .getByRole('button', { name: /^写笔记/ })
    .click();
  await expect(page.getByRole('textbox', { name: '笔记' })).toHaveValue('写到一半');
});

test('an anonymous visitor’s mark is saved after sign-in', async ({ page }) => {
  await open(page, '&at=0');
  await selectWords(page, '琉璃灯');
  await page.getByRole('button', { name: '粉色划线' }).click();
  await page.getByRole('button', { name: '去登录' }).click();
  await page.getByLabel('用户名').fill('reader14');
  await page.getByLabel('密码', { exact: true }).fill(server.password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page).toHaveURL(/epubRead/);
  await expect(page.locator('iframe[data-shown]')).toBeVisible();
  await openNotes(page);
  await expect(notes(page).locator('.note-row[data-colour=pink]')).toContainText('琉璃灯');
});

test('a book counts as finished when the user turned to its end, not when they jumped there', async ({ page, context }) => {
  const token = await signIn(context, 'reader12');
  const short = await server.publish(
    (await makeBook({ title: '两章的书', chapters: 30, characters: 300, extra: (at) => (at === 30 ? '<p>全书完</p>' : '') })).epub,
  );
  const finished = async (): Promise<unknown[]> =>
    (await storedRow(token)).flatMap((one) => (one.kind === 'day' ? ((one as { finished?: unknown[] }).finished ?? []) : []));
  await open(page, '', short);
  await openSearch(page);
  await page.getByRole('searchbox', { name: '书内搜索' }).fill('全书完');
  await page
    .getByRole('dialog', { name: '书内搜索' })
    .getByRole('button', { name: /全书完/ })
    .click();
  await expect.poll(() => page.locator('.reader-main > output.unseen').first().innerText()).toContain('第30章');
  await layoutSettled(page);
  await roundTrip(page);
  await page.goto(`${server.origin}/personalCenter/default`);
  await expect.poll(async () => (await storedRow(token)).some((one) => one.kind === 'day')).toBe(true);
  expect(await finished()).toEqual([]);

  await open(page, '&at=28', short);
  // The code that counts reading loads after the page.
  await expect(page.locator('.site.reader p[aria-live]')).toBeAttached();
  await expect(async () => {
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('.reader-main > output.unseen').first()).toContainText('第30章', { timeout: 200 });
  }).toPass();
  await expect(async () => {
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('.reader-ending')).toBeVisible({ timeout: 200 });
  }).toPass();
  await page.goto(`${server.origin}/personalCenter/default`);
  await expect.poll(finished).toEqual([short]);
});

test('an error in the text is reported and answered by the staff, and the reader sees the answer', async ({ page, context }) => {
  await signIn(context, 'reader10');
  await open(page, '&at=0');
  await selectWords(page, '琉璃灯');
  await page.getByRole('toolbar', { name: '选中的文字' }).getByRole('button', { name: '错字' }).click();
  await page.getByRole('textbox', { name: '哪里有错' }).fill('应为“玻璃灯”');
  await page.getByRole('button', { name: '交给编辑' }).click();
  const staff = await server.logIn('worksadmin');
  const list = async () =>
    (await server.call(staff, 'GET', '/annotation/erratum/list?status=pending'))['rows'] as { erratumId: number; wrong: string }[];
  await expect.poll(async () => (await list()).map((one) => one.wrong), { timeout: limit(8_000) }).toEqual(['应为“玻璃灯”']);
  const [row] = await list();
  await server.call(staff, 'PUT', `/annotation/erratum/answer/${row?.erratumId}`, { status: 'rejected', reply: '原书如此，谢谢您' });
  await page.goto(`${server.origin}/personalCenter/errata`);
  await expect(page.getByText('不采纳')).toBeVisible();
  await expect(page.getByText('原书如此，谢谢您')).toBeVisible();
});

test('a corrected edition opens at the sentence that was read last, and keeps the notes', async ({ page, context }) => {
  const token = await signIn(context, 'reader11');
  const voyage = await server.publish(await voyageBook(2));
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${voyage}&at=1`);
  await expect(page.locator('iframe[data-shown]')).toBeVisible();
  for (let turn = 2; turn < 6; turn++) {
    await expect(page.locator('.reader-main > output.unseen').first()).toContainText(`第 ${turn - 1} 页`);
    await page.keyboard.press('ArrowRight');
  }
  await expect.poll(async () => (await nightsShown(page))[0]).not.toContain('第0夜');
  const [read = ''] = await nightsShown(page);
  await selectWords(page, read.slice(0, 8));
  const toolbar = page.getByRole('toolbar', { name: '选中的文字' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await toolbar.getByRole('button', { name: '引用' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('http');
  await expect(toolbar).toHaveCount(0);
  const link = /http\S+(?=\.$)/.exec(await page.evaluate(() => navigator.clipboard.readText()))?.[0] ?? '';
  await selectWords(page, read.slice(0, 8));
  await toolbar.getByRole('button', { name: '粉色划线' }).click();
  await expect
    .poll(() => server.call(token, 'GET', `/info/progress?publishId=${voyage}`).then((answer) => answer['data']), { timeout: limit(15_000) })
    .toBeTruthy();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('shuzhou.words') ?? '')).toContain(read);

  await server.correct(voyage, await voyageBook(2, true));
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${voyage}`);
  await expect(page.locator('#spoken')).toHaveText('这本书已更新，已回到上次读到的那一句；1 条笔记已跟到新版', { timeout: limit(15_000) });
  await expect.poll(() => nightsShown(page)).toContain(read);
  await openNotes(page);
  await expect(notes(page).getByText(read.slice(0, 8))).toBeVisible();
  await expect(notes(page).getByText('没有找到')).toHaveCount(0);

  // A link to the passage, as cited from the previous edition.
  const marked = () =>
    page
      .frameLocator('iframe[data-shown]')
      .locator('body')
      .evaluate(() => [...(CSS.highlights.get('search') ?? [])].map(String));
  await page.goto(link);
  await expect(page.locator('#spoken')).toHaveText('这本书已更新，已找到这一段', { timeout: limit(15_000) });
  await expect.poll(() => nightsShown(page)).toContain(read);
  // The user's own mark is there; for another user the linked text is highlighted.
  expect(await marked()).toEqual([]);
  await context.clearCookies();
  await page.goto(link);
  await expect.poll(marked, { timeout: limit(15_000) }).toEqual([read.slice(0, 8)]);
  await page.goto(link.replace(/begins=[^&]+/, 'begins=' + encodeURIComponent('书里从来没有的话')));
  await expect(page.locator('#spoken')).toHaveText('这本书已更新，没有找到这一段，已打开它原来所在的一章', { timeout: limit(15_000) });
});
