import type { Browser, Page } from '@playwright/test';
import { adminPage } from '../support/admin-shell.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { expect, test } from '../support/journey.ts';
import { INTRO } from '../support/topic-walk.ts';

let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

const TITLE = '小站长';
const FORMS = '/press/declarationForm';
const SESSIONS = '/press/topicsSession/archiveTopics';
const WORDS = '会议逐项讨论了内容、读者、成本和首印，认为选题成立，请申报人与作者商定交稿时间，并在三周内补齐插图清单和授权说明。';

/** A fresh browser of another person; the former one is closed. */
let open: Page | null = null;
async function as(browser: Browser, userName: string, path: string): Promise<Page> {
  await open?.context().close();
  open = await adminPage(browser, server, userName, path);
  return open;
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

async function pick(page: Page, label: string, text: string, option: RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('combobox', { name: label }).fill(text);
  await page.locator('.ant-select-item-option', { hasText: option }).first().click();
}

test('#74 #75 #76 a topic is declared, passes the section and the session, and its manuscript can be assigned', async ({ browser }) => {
  test.slow();
  let page = await as(browser, 'editor1', FORMS);
  await page.getByRole('button', { name: '新增' }).click();
  const form = page.getByRole('dialog', { name: '新增选题' });
  await pick(page, '稿件', TITLE, new RegExp(`《${TITLE}》`));
  await expect(form.getByLabel('书名', { exact: true })).toHaveValue(TITLE);
  await form.getByLabel('作者简介').fill('写作儿童故事十年。');
  await form.getByLabel('内容简介').fill(INTRO);
  await form.getByLabel('选题意义').fill('儿童读物里少见的铁路题材。');
  await form.getByLabel('读者对象').fill('小学中高年级');
  await form.getByLabel('市场分析').fill('同类童书每年新品不足十种。');
  await form.getByLabel('拟定价（元）').fill('58');
  await form.getByLabel('固定成本（元）').fill('45000');
  await form.getByLabel('单册成本（元）').fill('12');
  await form.getByLabel('首印（册）').fill('2000');
  await expect(form.getByText('保本印数 2,478 册')).toBeVisible();
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await expect(form).toBeHidden();
  await row(page, TITLE).getByRole('button', { name: TITLE }).click();
  await page.getByRole('button', { name: '提交申报' }).click();
  await page
    .getByRole('dialog', { name: /提交申报/ })
    .getByRole('button', { name: '提交申报' })
    .click();
  await expect(page.getByRole('dialog').getByText('待室审').first()).toBeVisible();

  page = await as(browser, 'section', FORMS);
  await row(page, TITLE).getByRole('button', { name: TITLE }).click();
  await page.getByRole('button', { name: '室内论证通过' }).click();
  await page
    .getByRole('dialog', { name: /室内论证通过/ })
    .getByRole('button', { name: '室内论证通过' })
    .click();
  await expect(page.getByRole('dialog').getByText('待上会').first()).toBeVisible();

  page = await as(browser, 'worksadmin', SESSIONS);
  await page.getByRole('button', { name: '新增' }).click();
  const session = page.getByRole('dialog', { name: '新增论证会' });
  await session.getByLabel('会议名称').fill('临时选题论证会');
  await session.getByLabel('时间', { exact: true }).fill('2030-01-08 14:00:00');
  await page.keyboard.press('Enter');
  await pick(page, '主持人', '李总编', /李总编/);
  await pick(page, '记录人', '陈编务', /陈编务/);
  await pick(page, '参会人员', '王主任', /王主任/);
  await page.keyboard.press('Escape');
  await session.getByRole('button', { name: '保存', exact: true }).click();
  await page.getByRole('link', { name: '临时选题论证会' }).click();
  await page.getByRole('button', { name: '安排议程' }).click();
  await page.getByRole('button', { name: `列入${TITLE}` }).click();
  await page.getByRole('button', { name: '保存议程' }).click();
  await page.getByRole('button', { name: '发通知' }).click();
  await page.getByRole('dialog', { name: '发通知' }).getByRole('button', { name: '发通知' }).click();
  await expect(page.getByText('已通知', { exact: true }).first()).toBeVisible();
  const path = new URL(page.url()).pathname;

  page = await as(browser, 'chief', path);
  await page.getByRole('button', { name: '开会' }).click();
  await page.getByRole('dialog', { name: '开会' }).getByRole('button', { name: '开会' }).click();
  await page.getByRole('button', { name: '赞成' }).click();
  await expect(page.getByRole('img', { name: '赞成 1，反对 0，弃权 0' })).toBeVisible();
  for (const name of ['section', 'worksadmin']) {
    page = await as(browser, name, path);
    await page.getByRole('button', { name: '赞成' }).click();
    await expect(page.getByRole('button', { name: '赞成' })).toHaveAttribute('aria-pressed', 'true');
  }
  page = await as(browser, 'chief', path);
  await page.getByRole('button', { name: '结束会议' }).click();
  await page.getByRole('dialog', { name: '结束会议' }).getByRole('button', { name: '结束会议' }).click();
  const minutes = page.getByRole('region', { name: '会议纪要' });
  await expect(minutes.getByText('签发前还差')).toBeVisible();
  await minutes.getByRole('textbox', { name: '纪要内容' }).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.insertText(WORDS);
  await minutes.getByRole('button', { name: '保存纪要' }).click();
  await minutes.getByRole('button', { name: '签发纪要' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '签发纪要' }).click();
  await expect(minutes.getByText('已签发')).toBeVisible();

  page = await as(browser, 'worksadmin', FORMS);
  await expect(row(page, TITLE).getByText('已通过')).toBeVisible();
  const token = await server.logIn('worksadmin');
  const { rows } = (await server.call(token, 'GET', `/press/topic/list?title=${encodeURIComponent(TITLE)}`)) as { rows: { archiveId: number }[] };
  const { data } = (await server.call(token, 'GET', '/press/editor/people')) as { data: { userId: number; nickName: string }[] };
  const editorId = data.find(({ nickName }) => nickName === '吴编辑')?.userId;
  await server.call(token, 'POST', '/press/editor/assign', { archiveId: rows[0]?.archiveId, editorId });
  const after = (await server.call(token, 'GET', `/cms/archive/detail/${rows[0]?.archiveId}`)) as { data: { status: string } };
  expect(after.data.status).toBe('assigned');
});
