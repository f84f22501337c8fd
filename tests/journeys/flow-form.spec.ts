import { expect, type Locator, test } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { adminPage } from '../support/admin-shell.ts';
import { faults } from '../support/axe.ts';
import { deployedForm, SUMMARY, WORD_FILE } from '../support/deployed-form.ts';

let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

test('form-designer point 26: on a phone every component is filled in and submitted, in one column', async ({ browser }) => {
  const page = await adminPage(browser, server, 'sysadmin', '/flowable/form', { width: 390, height: 844 });
  const deployId = await deployedForm(server, page, 'topic-declaration.json', 'topic_phone');
  await page.goto(`${server.origin}/flowable/task/myProcess/send/index?deployId=${deployId}`);
  const field = (formId: number): Locator => page.locator(`[data-field="${formId}"]`);
  const sheet = page.locator('.adm-popup-body:visible');
  const confirm = async () => {
    await sheet.getByText(/^确[定认]$/).click();
    await expect(sheet).toHaveCount(0);
  };
  await field(101).locator('input').fill('桥上的灯');
  await field(102).getByRole('button').click();
  await sheet.getByText('散文集').click();
  await expect(sheet).toHaveCount(0);
  await field(103).getByRole('button').click();
  await sheet.getByText('学生').click();
  await sheet.getByRole('button', { name: '完成' }).click();
  await expect(sheet).toHaveCount(0);
  await field(104).locator('input').fill('120.5');
  await field(105).getByRole('button').click();
  await confirm();
  await field(109).getByText('电子书').click();
  await field(110).getByRole('textbox').fill(SUMMARY);
  await field(113).getByRole('switch').click();
  await field(115).getByRole('button').click();
  await confirm();
  await field(119).getByRole('button', { name: '4 星' }).click();
  await field(121).locator('input[type="file"]').setInputFiles(WORD_FILE);
  await expect(field(121)).toContainText('样章.docx');
  await field(122).locator('input').fill('13812345678');
  expect(await page.locator('.mobile-form').evaluate((form) => form.scrollWidth - form.clientWidth)).toBe(0);
  expect(await faults(page, 'form')).toEqual([]);
  await page.getByRole('button', { name: /^提\s?交$/ }).click();
  await expect(page.getByText('流程启动成功')).toBeVisible();
});
