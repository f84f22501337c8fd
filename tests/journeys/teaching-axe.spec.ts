import { faults, nothingSeen } from '../support/axe.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { expect, limit, type Page, test } from '../support/journey.ts';

const TITLE = '渡口英语听说';

let server: BrowserServer;
let publishId = 0;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
  const { rows } = (await server.call(null, 'GET', '/cms/publish/queryPublishList?kind=textbook&pageSize=20')) as {
    rows: { publishId: number; title: string }[];
  };
  publishId = rows.find(({ title }) => title === TITLE)?.publishId ?? 0;
});
test.afterAll(() => server?.close());

interface Screen {
  readonly name: string;
  readonly who: string | null;
  readonly path: string;
  readonly ready: (page: Page) => Promise<void>;
}

const shown = (words: string | RegExp) => (page: Page) =>
  expect(page.getByText(words).filter({ visible: true }).first()).toBeVisible({ timeout: limit(30_000) });
const admin = async (page: Page): Promise<void> => {
  await page
    .locator('.admin-page h1')
    .first()
    .waitFor({ state: 'attached', timeout: limit(30_000) });
  await expect(page.locator('.ant-skeleton, .ant-spin-spinning')).toHaveCount(0, { timeout: limit(30_000) });
};
const SCREENS = (): readonly Screen[] => [
  { name: '25', who: null, path: '/cms/main/DigitalTeachingMaterials', ready: shown(TITLE) },
  { name: '25 with own textbooks', who: 'reader1', path: '/cms/main/DigitalTeachingMaterials', ready: shown('我的教材') },
  { name: '26 for a visitor', who: null, path: '/cms/main/IntelligentDigitalTeachingPlatform', ready: shown(/课程|登录/) },
  { name: '26 for a teacher', who: 'teacher1', path: '/cms/main/IntelligentDigitalTeachingPlatform?tab=teach', ready: shown('英语听说1班') },
  { name: '31 read', who: 'reader1', path: `/cms/main/bookDetail/${publishId}`, ready: shown('Unit 1') },
  { name: '31 classes', who: 'reader1', path: `/cms/main/bookDetail/${publishId}?tab=classes`, ready: shown('英语听说1班') },
  { name: 'T8', who: 'teacher1', path: '/cms/main/teach/bank', ready: shown('英语听说作业') },
  { name: 'B1', who: 'worksadmin', path: '/publication/textbook', ready: admin },
  { name: 'B2', who: 'worksadmin', path: '/publication/question', ready: admin },
  { name: 'B4', who: 'opsadmin', path: '/publication/courseClass', ready: admin },
];

/** Which states were checked, at any size. */
const seen = nothingSeen();

for (const [width, height] of [
  [390, 844],
  [820, 1180],
] as const)
  test(`25, 26, 31, T8, B1, B2 and B4 have no axe findings at ${width} × ${height}, light and dark`, async ({ browser }) => {
    test.setTimeout(limit(300_000));
    const found: string[] = [];
    for (const { name, who, path, ready } of SCREENS()) {
      const context = await browser.newContext({
        viewport: { width, height },
        locale: 'zh-CN',
        timezoneId: 'Asia/Shanghai',
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
      });
      if (who !== null) {
        const value = await server.logIn(who);
        await context.addCookies([{ name: 'Admin-Token', value, url: server.origin, expires: Math.floor(Date.now() / 1000) + 3600 }]);
      }
      const page = await context.newPage();
      await page.goto(server.origin + path);
      await ready(page);
      found.push(...(await faults(page, name, null, seen)));
      await context.close();
    }
    expect(found).toEqual([]);
  });
