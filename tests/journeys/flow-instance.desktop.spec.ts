import { type Browser, expect, test } from '../support/journey.ts';
import { adminPage } from '../support/admin-shell.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { bpmnOf } from '../../server/workflow/engine/bpmn-sketch.ts';

let server: BrowserServer;
test.beforeAll(async () => {
  server = await browserServer();
});
test.afterAll(() => server.close());

const open = (browser: Browser, path: string) => adminPage(browser, server, 'sysadmin', path);
const NARROW = { width: 390, height: 844 };

test('#43.17 an administrator hands over and ends a process, the pages of flows fit a phone, and the short address of the designer opens', async ({
  browser,
}) => {
  const page = await open(browser, '/flowable/instance');
  const token = await server.logIn('sysadmin');
  const headers = { authorization: `Bearer ${token}` };
  const settings = (value: object) => ({ 'shuzhou:settings': JSON.stringify(value) });
  const xml = bpmnOf({
    key: 'rescue',
    name: '临时门禁',
    nodes: [
      ['s', 'startEvent'],
      ['apply', 'userTask', { name: '申请', ...settings({ who: { kind: 'starter' } }) }],
      ['check', 'userTask', { name: '部门审批', ...settings({ who: { kind: 'person', ids: [1] } }) }],
      ['e', 'endEvent'],
    ],
    flows: ['s -> apply', 'apply -> check', 'check -> e'],
  });
  const post = async (path: string, data: object) =>
    (await (await page.request.post(`${server.origin}/prod-api${path}`, { headers, data })).json()) as { code: number; data: { procDefId: string } };
  const made = await post('/flowable/definition/save', { name: '临时门禁', category: '', xml });
  expect(made.code).toBe(200);
  expect((await post(`/flowable/definition/start/${encodeURIComponent(made.data.procDefId)}`, {})).code).toBe(200);

  await page.getByRole('button', { name: '刷新' }).click();
  const row = page.getByRole('row', { name: /临时门禁/ });
  await expect(row).toContainText('部门审批');
  await row.getByRole('button', { name: '交接' }).click();
  const dialog = page.getByRole('dialog', { name: '交接给另一个人' });
  await dialog.getByLabel('接手的人').fill('卫校对');
  await page
    .getByTitle(/卫校对/)
    .last()
    .click();
  await dialog.getByLabel('原因').fill('原办理人离职');
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(row).toContainText('卫校对');
  await row.getByRole('button', { name: '结束' }).click();
  await page.getByRole('dialog', { name: '结束流程' }).getByLabel('原因').fill('不再需要');

  for (const path of [
    '/flowable/definition',
    '/flowable/instance',
    '/flowable/listener',
    '/flowable/expression',
    '/task/process',
    '/task/todo',
    '/task/finished',
  ]) {
    await page.setViewportSize(NARROW);
    await page.goto(`${server.origin}${path}`);
    await expect(page.locator('main')).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(NARROW.width);
  }
  await page.goto(`${server.origin}/flowable/instance`);
  await expect(page.getByText('部门审批')).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${server.origin}/flowable/definition/model`);
  await expect(page.getByRole('dialog', { name: '新建流程' })).toBeVisible();
});
