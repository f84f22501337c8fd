import { type Browser, expect, type Page, test } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { adminPage } from '../support/admin-shell.ts';

let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

const open = (browser: Browser, path: string, userName = 'sysadmin'): Promise<Page> => adminPage(browser, server, userName, path);

const FORM = {
  formRef: 'elForm',
  formModel: 'formData',
  formRules: 'rules',
  size: 'medium',
  labelPosition: 'right',
  labelWidth: 90,
  gutter: 15,
  disabled: false,
  span: 24,
  formBtns: true,
  fields: [
    {
      __config__: { label: '用途', tag: 'el-input', tagIcon: 'input', layout: 'colFormItem', required: true, span: 24, regList: [], formId: 101 },
      __vModel__: 'purpose',
      placeholder: '请输入用途',
    },
  ],
};

/** Chooses an entry of a select by its accessible name. */
async function choose(page: Page, name: string, entry: string): Promise<void> {
  await page.getByRole('combobox', { name, exact: true }).click();
  await page.getByTitle(entry, { exact: true }).last().click();
}

test('S2.3.18 A8 a process is drawn, checked, deployed, started with its form, returned, approved and read by its starter', async ({ browser }) => {
  const designer = await open(browser, '/flowable/definition');
  const token = await server.logIn('sysadmin');
  const made = await designer.request.post(`${server.origin}/prod-api/flowable/form`, {
    headers: { authorization: `Bearer ${token}` },
    data: { formName: '门禁卡登记', formContent: JSON.stringify(FORM), remark: '' },
  });
  expect(await made.json()).toMatchObject({ code: 200 });

  await designer.getByRole('button', { name: '新建流程' }).click();
  const dialog = designer.getByRole('dialog', { name: '新建流程' });
  await dialog.getByLabel('流程名称').fill('门禁卡申请');
  await dialog.getByLabel('流程标识').fill('1card');
  await dialog.getByRole('button', { name: '开始设计' }).click();
  await expect(dialog.getByText('流程标识须以字母开头')).toBeVisible();
  await dialog.getByLabel('流程标识').fill('door_card');
  await dialog.getByRole('button', { name: '开始设计' }).click();

  await choose(designer, '发起时填的表单', '门禁卡登记');
  await choose(designer, '选中的节点', '人工 填写申请');
  await designer.getByRole('toolbar', { name: '节点' }).getByRole('button', { name: '人工' }).press('Enter');
  await designer.getByLabel('节点名称').fill('部门审批');
  await designer.getByRole('button', { name: '检查', exact: true }).click();
  const problems = designer.getByRole('region', { name: '检查结果' });
  await expect(problems).toContainText('部门审批');
  await choose(designer, '办理人的类型', '指定人员');
  await designer.getByRole('combobox', { name: '办理人', exact: true }).fill('卫校对');
  await designer
    .getByTitle(/卫校对/)
    .last()
    .click();
  await designer.getByRole('button', { name: '检查', exact: true }).click();
  await expect(problems).toContainText('没有发现问题');
  await designer.getByRole('button', { name: '发布版本 1' }).click();
  await designer.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click();
  await expect(designer.getByRole('row', { name: /门禁卡申请/ })).toContainText('门禁卡登记');

  const starter = await open(browser, '/task/process', 'proof2');
  await starter.getByRole('button', { name: '发起流程' }).click();
  await starter.getByRole('button', { name: /门禁卡申请/ }).click();
  await starter.getByRole('button', { name: '提交', exact: true }).last().click();
  await expect(starter.getByText('请输入用途').last()).toBeVisible();
  await starter.getByLabel('用途').fill('夜间值班');
  await starter.getByRole('button', { name: '提交', exact: true }).last().click();
  await expect(starter.getByRole('row', { name: /门禁卡申请/ })).toContainText('部门审批');

  const head = await open(browser, '/task/todo?source=flow', 'proof3');
  await expect(head.getByRole('article').getByText('夜间值班').last()).toBeVisible();
  await head.getByRole('button', { name: '驳回', exact: true }).click();
  await head.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await expect(head.getByRole('alert')).toContainText('请填写意见');
  await head.getByRole('dialog').getByLabel('意见').fill('请写明哪几天');
  await head.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await expect(head.getByText('没有待办，休息一下')).toBeVisible();

  await starter.goto(`${server.origin}/task/todo?source=flow`);
  await starter.getByRole('tab', { name: /流转记录/ }).click();
  await expect(starter.getByText('请写明哪几天')).toBeVisible();
  await starter.getByRole('tab', { name: '办理' }).click();
  await starter.getByLabel('用途').fill('夜间值班，十二月');
  await starter.getByRole('button', { name: /^通过/ }).click();
  await expect(starter.getByText('没有待办，休息一下')).toBeVisible();

  await head.reload();
  await expect(head.getByRole('article').getByText('夜间值班，十二月').last()).toBeVisible();
  await head.getByLabel('意见').fill('同意');
  await head.getByRole('button', { name: /^通过/ }).click();
  await expect(head.getByText('没有待办，休息一下')).toBeVisible();
  await head.goto(`${server.origin}/task/finished`);
  await expect(head.getByRole('row', { name: /门禁卡申请/ }).first()).toContainText('同意');

  await starter.goto(`${server.origin}/task/process`);
  const row = starter.getByRole('row', { name: /门禁卡申请/ });
  await expect(row).toContainText('已完成');
  await row.getByRole('link', { name: '详情' }).click();
  await expect(starter.getByText('夜间值班，十二月').last()).toBeVisible();
  await starter.getByRole('tab', { name: '流程图' }).click();
  await expect(starter.locator('.node-done').first()).toBeAttached();
});

test('a draft is kept across a reload, an unreadable file leaves the drawing as it is, and changes are stored by themselves', async ({ browser }) => {
  const page = await open(browser, '/flowable/definition/model/index?flowKey=travel&name=出差申请');
  await expect(page.getByRole('combobox', { name: '选中的节点', exact: true })).toBeVisible();
  await choose(page, '选中的节点', '人工 填写申请');
  await page.getByLabel('节点名称').fill('填写出差单');
  await page.getByRole('button', { name: '存草稿' }).click();
  await expect(page.getByText('草稿已保存')).toBeVisible();
  await page.reload();
  await choose(page, '选中的节点', '人工 填写出差单');
  await page.locator('input[type=file]').setInputFiles({ name: 'bad.bpmn', mimeType: 'application/xml', buffer: Buffer.from('<not-bpmn/>') });
  await expect(page.locator('.ant-modal-confirm-title', { hasText: '这个文件打不开，画布没有变' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button').last().click();
  await expect(page.getByLabel('节点名称')).toHaveValue('填写出差单');
  await page.getByLabel('节点名称').fill('改过的名字');
  await expect(page.getByText(/草稿已存/)).toBeVisible();
  await page.goto(`${server.origin}/admin/index`);
  await page.goto(`${server.origin}/flowable/definition/model/index?flowKey=travel&name=出差申请`);
  await choose(page, '选中的节点', '人工 改过的名字');
});
