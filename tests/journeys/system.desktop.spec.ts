import { type Browser, devices, expect, limit, type Locator, type Page, test } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';

test.use({ actionTimeout: 15_000 });
let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

async function signIn(browser: Browser, userName: string, password: string, path: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' })).newPage();
  await page.goto(server.origin + path);
  await page.getByLabel('用户名').fill(userName);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  return page;
}

/** Opens an admin page by its address, as a signed-in user. */
const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(server.origin + path);
};
const save = async (page: Page, form: Locator): Promise<void> => {
  await form.getByRole('button', { name: '保存', exact: true }).click();
  // The previous message may still be visible.
  await expect(page.getByText('新增成功').last()).toBeVisible();
  await expect(form).toBeHidden();
};
/** Selects what is not selected yet; a click on an option may miss while its list is still opening. */
const pick = async (page: Page, field: Locator, title: string, { typed = true, many = false } = {}): Promise<void> => {
  const box = field.locator('xpath=ancestor::*[contains(concat(" ", @class, " "), " ant-select ")]');
  const chosen = box.locator('.ant-select-content, .ant-select-selection-item').filter({ hasText: title }).first();
  await expect(async () => {
    if (!(await chosen.isVisible())) {
      await field.click();
      if (typed) await field.fill(title);
      const option = page.locator('.ant-select-tree-title:visible, .ant-select-item-option:visible').filter({ hasText: title }).first();
      await option.click({ timeout: limit(3_000) });
      // A single selection closes its list, and Escape would then close the form.
      if (many) await page.keyboard.press('Escape');
    }
    await expect(chosen).toBeVisible({ timeout: limit(2_000) });
  }).toPass({ timeout: limit(30_000) });
};

