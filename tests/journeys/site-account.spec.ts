import { type Browser, expect, limit, type Page, roundTrip, test } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';

// The service worker has its own tests; here it would only fetch the shell for every context.
test.use({ serviceWorkers: 'block' });

const FREE = '雨停在四点半';
/** A PNG of one red pixel. */
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64');

let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

async function signIn(page: Page, userName: string, password: string): Promise<void> {
  await page.getByLabel('用户名').fill(userName);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
}

async function signedIn(browser: Browser, userName: string, path: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'zh-CN' });
  await context.addCookies([{ name: 'Admin-Token', value: await server.logIn(userName), url: server.origin }]);
  const page = await context.newPage();
  await page.goto(server.origin + path);
  return page;
}

async function numberOf(title: string): Promise<number> {
  const { rows } = (await server.call(null, 'GET', '/cms/publish/queryPublishList?pageNum=1&pageSize=50')) as {
    rows: { publishId: number; title: string }[];
  };
  const found = rows.find((row) => row.title === title);
  if (!found) throw new Error(`no work ${title}`);
  return found.publishId;
}

test('a reader registers, returns to the requested page, changes profile and password, and signs out', async ({ page, browser }) => {
  test.setTimeout(120_000);
  await page.goto(`${server.origin}/personalCenter/profile?from=shelf#top`);
  await expect(page).toHaveURL(/\/cmsLogin\?redirect=/);
  await page.getByRole('link', { name: '注册新账号' }).click();
  await expect(page.getByRole('heading', { name: '加入书舟' })).toBeVisible();
  await page.getByLabel('用户名').fill('1号');
  await page.getByRole('button', { name: '注册', exact: true }).click();
  await expect(page.getByText('请先阅读并同意用户协议')).toBeVisible();
  await expect(page.getByText('用户密码不能为空')).toBeVisible();
  await expect(page.getByLabel('用户名')).toBeFocused();
  await page.getByRole('button', { name: '阅读全文' }).click();
  const agreement = page.getByRole('dialog', { name: '用户协议与隐私说明' });
  await expect(agreement.getByText('作品的著作权属于作者和出版社')).toBeVisible();
  await expect(agreement.getByRole('heading', { name: '隐私说明', exact: true })).toBeAttached();
  await agreement.getByRole('button', { name: '关闭' }).click();
  await expect(page.getByLabel('用户名')).toHaveValue('1号');
  await page.getByLabel('用户名').fill('岸边读书人');
  await page.getByLabel('密码，8 到 64 个字符').fill('first-boat-2026');
  await page.getByLabel('再输一遍密码').fill('first-boat-2026');
  await page.getByRole('checkbox', { name: /用户协议/ }).check();
  await page.getByRole('button', { name: '注册', exact: true }).click();
  await expect(page).toHaveURL(/\/cmsLogin\?redirect=/);
  await expect(page.getByLabel('用户名')).toHaveValue('岸边读书人');
  await signIn(page, '岸边读书人', 'first-boat-2026');
  await expect(page).toHaveURL(`${server.origin}/personalCenter/profile?from=shelf#top`);

  await page.getByLabel('昵称').fill('');
  await page.getByLabel('邮箱').fill('not-a-mail');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('请输入昵称')).toBeVisible();
  await expect(page.getByText('邮箱格式错误')).toBeVisible();
  await page.getByLabel('昵称').fill('岸上的人');
  await page.getByLabel('邮箱').fill('shore@example.com');
  await page.getByLabel('简介').fill('等船的时候读书。');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('修改成功').first()).toBeVisible();
  const avatar = page.getByRole('region', { name: '头像' });
  await page.locator('input[type=file]').setInputFiles({ name: '我.gif', mimeType: 'image/gif', buffer: PNG });
  await expect(avatar.getByText('文件格式不正确，请上传png、jpg、jpeg图片格式文件!')).toBeVisible();
  await page.locator('input[type=file]').setInputFiles({ name: '我.png', mimeType: 'image/png', buffer: PNG });
  await expect(avatar.locator('img')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('昵称')).toHaveValue('岸上的人');
  await expect(page.getByLabel('简介')).toHaveValue('等船的时候读书。');
  await expect(avatar.locator('img')).toBeVisible();

  const other = await (await browser.newContext()).newPage();
  await other.goto(`${server.origin}/personalCenter/default`);
  await signIn(other, '岸边读书人', 'first-boat-2026');
  await expect(other.getByText('岸上的人')).toBeVisible();
  await page.getByLabel('旧密码').fill('wrong-2026');
  await page.getByLabel('新密码').fill('second-boat-2026');
  await page.getByLabel('再输一遍').fill('second-boat-2027');
  await page.getByRole('button', { name: '修改密码' }).click();
  await expect(page.getByText('两次输入的密码不一致')).toBeVisible();
  await page.getByLabel('再输一遍').fill('second-boat-2026');
  await page.getByRole('button', { name: '修改密码' }).click();
  await expect(page.getByText(/旧密码/).last()).toBeVisible();
  await page.getByLabel('旧密码').fill('first-boat-2026');
  await page.getByRole('button', { name: '修改密码' }).click();
  await expect(page.getByText('密码已修改，下次登录请用新密码').first()).toBeVisible();
  await other.goto(`${server.origin}/personalCenter/profile`);
  await expect(other).toHaveURL(/\/cmsLogin\?redirect=/);
  await signIn(other, '岸边读书人', 'first-boat-2026');
  await expect(other.getByRole('alert')).toBeVisible();
  await signIn(other, '岸边读书人', 'second-boat-2026');
  await expect(other).toHaveURL(`${server.origin}/personalCenter/profile`);

  await page.goto(`${server.origin}/personalCenter/default`);
  await page.getByRole('button', { name: '退出登录' }).click();
  const question = page.getByRole('dialog', { name: '提示' });
  await expect(question.getByText('确定注销并退出系统吗？', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(page).toHaveURL(/default$/);
  await page.getByRole('button', { name: '退出登录' }).click();
  await question.getByRole('button', { name: '确定' }).click();
  await expect(page).toHaveURL(`${server.origin}/`);
  await page.goto(`${server.origin}/personalCenter/default`);
  await expect(page).toHaveURL(/\/cmsLogin\?redirect=/);
});

