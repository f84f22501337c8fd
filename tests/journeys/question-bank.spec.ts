import { faults } from '../support/axe.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { expect, limit, test } from '../support/journey.ts';

test.use({ serviceWorkers: 'block' });

let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(limit(120_000));
  server = await browserServer();
});
test.afterAll(() => server?.close());

test('S2.1.18 a teacher writes a blank, tries answers, sees it as a student, and imports a file', async ({ page, context }) => {
  await context.addCookies([{ name: 'Admin-Token', value: await server.logIn('teacher1'), url: server.origin }]);
  await page.goto(`${server.origin}/cms/main/teach/bank`);
  await page.getByRole('button', { name: /英语听说作业/ }).click();
  await expect(page.getByText(/Q\d{5} · 上传/)).toBeVisible();
  expect(await faults(page, 'bank')).toEqual([]);

  await page.getByRole('button', { name: '新增题目' }).click();
  await page.getByLabel('题型').selectOption('fill');
  await page.getByLabel('题干').fill('鲁迅住在');
  await page.getByLabel('题干').press('End');
  await page.getByRole('button', { name: '插入空' }).click();
  await expect(page.getByText('第1空还没有答案')).toBeVisible();
  const save = page.getByRole('button', { name: '保存并设为可用' });
  await expect(save).toBeDisabled();
  await page.getByLabel('第1空答案1', { exact: true }).fill('绍兴');
  await page.getByLabel('试一试第1空').fill('绍興。');
  await expect(page.getByText('✓ 正确')).toBeVisible();
  await page.getByLabel('试一试第1空').fill('《绍兴》');
  await expect(page.getByText('✗ 错误，注意标点')).toBeVisible();
  const student = page.getByRole('region', { name: '学生看到的样子' });
  await student.getByLabel('第1空').fill('杭州');
  await student.getByRole('button', { name: '试答' }).click();
  await expect(student.getByText('答错了')).toBeVisible();
  await expect(student.getByText('答案：绍兴')).toBeVisible();
  expect(await faults(page, 'editor')).toEqual([]);
  await save.click();
  await expect(page.getByRole('button', { name: /鲁迅住在/ })).toBeVisible();

  await page.getByRole('button', { name: '导入', exact: true }).click();
  const text = '::渡口一:: 渡口有桥吗？{T}\n\n::渡口二:: 选{=甲 ~甲}\n';
  await page.locator('input[type=file]').setInputFiles({ name: '题目.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await expect(page.getByText('新增 1，有改动 0，已有相同的题 0，不能导入 1')).toBeVisible({ timeout: limit(20_000) });
  await expect(page.getByRole('cell', { name: '选项第1项与第2项相同' })).toBeVisible();
  expect(await faults(page, 'import')).toEqual([]);
  // Leaving loses nothing: the file waits in the list.
  await page.reload();
  await page.getByRole('button', { name: '查看题目.txt' }).click();
  await expect(page.getByText('新增 1，有改动 0，已有相同的题 0，不能导入 1')).toBeVisible();
  await page.getByRole('button', { name: '只导入没有问题的（1题）' }).click();
  await expect(page.getByRole('button', { name: /渡口有桥吗/ })).toBeVisible();

  // A changed question has another version; a retired one is not offered any more.
  await page.getByRole('button', { name: /渡口有桥吗/ }).click();
  await page.getByLabel('这句话是正确的').uncheck();
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByRole('button', { name: /渡口有桥吗.*第2版/ })).toBeVisible();
  await page.getByRole('button', { name: /渡口有桥吗/ }).click();
  await page.getByText('版本对比（共2个版本）').click();
  await expect(page.getByRole('region', { name: '第2版' })).toBeVisible();
});

const LONG = Array.from({ length: 30 }, (_one, at) => `x_{${at}}`).join('+');

test('§4 a formula is typed as TeX, drawn, scrolls when it is too wide, and is TeX again in the editor', async ({ page, context }) => {
  await context.addCookies([{ name: 'Admin-Token', value: await server.logIn('teacher1'), url: server.origin }]);
  await page.goto(`${server.origin}/cms/main/teach/bank`);
  await page.getByRole('button', { name: /英语听说作业/ }).click();
  await page.getByRole('button', { name: '新增题目' }).click();
  await page.getByLabel('题型').selectOption('judge');
  const stem = page.getByLabel('题干');
  await stem.fill('方程 $\\frac{1$ 有解');
  await page.getByRole('button', { name: '保存并设为可用' }).click();
  await expect(page.getByText('题干的公式“\\frac{1”：括号或命令不成对')).toBeVisible();
  const typed = `方程 $x=\\frac{-b\\pm\\sqrt{b^2-4ac}}{2a}$ 有解，花费\\$5\n$$${LONG}$$\n和 $y+${LONG}$ 相加`;
  await stem.fill(typed);
  await page.getByRole('button', { name: '保存并设为可用' }).click();
  const row = page.getByRole('button', { name: /方程 \$x=/ });
  await row.click();
  await expect(stem).toHaveValue(typed);
  const formulas = page.getByRole('region', { name: '学生看到的样子' }).locator('math');
  await expect(formulas).toHaveCount(3);
  const [short, long] = [formulas.nth(0), formulas.nth(1)];
  await expect(short).not.toHaveAttribute('tabindex', '0');
  for (const wide of [long, formulas.nth(2)]) await expect(wide).toHaveAttribute('tabindex', '0');
  expect(
    await short.evaluate((one) => one.querySelector('mfrac')!.getBoundingClientRect().height / parseFloat(getComputedStyle(one).fontSize)),
  ).toBeGreaterThan(1.2);
  const sizes = await long.evaluate((one) => [one.clientWidth, one.scrollWidth, document.documentElement.scrollWidth, innerWidth]);
  expect(sizes[1]).toBeGreaterThan(sizes[0]!);
  expect(sizes[2]).toBe(sizes[3]);
  await long.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => long.evaluate((one) => one.scrollLeft)).toBeGreaterThan(0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await faults(page, `formula ${colorScheme}`)).toEqual([]);
    if (process.env['FORMULA_PICTURES'])
      await page.screenshot({ path: `${process.env['FORMULA_PICTURES']}/formula-${colorScheme}.png`, fullPage: true });
  }
});

test('a reader has no bank, and is told how to become a teacher', async ({ page, context }) => {
  await context.addCookies([{ name: 'Admin-Token', value: await server.logIn('reader1'), url: server.origin }]);
  await page.goto(`${server.origin}/cms/main/teach/bank`);
  await expect(page.getByText('还不是教师')).toBeVisible();
});