test('S2.3.6 S2.4.1 an administrator creates a department, a role with a data scope and a user, who signs in and sees exactly that', async ({
  browser,
}) => {
  test.setTimeout(150_000);
  const admin = await signIn(browser, 'admin', server.password, '/system/dept');

  await admin.getByRole('button', { name: /新增$/ }).click();
  const dept = admin.getByRole('dialog');
  await dept.getByLabel('部门名称').fill('版权部');
  await save(admin, dept);
  await expect(admin.getByRole('row', { name: /版权部/ })).toBeVisible();

  await open(admin, '/system/role');
  await admin.getByRole('button', { name: /新增$/ }).click();
  const role = admin.getByRole('dialog');
  await role.getByLabel('角色名称').fill('部门主管');
  await role.getByLabel('权限字符').fill('dept_head');
  await role.getByLabel('显示顺序').fill('0');
  await role.getByRole('checkbox', { name: '展开' }).check();
  const node = role.locator('.ant-tree-treenode').filter({ hasText: '用户管理' });
  await node.locator('.ant-tree-checkbox').click();
  await save(admin, role);
  await admin
    .getByRole('row', { name: /部门主管/ })
    .getByRole('button', { name: '数据权限' })
    .click();
  const scope = admin.getByRole('dialog');
  await pick(admin, scope.getByLabel('数据范围'), '本部门及以下', { typed: false });
  await scope.getByRole('button', { name: '保存', exact: true }).click();
  await expect(admin.getByText('数据权限已保存')).toBeVisible();
  await expect(admin.getByRole('row', { name: /部门主管/ })).toContainText('本部门及以下');

  await open(admin, '/system/user');
  for (const [userName, nickName, roles] of [
    ['rights_head', '版权主管', ['部门主管', '作品管理员']],
    ['rights_clerk', '版权专员', []],
  ] as const) {
    await admin.getByRole('button', { name: /新增$/ }).click();
    const person = admin.getByRole('dialog').filter({ hasText: '新增用户' });
    await person.getByLabel('登录账号').fill(userName);
    await person.getByLabel('用户昵称').fill(nickName);
    await pick(admin, person.getByLabel('归属部门'), '版权部');
    await person.getByLabel('登录密码').fill('quiet-harbour-7');
    for (const name of roles) await pick(admin, person.getByLabel('角色'), name, { many: true });
    await save(admin, person);
  }

  const head = await signIn(browser, 'rights_head', 'quiet-harbour-7', '/system/user');
  // The administrator chose the password: the user is notified once, and led to the page that changes it.
  const reminder = head.getByRole('dialog').filter({ hasText: '您的密码还是初始密码，请修改密码！' });
  const opened = head.getByRole('navigation', { name: '已打开的页面' });
  await expect(opened.getByRole('link', { name: '用户管理' })).toBeAttached();
  await reminder.getByRole('button', { name: /确\s?定/ }).click();
  await expect(head.getByRole('tab', { name: '修改密码', selected: true })).toBeVisible();
  await opened.getByRole('link', { name: '用户管理' }).click();
  await expect(reminder).toHaveCount(0);
  const list = head.getByRole('region', { name: '用户列表' });
  await expect(list.getByRole('row', { name: /rights_clerk/ })).toBeVisible();
  await expect(list.getByRole('row', { name: /rights_head/ })).toBeVisible();
  await expect(list.getByText('共 2 条')).toBeVisible();
  await expect(head.getByRole('complementary', { name: '部门' }).getByRole('treeitem')).toHaveText(['版权部']);
  await expect(head.getByRole('navigation', { name: '后台菜单' }).getByText('角色管理')).toHaveCount(0);
  const token = String(
    (await server.call(null, 'POST', '/login', { username: 'rights_head', password: 'quiet-harbour-7', code: '', uuid: '' }))['token'],
  );
  await expect(server.call(token, 'GET', '/system/role/list')).rejects.toThrow('403');
  await expect(server.call(token, 'GET', '/system/user/1')).rejects.toThrow('没有权限访问用户数据');

  // A disabled user is signed out at the next action.
  const row = admin.getByRole('row', { name: /rights_head/ });
  await admin.getByLabel('登录账号').first().fill('rights_head');
  await admin.getByRole('button', { name: '查询', exact: true }).click();
  await row.getByRole('switch').click();
  await admin.getByRole('dialog').getByRole('button', { name: '停用' }).click();
  await expect(admin.getByText('已停用')).toBeVisible();
  await expect(server.call(token, 'GET', '/system/user/list')).rejects.toThrow('401');
});

test('S4.4 a dictionary label changed in the admin client changes on the phone', async ({ browser }) => {
  const phone = await (await browser.newContext({ ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, serviceWorkers: 'block' })).newPage();
  await phone.goto(`${server.origin}/cms/main/cmsReadingCenter`);
  await phone.getByRole('button', { name: /筛选/ }).click();
  await expect(phone.getByRole('button', { name: '法语' })).toBeVisible();

  const admin = await signIn(browser, 'admin', server.password, '/system/dict');
  await admin.getByLabel('字典类型').first().fill('publish_publication_language');
  await admin.getByRole('button', { name: '查询', exact: true }).click();
  await admin.getByRole('link', { name: 'publish_publication_language' }).click();
  await expect(admin).toHaveURL(/\/system\/dict-data\/index\/\d+$/);
  await admin.getByRole('row', { name: /法语/ }).getByRole('button', { name: '修改' }).click();
  const form = admin.getByRole('dialog');
  await form.getByLabel('字典标签').fill('法文');
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await expect(admin.getByText('修改成功')).toBeVisible();
  await expect(admin.getByRole('row', { name: /法文/ })).toBeVisible();

  await phone.reload();
  await phone.getByRole('button', { name: /筛选/ }).click();
  await expect(phone.getByRole('button', { name: '法文' })).toBeVisible();
  await expect(phone.getByText('法语', { exact: true })).toHaveCount(0);
});