test('a free work gets a score, and keeps it after a reload', async ({ browser }) => {
  const page = await signedIn(browser, 'reader6', `/cms/main/bookDetail/${await numberOf(FREE)}`);
  const stars = page.getByRole('radiogroup', { name: `给《${FREE}》评分` });
  await stars.locator('label').nth(3).click();
  await expect(page.getByText('谢谢您的评分').first()).toBeVisible();
  await page.reload();
  await expect(stars.getByRole('radio', { name: '4 分，推荐' })).toBeChecked();
});

test('by keyboard a work is rated, downloaded and its copy deleted, a profile saved, and the search history cleared, without losing the focus', async ({
  browser,
}) => {
  const page = await signedIn(browser, 'reader5', `/cms/main/bookDetail/${await numberOf(FREE)}`);
  const star = (score: number) => page.getByRole('radio', { name: new RegExp(`^${score} 分`) });
  await star(2).focus();
  await page.keyboard.press('Space');
  for (const score of [3, 4]) {
    await page.keyboard.press('ArrowRight');
    await expect(star(score)).toBeFocused();
  }
  await expect(star(4)).toBeChecked();
  await roundTrip(page);

  const copy = page.getByRole('region', { name: '存到本机' }).filter({ visible: true });
  await copy.getByRole('button', { name: '下载' }).press('Enter');
  const away = copy.getByRole('button', { name: `删除《${FREE}》的本机副本` });
  await expect(away).toBeFocused();
  await expect(page.locator('#spoken')).toHaveText(`《${FREE}》已存到本机`);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: '删除本机副本' }).getByRole('button', { name: '删除' }).press('Enter');
  await expect(copy.getByRole('button', { name: '下载' })).toBeFocused();

  await page.goto(`${server.origin}/personalCenter/profile`);
  const save = page.getByRole('button', { name: '保存' });
  await page.getByLabel('昵称').fill('按键的人');
  await save.press('Enter');
  await expect(page.getByText('修改成功').first()).toBeVisible();
  await expect(save).toBeFocused();

  await page.goto(`${server.origin}/cms/main/search?keyword=${encodeURIComponent('雨停')}`);
  await expect(page.locator('.found-work').first()).toBeVisible();
  await page.goto(`${server.origin}/cms/main/search`);
  await page.getByRole('button', { name: '清空' }).press('Enter');
  await expect(page.getByRole('combobox', { name: '搜索', exact: true })).toBeFocused();
  await page.context().close();
});

