import { type Browser, type BrowserContext, expect, type Page, test } from '../support/journey.ts';
import { OWN_SHELF } from '../../contract/reading/own-book-place.ts';
import { makeBook } from '../bench/reader-book.ts';
import { faults as axeFaults, nothingSeen } from '../support/axe.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';

// The service worker has its own tests; here it would only fetch the shell for every context.
test.use({ serviceWorkers: 'block' });

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const ADMIN = { viewport: { width: 1440, height: 900 } };
const FREE = `?price=free`;

let server: BrowserServer;
let work = 0;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
  work = await server.publish((await makeBook({ title: '长夜行船', chapters: 12, characters: 400 })).epub);
});
test.afterAll(() => server.close());

/** A page with a signed-in user; an anonymous visitor if there is no name. */
async function pageOf(browser: Browser, userName: string | null, viewport: typeof PHONE | typeof ADMIN): Promise<Page> {
  const context: BrowserContext = await browser.newContext({ ...viewport, locale: 'zh-CN', reducedMotion: 'reduce', serviceWorkers: 'block' });
  if (userName) await context.addCookies([{ name: 'Admin-Token', value: await server.logIn(userName), url: server.origin }]);
  return context.newPage();
}

/** Waits until everything is rendered: there is a heading, and nothing is loading. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached();
  await expect(page.locator('[aria-busy="true"], .skeleton, .ant-skeleton, .ant-spin-spinning')).toHaveCount(0);
}

/** Which states were checked, on any page. */
const seen = nothingSeen();

/** Returns what axe and the overflow check find. */
async function faults(page: Page, name: string): Promise<string[]> {
  const found = await axeFaults(page, name, null, seen, true);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (wide > 0) found.push(`${name} is ${wide}px too wide`);
  return found;
}

async function faultsOf(page: Page, paths: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths) {
    await page.goto(server.origin + path);
    await settled(page);
    found.push(...(await faults(page, path)));
  }
  return found;
}

test('the pages of an anonymous visitor on a phone have no axe violations and no horizontal overflow', async ({ browser }) => {
  // About fifty pages.
  test.setTimeout(240_000);
  const page = await pageOf(browser, null, PHONE);
  const found = await faultsOf(page, [
    '/',
    `/cms/main/cmsReadingCenter${FREE}`,
    '/cms/main/cmsReadingCenter?view=picks',
    '/cms/main/collectedWorks',
    '/cms/main/classification',
    '/cms/main/search',
    `/cms/main/search?keyword=${encodeURIComponent('长夜')}`,
    `/cms/main/search?keyword=${encodeURIComponent('没有这样的词')}`,
    `/cms/main/shared?text=${encodeURIComponent('没有这样的词')}`,
    '/cms/main/continue',
    '/cms/main/notice',
    '/cms/main/message',
    '/cms/main/noticeDetail?noticeId=1',
    '/cms/main/cmsLogoPage',
    '/cms/main/cmsIntroduction',
    '/cms/main/cmsAbout#feedback',
    '/cms/main/cmsScholarHouse',
    '/cms/main/scholar/1',
    '/cms/main/DigitalTeachingMaterials',
    '/cms/main/DigitalTeachingMaterials?subject=none',
    '/cms/main/cmsPeriodical',
    '/cms/main/cmsPeriodical/journal/1',
    '/cms/main/cmsPeriodical/issue/1',
    '/cms/main/cmsPeriodical/article/1',
    '/cms/main/cmsPeriodical/article/999999',
    '/cms/main/cmsPeriodical/notice/1',
    '/cms/main/information',
    '/cms/main/information?id=1',
    '/cms/main/wechatAccount',
    '/cms/main/wechatAccount?accountId=1',
    '/cms/main/wechatAccount?periodType=year',
    '/cms/main/wechatArticle/1',
    '/cms/main/contest',
    '/cms/main/contestDetail/1',
    '/cms/main/contestDetail/3?tab=places',
    '/cms/main/contestDetail/999999',
    '/cms/main/certificate/ZS2020-0001-AAAAAA',
    '/cms/main/statementCheck',
    '/cms/main/statementCheck?no=DZ202601-00001&code=none',
    '/cms/main/wechatArticle/999999',
    `/cms/main/bookDetail/${work}`,
    '/cms/main/bookDetail/999999',
    '/cmsLogin',
    '/cmsRegister',
    '/401',
    '/404',
  ]);
  await page.goto(`${server.origin}/cms/main/cmsReadingCenter`);
  await settled(page);
  await page.getByRole('button', { name: '筛选' }).click();
  await expect(page.getByRole('dialog', { name: '筛选' })).toBeVisible();
  found.push(...(await faults(page, 'filter sheet')));
  await page.goto(`${server.origin}/cmsRegister`);
  await page.getByRole('button', { name: '阅读全文' }).click();
  await expect(page.getByRole('dialog').getByText('作品的著作权属于作者和出版社')).toBeVisible();
  found.push(...(await faults(page, 'agreement')));
  expect(found).toEqual([]);
});

