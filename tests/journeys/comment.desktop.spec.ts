import { type Browser, expect, type Page, test } from '../support/journey.ts';
import { makeBook } from '../bench/reader-book.ts';
import { adminPage } from '../support/admin-shell.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';

test.use({ serviceWorkers: 'block' });

let server: BrowserServer;
let work = 0;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
  work = await server.publish((await makeBook({ title: '长夜行船', chapters: 3, characters: 400 })).epub);
});
test.afterAll(() => server.close());

async function phone(browser: Browser, userName: string | null, path: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'zh-CN',
    reducedMotion: 'reduce',
  });
  if (userName) await context.addCookies([{ name: 'Admin-Token', value: await server.logIn(userName), url: server.origin }]);
  const page = await context.newPage();
  await page.goto(server.origin + path);
  return page;
}

test('#31 #113 SM19 a reader comments, a moderator judges by keyboard, another reader likes and answers, and the writer is told', async ({
  browser,
}) => {
  const path = `/cms/main/bookDetail/${work}`;
  const reader = await phone(browser, 'reader3', path);
  const composer = reader.getByRole('textbox', { name: '写下您的书评' });
  await composer.fill('船行到第二章才起风，写得沉得住气。');
  await reader.getByRole('button', { name: '发表', exact: true }).click();
  await expect(composer).toHaveValue('');
  await expect(reader.getByText('船行到第二章才起风')).toBeVisible();
  await composer.fill('会员低.价.转.让，需要的说一声');
  await reader.getByRole('button', { name: '发表', exact: true }).click();
  await expect(reader.getByText('正在审核，通过后所有人可见')).toBeVisible();
  // What was written but not sent is still there after a reload.
  await composer.fill('还没写完的半句');
  await expect.poll(() => reader.evaluate(async () => (await indexedDB.databases()).length)).toBeGreaterThan(0);

  const moderator = await adminPage(browser, server, 'opsadmin', '/cms/comment/moderation');
  const item = moderator.getByRole('listitem').filter({ hasText: '低.价.转.让' });
  await expect(item).toContainText('命中名单：低价转让');
  await item.getByRole('button', { name: '审核', exact: true }).click();
  await expect(item.getByRole('button', { name: '通过' })).toBeVisible();
  await moderator.keyboard.press('r');
  await moderator.getByRole('textbox', { name: '驳回的理由（作者会看到）' }).fill('广告');
  await moderator.getByRole('button', { name: '驳回', exact: true }).click();
  await expect(item).toHaveCount(0);
  await moderator.keyboard.press('j');
  await expect(moderator.getByRole('button', { name: '放回队列' })).toBeVisible();

  await reader.reload();
  await expect(reader.getByText('没有通过审核：广告')).toBeVisible();
  await expect(composer).toHaveValue('还没写完的半句');
  await reader.getByRole('button', { name: '申诉' }).click();
  await reader.getByRole('textbox', { name: /说明申诉的理由/ }).fill('这是书里的一句台词，不是广告');
  await reader.getByRole('button', { name: '提交申诉' }).click();
  await expect(reader.getByText('申诉正在处理')).toBeVisible();
  const second = await adminPage(browser, server, 'admin', '/cms/comment/moderation');
  await second.getByText('申诉中 1').click();
  // The list before stays until the appeals are there.
  await expect(second.getByRole('button', { name: '审核', exact: true })).toHaveCount(1);
  await second.getByRole('button', { name: '审核', exact: true }).click();
  // Passing what a colleague has rejected needs a reason, next to the record of the decisions.
  await expect(second.getByText(/审核记录/)).toContainText('驳回：广告');
  await second.getByRole('button', { name: '通过', exact: true }).click();
  const why = second.getByRole('textbox', { name: /改为通过的理由/ });
  await expect(second.getByRole('button', { name: '通过', exact: true })).toBeDisabled();
  await why.fill('书里确有这句台词');
  await second.getByRole('button', { name: '通过', exact: true }).click();
  await expect(second.getByText('没有待审的内容')).toBeVisible();

  const other = await phone(browser, 'reader4', path);
  const first = other.getByRole('article', { name: /的评论/ }).filter({ hasText: '沉得住气' });
  await first.getByRole('button', { name: '有用' }).click();
  await expect(first.getByRole('button', { name: '有用，1 人' })).toHaveAttribute('aria-pressed', 'true');
  await first.getByRole('button', { name: '回复' }).click();
  await other.getByRole('textbox', { name: /^回复/ }).fill('第三章的浪更大。');
  await other.getByRole('button', { name: '回复', exact: true }).last().click();
  await expect(other.getByText('第三章的浪更大。')).toBeVisible();
  await expect(other.getByText('低.价.转.让')).toBeVisible();

  await reader.goto(`${server.origin}/personalCenter/message`);
  await expect(reader.getByText(/回复了您在「长夜行船」下的评论/)).toBeVisible();
});