test('SM24 a notice written in the admin client is approved by another user and read on the site', async ({ browser }) => {
  const writer = await signIn(browser, 'opsadmin', server.password, '/system/notice');
  await writer.getByRole('button', { name: /新增$/ }).click();
  const form = writer.getByRole('dialog');
  await form.getByLabel('公告标题').fill('冬季夜读活动');
  await form.getByText('公告', { exact: true }).last().click();
  await form.getByRole('textbox', { name: '公告内容' }).click();
  await writer.keyboard.type('每周五晚七点，一起读一章。');
  await save(writer, form);
  const row = writer.getByRole('row', { name: /冬季夜读活动/ });
  await expect(row).toContainText('草稿');
  await row.getByRole('button', { name: '提交发布' }).click();
  await writer.getByRole('dialog').getByRole('button', { name: '提交发布' }).click();
  await expect(row).toContainText('待审核');

  const auditor = await signIn(browser, 'worksadmin', server.password, '/system/notice');
  await auditor
    .getByRole('row', { name: /冬季夜读活动/ })
    .getByRole('button', { name: '审核通过' })
    .click();
  await auditor.getByRole('dialog').getByRole('button', { name: '审核通过' }).click();
  await expect(auditor.getByText('已审核通过')).toBeVisible();

  const reader = await browser.newPage();
  await reader.goto(`${server.origin}/cms/main/notice`);
  await reader.getByText('冬季夜读活动').first().click();
  await expect(reader.getByText('每周五晚七点，一起读一章。')).toBeVisible();
});

test('S2.3.6 the selected region is still selected after a reload, at its position', async ({ browser }) => {
  const page = await signIn(browser, 'admin', server.password, '/system/area');
  const regions = page.getByRole('complementary', { name: '地区' });
  const branch = regions.locator('.ant-tree-treenode').filter({ hasText: '浙江省' });
  await branch.locator('.ant-tree-switcher').click();
  await regions.getByText('绍兴市').click();
  await expect(page.getByText('没有符合条件的地区')).toBeVisible();
  await page.reload();
  await expect(regions.locator('.ant-tree-node-selected')).toHaveText('绍兴市');
  await expect(page.getByText('没有符合条件的地区')).toBeVisible();
  await regions.getByRole('button', { name: '全国' }).click();
  await expect(page.getByRole('cell', { name: '北京市' }).first()).toBeVisible();
});

test('S2.2.3 profile page: the password is changed, and another device is signed out', async ({ browser }) => {
  const page = await signIn(browser, 'sysadmin', server.password, '/admin/index');
  await page.getByRole('button', { name: /的菜单$/ }).click();
  await page.getByRole('menuitem', { name: '个人中心' }).click();
  await expect(page).toHaveURL(`${server.origin}/user/profile`);
  const other = await server.logIn('sysadmin');
  await page.getByRole('tab', { name: '登录设备' }).click();
  await expect(page.getByText('本机', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: '退出登录' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click();
  await expect(page.getByText('已退出登录')).toBeVisible();
  await expect(server.call(other, 'GET', '/getInfo')).rejects.toThrow('401');

  await page.getByRole('tab', { name: '修改密码' }).click();
  await page.getByLabel('旧密码').fill(server.password);
  await page.getByLabel('新密码').fill('12345678');
  await page.getByLabel('确认密码').fill('12345678');
  await page.getByRole('button', { name: '修改密码' }).click();
  await expect(page.getByText('这个密码太常见')).toBeVisible();
  await page.getByLabel('新密码').fill('lighthouse-88');
  await page.getByLabel('确认密码').fill('lighthouse-88');
  await page.getByRole('button', { name: '修改密码' }).click();
  await expect(page.getByText('密码已修改')).toBeVisible();
  await expect(server.call(null, 'POST', '/login', { username: 'sysadmin', password: 'lighthouse-88', code: '', uuid: '' })).resolves.toMatchObject({
    code: 200,
  });
});