/** Writes one of each item that a reader can create, including a note with two conflicting texts. */
async function writeBeside(userName: string): Promise<void> {
  const token = await server.logIn(userName);
  const passage = {
    publishId: work,
    editionId: 1,
    documentIndex: 0,
    chapterTitle: '第1章',
    cfi: 'epubcfi(/6/2!/4/4,/1:0,/1:4)',
    before: '',
    after: '。',
  };
  const base = { base: 0, clock: Date.now(), deleted: false };
  const mark = {
    kind: 'mark',
    clientId: 'axe-mark',
    ...base,
    ...passage,
    text: '渡口的灯',
    type: 'note',
    note: '一',
    colour: 'pink',
    percent: 1,
    settle: true,
  };
  const [day, month] = [new Date().toISOString().slice(0, 10), new Date().toISOString().slice(0, 8)];
  const objects = [
    mark,
    { ...mark, clientId: 'axe-page', type: 'bookmark', text: '', note: '' },
    {
      kind: 'word',
      clientId: 'axe-word',
      ...base,
      ...passage,
      text: '渡口',
      sentence: '渡口的灯亮了。',
      meaning: '过河的地方',
      box: 2,
      dueAt: 1,
      reviews: 3,
    },
    { kind: 'erratum', clientId: 'axe-wrong', ...base, ...passage, text: '帐本', wrong: '应为“账本”' },
    ...[day, `${month}01`].map((one) => ({ kind: 'day', clientId: `axe-${one}`, ...base, day: one, seconds: 4000, pages: 9, finished: [work] })),
  ];
  const sync = (deviceId: string, sent: object[]) =>
    server.call(token, 'POST', '/info/annotation/sync', { deviceId, device: '手机', cursor: 0, objects: sent });
  await sync('axe-phone', objects);
  await sync('axe-tablet', [{ ...mark, clock: base.clock + 1, note: '二' }]);
}

test('a reader’s own pages, the reader and the question before leaving have no axe violations', async ({ browser }) => {
  await writeBeside('reader1');
  const page = await pageOf(browser, 'reader1', PHONE);
  const found = await faultsOf(page, [
    '/personalCenter/favorite',
    OWN_SHELF,
    '/personalCenter/download',
    '/personalCenter/profile',
    `/cms/main/bookDetail/${work}`,
    '/personalCenter/notes',
    '/personalCenter/words',
    '/personalCenter/reading',
    '/personalCenter/errata',
    '/personalCenter/history',
    '/cms/main/cmsAbout#feedback',
    '/personalCenter/message',
    '/personalCenter/contests',
    '/personalCenter/order',
    '/authorBackground/revenue',
    '/authorBackground/order',
    '/personalCenter/revenue',
    '/personalCenter/order?tab=cart',
    '/personalCenter/order?tab=invoice',
    '/personalCenter/preliminary',
    '/authorBackground/professorCenter',
    '/authorBackground/professorCenter?tab=mine',
    '/authorBackground/professorCenter?expert=1',
    '/pageoffice?archiveId=1',
    '/personalCenter/default',
  ]);
  await page.getByRole('button', { name: '退出登录' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  found.push(...(await faults(page, 'logout dialog')));
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${work}`);
  await expect(page.locator('iframe[data-shown]')).toBeVisible();
  found.push(...(await faults(page, 'epubRead')));
  await page.mouse.click(195, 420);
  for (const name of ['笔记', '搜索']) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.getByRole('dialog').getByRole('searchbox')).toBeVisible();
    found.push(...(await faults(page, `reader ${name}`)));
  }
  expect(found).toEqual([]);
});

test('the desktop site has no axe violations', async ({ browser }) => {
  const page = await pageOf(browser, 'reader1', ADMIN);
  expect(
    await faultsOf(page, [
      '/',
      '/cms/main/classification',
      `/cms/main/bookDetail/${work}`,
      '/cms/main/wechatAccount?accountId=1',
      '/cms/main/cmsIntroduction',
    ]),
  ).toEqual([]);
});