test('two characters find works and sentences, highlighted; the search term stays on the device', async ({ page }) => {
  await page.goto(`${server.origin}/cms/main/search`);
  const box = page.getByRole('combobox', { name: '搜索', exact: true });
  await expect(box).toBeFocused();
  await box.fill('雨停');
  await box.press('Enter');
  await expect(page).toHaveURL(/keyword=/);
  await expect(page.locator('.found-work mark').first()).toHaveText('雨停');
  await expect(page.locator('.found-passage mark').first()).toHaveText('雨停');
  await page.getByRole('link', { name: /^书中文字/ }).click();
  await expect(page).toHaveURL(/type=text/);
  await page.locator('.found-passage').first().click();
  await expect(page).toHaveURL(/epubRead\?publishId=\d+&at=\d+/);
  await expect(page.locator('iframe[data-shown]')).toBeVisible();
  // The tapped sentence is marked on the shown page.
  const marked = (): Promise<string[]> =>
    page.evaluate(() => {
      const { CSS, innerWidth } = document.querySelector<HTMLIFrameElement>('iframe[data-shown]')!.contentWindow as Window & typeof globalThis;
      const ranges = [...CSS.highlights.values()].flatMap((one) => [...one] as Range[]);
      return ranges.filter((one) => one.getBoundingClientRect().left >= 0 && one.getBoundingClientRect().right <= innerWidth).map(String);
    });
  await expect.poll(marked).toContain('雨停');
  await page.goto(`${server.origin}/cms/main/search`);
  const history = page.getByRole('region', { name: '搜索历史' });
  await expect(history.getByRole('link', { name: '雨停' })).toBeVisible();
  await page.reload();
  await history.getByRole('button', { name: '清空' }).click();
  await expect(history).toHaveCount(0);
  for (const word of (await server.call(null, 'GET', '/cms/search/hot'))['data'] as string[]) {
    const { data } = (await server.call(null, 'GET', `/cms/search?keyword=${encodeURIComponent(word)}&type=all`)) as {
      data: { works: { total: number } };
    };
    expect(data.works.total, word).toBeGreaterThan(0);
  }
  // A user without a search term can use popular searches or categories.
  await page.getByRole('region', { name: '热门搜索' }).getByRole('link', { name: '月亮' }).click();
  await expect(page.locator('.found-work mark').first()).toHaveText('月亮');
  await page.goto(`${server.origin}/cms/main/search`);
  await page.getByRole('region', { name: '分类' }).getByRole('link', { name: '文学' }).click();
  await expect(page).toHaveURL(/classification\?type=\d+/);
  await expect(page.locator('a.book-tile').first()).toBeVisible();
});

test('a notice opens, and leads to the previous and the next one', async ({ page }) => {
  await page.goto(`${server.origin}/cms/main/notice`);
  const second = page.locator('.notice-list a').nth(1);
  await second.click();
  await expect(page).toHaveURL(/noticeDetail\?noticeId=\d+/);
  const title = page.getByRole('heading', { level: 1 });
  const turn = page.getByRole('navigation', { name: '上一篇与下一篇' }).getByRole('link');
  // The list has a heading too.
  await expect(turn).toHaveCount(2);
  const here = await title.textContent();
  await turn.filter({ hasText: '上一篇' }).click();
  await expect(title).not.toHaveText(here ?? '');
  await turn.filter({ hasText: '下一篇' }).click();
  await expect(title).toHaveText(here ?? '');
  await page.goto(`${server.origin}/cms/main/noticeDetail?noticeId=99999`);
  await expect(page.getByRole('heading', { name: '公告不存在或已下线' })).toBeVisible();
});

test('filter and order are in the URL: a reload and the back button keep them; the list has an end', async ({ page }) => {
  await page.goto(`${server.origin}/cms/main/cmsReadingCenter`);
  await page.getByRole('button', { name: '筛选' }).click();
  const sheet = page.getByRole('dialog', { name: '筛选' });
  await sheet.getByRole('button', { name: '免费', exact: true }).click();
  await sheet.getByRole('button', { name: /^看 \d+ 种结果$/ }).click();
  await page.getByRole('button', { name: '最热' }).click();
  await expect(page).toHaveURL(/price=free/);
  await expect(page).toHaveURL(/sort=hot/);
  const address = page.url();
  await page.reload();
  await expect(page.getByRole('button', { name: '最热' })).toHaveAttribute('aria-pressed', 'true');
  // A work, not its placeholder.
  const first = page.locator('a.book-tile').first();
  await first.waitFor();
  await expect(page.locator('.book-tile .price')).toHaveCount(0);
  await first.click();
  await expect(page).toHaveURL(/bookDetail/);
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(page.getByRole('button', { name: /筛选/ })).toContainText('1');

  await page.goto(`${server.origin}/cms/main/cmsReadingCenter`);
  await page.mouse.move(195, 500);
  const end = page.getByText(/^共 \d+ 种，已经到底了$/);
  await expect(async () => {
    await page.mouse.wheel(0, 3000);
    await expect(end).toBeInViewport({ timeout: 300 });
  }).toPass({ timeout: limit(15_000) });
});
