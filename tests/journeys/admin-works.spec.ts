import { expect, test } from '../support/journey.ts';
import { faults } from '../support/axe.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { adminPage } from '../support/admin-shell.ts';

let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

const PHONE = { width: 390, height: 844 };
const LONG = '在一条很长很长的河流的两岸寻找失落的渡口与它们的名字以及守渡人的后代';

test('lists audio and video on a phone like books: one card each, with all data and actions of its row', async ({ browser }) => {
  const editor = await server.logIn('worksadmin');
  await server.call(editor, 'POST', '/cms/publish/audio', { kind: 'video', title: LONG, authorsText: '何语' });
  const page = await adminPage(browser, server, 'worksadmin', '/publication/audio', PHONE);
  const card = (title: string) => page.getByRole('listitem').filter({ has: page.getByRole('button', { name: title, exact: true }) });

  const heard = card('《听〈桥上的灯〉》');
  await expect(heard).toContainText('何语');
  await expect(heard).toContainText('¥ 12.00 · 音频 · 2 段 · 0:50');
  await expect(heard).toContainText('已上架');
  await expect(card('《看〈翻译是过河〉》')).toContainText('¥ 16.00 · 视频 · 2 集 · 0:50');
  await expect(page.getByRole('table')).toHaveCount(0);

  // The longest title fits in its card, and nothing on the page is wider than the phone.
  const drafted = card(`《${LONG}》`);
  await expect(drafted).toContainText('还没有分集');
  await expect(drafted).toContainText('待完善');
  const over = await page.locator('.admin-cards li').evaluateAll((cards) => cards.filter((one) => one.scrollWidth > one.clientWidth).length);
  expect(over).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  expect(await faults(page, 'works on a phone')).toEqual([]);

  // Every action of the row is large enough for a finger.
  for (const act of await drafted.locator('.work-acts button').all()) expect((await act.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await drafted.getByRole('button', { name: `修改《${LONG}》` }).click();
  const form = page.getByRole('dialog', { name: `修改《${LONG}》` });
  await form.getByRole('button', { name: '取消' }).click();
  await expect(form).toBeHidden();
  await expect(drafted.getByRole('button', { name: `提交上架《${LONG}》` })).toBeVisible();
  await drafted.getByRole('button', { name: `《${LONG}》的更多操作` }).click();
  await expect(page.getByRole('menuitem', { name: '详情' })).toBeVisible();
  await page.getByRole('menuitem', { name: '删除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(drafted).toHaveCount(0);
  await heard.getByRole('button', { name: '《听〈桥上的灯〉》', exact: true }).click();
  await expect(page.getByRole('dialog', { name: '《听〈桥上的灯〉》的曲目' })).toBeVisible();

  // A book shows its own measure on the same card.
  await page.goto(`${server.origin}/publication/publicationList`);
  await expect(card('《桥上的灯》')).toContainText(/何语¥\s32\.00 · \d+\s章 · [\d.,]+\s(万\s)?字已上架/);
});

test('the filters of a list on a phone are large enough for a finger, and side by side', async ({ browser }) => {
  const page = await adminPage(browser, server, 'worksadmin', '/publication/audio', PHONE);
  await expect(page.getByRole('button', { name: '查询' })).toBeVisible();
  const heights = await page.locator('.admin-filters > *').evaluateAll((fields) => fields.map((field) => field.getBoundingClientRect().height));
  expect(heights).toEqual([44, 44, 44, 44, 44]);
});

test('the label of a field in a row stays on one line, however long its value is', async ({ browser }) => {
  const page = await adminPage(browser, server, 'admin', '/system/notice', PHONE);
  await page
    .getByRole('button', { name: /更多操作$/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: '详情' }).click();
  const facts = page.getByRole('dialog', { name: '公告详情' });
  await expect(facts.getByText('公告内容')).toBeVisible();
  const lines = await facts.locator('th').evaluateAll((names) =>
    names.map((name) => {
      const all = document.createRange();
      all.selectNodeContents(name);
      return new Set([...all.getClientRects()].map((box) => Math.round(box.top))).size;
    }),
  );
  expect(Math.max(...lines)).toBe(1);
});