test('#11 S2.1.4 an author posts a note with the keyboard, a visitor reads it, and a reader answers it', async ({ browser }) => {
  const author = await phone(browser, 'author1', '/cms/main/message');
  await author.getByRole('button', { name: '写留言' }).click();
  await author.getByLabel('标题（可不填）').fill('第二版要来了');
  await author.getByLabel('内容').fill('补上了两封信和一张地图，谢谢来信的读者。');
  await author.getByLabel('内容').press('Tab');
  await author.getByRole('button', { name: '发表' }).press('Enter');
  await expect(author.getByRole('heading', { name: '第二版要来了' })).toBeVisible();

  const visitor = await phone(browser, null, '/cms/main/message');
  await expect(visitor.getByRole('heading', { name: '第二版要来了' })).toBeVisible();
  await expect(visitor.getByRole('button', { name: '写留言' })).toHaveCount(0);

  const reader = await phone(browser, 'reader5', '/cms/main/message');
  const note = (page: Page) => page.getByRole('article').filter({ hasText: '第二版要来了' });
  await note(reader).getByRole('button', { name: '回复' }).click();
  await note(reader).getByRole('textbox', { name: /^回复/ }).fill('地图是折页吗？');
  await note(reader).getByRole('button', { name: '发表', exact: true }).click();
  await expect(reader.getByText('地图是折页吗？')).toBeVisible();
  await author.reload();
  await expect(note(author).getByRole('button', { name: '1 条回复' })).toBeVisible();
});

test('#20 #24 E51 a reader comments below a notice as below news, and the visit of the news is in the history', async ({ browser }) => {
  const { rows: notices } = (await server.call(null, 'GET', '/system/notice/queryNotice')) as { rows: { noticeId: number }[] };
  const { rows: news } = (await server.call(null, 'GET', '/cms/information/queryInformation')) as {
    rows: { informationId: number; title: string }[];
  };
  const reader = await phone(browser, 'reader5', `/cms/main/noticeDetail?noticeId=${notices[0]?.noticeId}`);
  const write = async (text: string): Promise<void> => {
    await reader.locator('.notice-comments, .information-comments').scrollIntoViewIfNeeded();
    const composer = reader.getByRole('textbox', { name: /^写下您的/ });
    await composer.fill(text);
    await reader.getByRole('button', { name: '发表', exact: true }).click();
    await expect(composer).toHaveValue('');
    await reader.reload();
    await reader.locator('.notice-comments, .information-comments').scrollIntoViewIfNeeded();
    await expect(reader.getByText(text)).toBeVisible();
  };
  await write('开馆那天我带孩子来。');
  const recorded = reader.waitForResponse(
    (answer) => answer.url().endsWith('/info/browse') && answer.request().postData()?.includes('"information"') === true,
  );
  await reader.goto(`${server.origin}/cms/main/information?id=${news[0]?.informationId}`);
  await write('这位学者的书我读过。');
  expect((await recorded).status()).toBe(200);
  await reader.goto(`${server.origin}/personalCenter/history`);
  await expect(reader.getByRole('link', { name: news[0]?.title ?? '-' })).toBeVisible();
});
