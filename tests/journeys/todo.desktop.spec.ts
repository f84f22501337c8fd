import { expect, type Page, test } from '../support/journey.ts';
import { adminPage } from '../support/admin-shell.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';

let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

/** Sends the page of the site `about` to approval, and creates an audio work that is not complete. */
async function addItems(): Promise<void> {
  const editor = await server.logIn('opsadmin');
  const call = async (method: string, path: string, body?: object) => (await server.call(editor, method, path, body)) as { data: never };
  const { data: pages } = (await call('GET', '/cms/page/list')) as { data: { pageId: number; pageKey: string }[] };
  const pageId = pages.find(({ pageKey }) => pageKey === 'about')?.pageId;
  const { data: draft } = (await call('GET', `/cms/page/${pageId}`)) as { data: Record<string, unknown> };
  const { data: saved } = (await call('PUT', '/cms/page', { ...draft, description: '我们做书。' })) as { data: { version: number } };
  await call('PUT', `/cms/page/submit/${pageId}`, { version: saved.version });
  await server.call(await server.logIn('admin'), 'POST', '/cms/publish/audio', { kind: 'audio', title: '雨夜广播', authorsText: '何语' });
}

/** The item of a source in the to-do, opened where it is done. */
async function workOn(page: Page, source: string): Promise<string> {
  await page.goto(`${server.origin}/task/todo?source=${source}`);
  const item = page.getByRole('article');
  const title = (await item.getByRole('heading', { level: 2 }).textContent()) ?? '';
  await item.getByRole('link', { name: '去办理' }).click();
  await expect(page).toHaveURL(/[?&]open=\d+$/);
  return title;
}

test('#35.3 去办理 opens the item of every source, with what can be done; closing it stays on the list', async ({ browser }) => {
  await addItems();
  const page = await adminPage(browser, server, 'admin', '/admin/index');
  const dialog = page.getByRole('dialog').first();

  for (const source of ['notice', 'banner', 'slogan']) {
    const title = await workOn(page, source);
    await expect(dialog).toContainText(title);
    await expect(dialog.getByRole('button', { name: '审核通过' })).toBeVisible();
  }
  await dialog.getByRole('button', { name: '退回修改' }).click();
  await page.getByRole('textbox', { name: /原因/ }).fill('引文的出处还没有核对');
  await page.getByRole('dialog').last().getByRole('button', { name: '退回修改' }).click();
  await expect(dialog).toContainText('引文的出处还没有核对');
  await expect(dialog.getByRole('button', { name: '审核通过' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/cms\/comment\/slogan$/);

  const feedback = await workOn(page, 'feedback');
  await expect(dialog).toContainText(feedback);
  await expect(dialog.getByRole('button', { name: /开始处理|回复提交人/ })).toBeVisible();

  const [applicant = ''] = (await workOn(page, 'apply')).split('申请');
  await expect(dialog).toContainText(applicant);
  await expect(dialog.getByRole('textbox', { name: '意见' })).toBeVisible();

  const audio = await workOn(page, 'draft');
  expect(audio).toBe('雨夜广播');
  await expect(dialog).toContainText('雨夜广播');
  await expect(dialog.getByRole('button', { name: '修改作品' })).toBeVisible();

  const sitePage = await workOn(page, 'sitePage');
  await expect(page.getByRole('tab', { name: sitePage })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('button', { name: '审核通过' })).toBeVisible();
});

test('#35.3 the address of a flow task and of a work opens it although its list starts with others', async ({ browser }) => {
  const token = await server.logIn('chief');
  const { rows: tasks } = (await server.call(token, 'GET', '/info/todo/list?source=flow&order=newest&pageNum=1&pageSize=20')) as {
    rows: { title: string; link: string }[];
  };
  const task = tasks[0];
  const page = await adminPage(browser, server, 'chief', task?.link ?? '');
  await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toContainText(task?.title ?? '-');
  const { rows: works } = (await server.call(token, 'GET', '/cms/publish/list?pageNum=2&pageSize=20')) as {
    rows: { publishId: number; title: string }[];
  };
  await page.goto(`${server.origin}/publication/publicationList?open=${works[0]?.publishId}`);
  await expect(page.getByRole('dialog', { name: '出版物详情' }).getByRole('heading', { name: works[0]?.title ?? '' })).toBeVisible();
});

/** One item of a source for each kind of page: a drawer of a list, a page of its own, and a dialog on a board. */
const KINDS = [
  ['typeset', 'composition', /\/press\/composition\?open=\d+$/],
  ['chief', 'topicVote', /\/press\/topicsSession\/session\/\d+$/],
  ['admin', 'contestObjection', /\/cms\/contest\/board\/\d+\?part=publicity&open=\d+$/],
] as const;

for (const [userName, source, address] of KINDS)
  test(`#35.3 去办理 of ${source} opens the very row, also after a reload, and Back returns to the list`, async ({ browser }) => {
    const page = await adminPage(browser, server, userName, `/task/todo?source=${source}`);
    const title = (await page.getByRole('article').getByRole('heading', { level: 2 }).textContent()) ?? '';
    await page.getByRole('link', { name: '去办理' }).click();
    await expect(page).toHaveURL(address);
    const shown = page.locator('.admin-place:not([style*="display: none"])');
    const opens = async (): Promise<void> => {
      if (source === 'topicVote') return expect(shown.getByRole('heading', { level: 1 })).toContainText(title);
      await expect(page.getByRole('dialog')).toHaveCount(1);
      await expect(page.getByRole('dialog')).toContainText(source === 'contestObjection' ? '处理异议' : title);
    };
    await opens();
    await page.reload();
    await opens();
    await expect(page).toHaveURL(address);
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`/task/todo\\?source=${source}$`));
    await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toContainText(title);
  });

test('#35.3 the address of minutes opens one drawer, and another one after it', async ({ browser }) => {
  const token = await server.logIn('chief');
  const { rows } = (await server.call(token, 'GET', '/press/minutes/list?pageNum=1&pageSize=20')) as {
    rows: { minutesId: number; sessionTitle: string; fileNo: string }[];
  };
  const [one, other] = rows;
  const page = await adminPage(browser, server, 'chief', `/press/topicsSession/minutes?open=${one?.minutesId}`);
  const drawer = page.getByRole('dialog', { name: '会议纪要' });
  await expect(drawer).toContainText(one?.fileNo ?? '-');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/minutes$/);
  await page.getByRole('button', { name: other?.sessionTitle ?? '-', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`open=${other?.minutesId}$`));
  await page.reload();
  await expect(drawer).toContainText(other?.fileNo ?? '-');
});
