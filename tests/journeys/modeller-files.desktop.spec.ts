import { expect, test } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { adminPage } from '../support/admin-shell.ts';

let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

/** A file as another tool writes it: without a diagram, with a service task, and with a node that is not supported. */
const FILE = `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:flowable="http://flowable.org/bpmn" targetNamespace="urn:other">
  <process id="other_tool" name="外来流程" isExecutable="true">
    <startEvent id="s" flowable:initiator="starter"/><sequenceFlow id="f1" sourceRef="s" targetRef="apply"/>
    <userTask id="apply" name="填写" flowable:assignee="\${starter}"/><sequenceFlow id="f2" sourceRef="apply" targetRef="tell"/>
    <serviceTask id="tell" name="通知作者"/><sequenceFlow id="f3" sourceRef="tell" targetRef="rule"/>
    <businessRuleTask id="rule" name="定价规则"/><sequenceFlow id="f4" sourceRef="rule" targetRef="e"/><endEvent id="e"/>
  </process>
</definitions>`;

test('#43.16 a file without a diagram is drawn; a service task gets its work; what is not supported is marked and blocks the deployment', async ({
  browser,
}) => {
  const page = await adminPage(browser, server, 'sysadmin', '/flowable/definition');
  await page.getByRole('button', { name: '新建流程' }).click();
  const dialog = page.getByRole('dialog', { name: '新建流程' });
  await dialog.getByLabel('流程名称').fill('外来流程');
  await dialog.getByLabel('流程标识').fill('other_tool');
  await dialog.getByRole('button', { name: '开始设计' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: '打开文件' }).click();
  await (await chooser).setFiles({ name: 'other.bpmn', mimeType: 'application/xml', buffer: Buffer.from(FILE) });

  const canvas = page.locator('.djs-container');
  for (const id of ['s', 'apply', 'tell', 'rule', 'e']) await expect(canvas.locator(`[data-element-id="${id}"]`)).toBeVisible();
  await expect(canvas.locator('[data-element-id="f3"]')).toBeAttached();
  await expect(page.getByText('未支持').first()).toBeVisible();

  const choose = async (name: string, entry: string): Promise<void> => {
    await page.getByRole('combobox', { name, exact: true }).click();
    await page.getByTitle(entry).last().click();
  };
  await choose('选中的节点', '通知作者');
  await choose('要做的事', '发站内消息');
  await choose('发给的类型', '发起人');
  await page.getByLabel('标题', { exact: true }).fill('稿件已收到');
  await page.getByLabel('内容', { exact: true }).fill('我们已收到您的申请');
  await page.getByRole('button', { name: '检查', exact: true }).click();
  const problems = page.getByRole('region', { name: '检查结果' });
  await expect(problems).toContainText('定价规则');
  await expect(problems).not.toContainText('通知作者');
  await page.getByRole('button', { name: /^发布/ }).click();
  await expect(page.getByText('有错误，改好后才能发布')).toBeVisible();

  await page.getByRole('button', { name: '存草稿' }).click();
  await expect(page.getByText('草稿已保存')).toBeVisible();
  await page.reload();
  await expect(canvas.locator('[data-element-id="tell"]')).toBeVisible();
  await choose('选中的节点', '通知作者');
  await expect(page.getByLabel('标题', { exact: true })).toHaveValue('稿件已收到');
});
