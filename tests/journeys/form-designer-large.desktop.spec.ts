// The figures of form-designer points 34 to 36 that do not depend on the speed of the machine. Times: npm run bench:form-designer.
import type { CDPSession, Page } from '@playwright/test';
import { expect, limit, test } from '../support/journey.ts';
import { adminPage } from '../support/admin-shell.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { deployedForm } from '../support/deployed-form.ts';
import { confirm, drag, item, middle, press } from '../support/form-designer-page.ts';
import { largeForm } from '../support/large-form.ts';

const KB = 1024;
const MB = 1024 * KB;
const SLOWER = 4;

let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());
test.beforeEach(() => test.setTimeout(limit(120_000)));

const store = async (count: number): Promise<number> => {
  const form = { formName: `${count}个字段`, formContent: largeForm(count), remark: '' };
  const { data } = (await server.call(await server.logIn('sysadmin'), 'POST', '/flowable/form', form)) as { data: { formId: number } };
  return data.formId;
};

async function stored(browser: Parameters<typeof adminPage>[0], count: number): Promise<{ page: Page; devtools: CDPSession }> {
  const page = await adminPage(browser, server, 'sysadmin', `/tool/build?formId=${await store(count)}`);
  page.setDefaultTimeout(limit(15_000));
  await expect(item(page, 100 + count)).toBeAttached({ timeout: limit(20_000) });
  return { page, devtools: await page.context().newCDPSession(page) };
}

/** The components of the canvas whose content or attributes change while `act` runs. */
async function changedItems(page: Page, act: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const changed = new Set<string>();
    const watch = new MutationObserver((records) => {
      for (const { target } of records) {
        const own = (target instanceof Element ? target : target.parentElement)?.closest<HTMLElement>('[data-item]')?.dataset['item'];
        if (own) changed.add(own);
      }
    });
    watch.observe(document.querySelector('.fd-canvas') as Element, { subtree: true, childList: true, attributes: true, characterData: true });
    Object.assign(window, { stopWatch: () => (watch.disconnect(), [...changed]) });
  });
  await act();
  const found = await page.evaluate(() => (window as unknown as { stopWatch: () => string[] }).stopWatch());
  return found.map(Number).toSorted((one, other) => one - other);
}

test('point 34: in a form of 200 fields, selecting and typing change only the components concerned, and a drag lands where it is dropped', async ({
  browser,
}) => {
  const { page, devtools } = await stored(browser, 200);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await item(page, 101).click();
  await expect(page.locator('#fd-title')).toHaveValue('字段0');
  const selected = await changedItems(page, async () => {
    await item(page, 110).click();
    await expect(page.locator('#fd-title')).toHaveValue('字段9');
  });
  expect(selected).toEqual([101, 110]);
  const typed = await changedItems(page, async () => {
    await page.locator('#fd-title').press('End');
    await page.keyboard.type('abcdefghij');
    await expect(item(page, 110)).toContainText('字段9abcdefghij');
  });
  expect(typed).toEqual([110]);
  const order = () => page.evaluate(() => [...document.querySelectorAll<HTMLElement>('[data-item]')].map((one) => Number(one.dataset['item'])));
  const before = await order();
  const dragged = await changedItems(page, async () => drag(page, item(page, 103), await middle(item(page, 112), 0.95)));
  const after = await order();
  expect(after).not.toEqual(before);
  expect(after.filter((one) => one !== 103)).toEqual(before.filter((one) => one !== 103));
  expect(after.indexOf(103)).toBeGreaterThan(before.indexOf(111) - 1);
  // The dragged component, and those between which it is shown.
  expect(dragged.length).toBeLessThan(20);
});

test('point 35: a form of 500 fields opens whole, an edit is undone, 5 000 fields are refused, and 100 edits keep little memory', async ({
  browser,
}) => {
  const { page, devtools } = await stored(browser, 500);
  await expect(page.locator('[data-item]')).toHaveCount(500);
  await item(page, 110).click();
  await page.locator('#fd-title').fill('改过的标题');
  await expect(item(page, 110)).toContainText('改过的标题');
  await item(page, 110).focus();
  await page.keyboard.press('Control+z');
  await expect(item(page, 110)).toContainText('字段9');
  const heap = async (): Promise<number> => {
    await devtools.send('HeapProfiler.collectGarbage');
    return (await devtools.send('Runtime.getHeapUsage')).usedSize;
  };
  const before = await heap();
  for (let at = 0; at < 100; at += 1) {
    await item(page, 101 + (at % 20)).click();
    await page.locator('#fd-title').fill(`第${at}次修改`);
  }
  expect((await heap()) - before).toBeLessThan(20 * MB);

  await press(page, '查看 JSON').click();
  const text = page.getByRole('textbox', { name: '表单的 JSON' });
  await text.click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(largeForm(5_000));
  await press(page, '刷新').click();
  await expect(page.getByText('组件不能超过 500 个').first()).toBeVisible();
  await expect(page.locator('[data-item]')).toHaveCount(500);
  const refused = { formName: '501', formContent: largeForm(501), remark: '' };
  await expect(server.call(await server.logIn('sysadmin'), 'POST', '/flowable/form', refused)).rejects.toThrow('组件不能超过 500 个');
});

/** Scripts that the page asks for from now on, in their order, with the bytes of their bodies as they were sent. */
async function scriptsOf(page: Page): Promise<Map<string, number>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  const names = new Map<string, string>();
  const loaded = new Map<string, number>();
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => {
    const { pathname } = new URL(request.url);
    if (!pathname.endsWith('.js')) return;
    names.set(requestId, pathname);
    if (!loaded.has(pathname)) loaded.set(pathname, 0);
  });
  devtools.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const name = names.get(requestId);
    if (name) loaded.set(name, (loaded.get(name) ?? 0) + encodedDataLength);
  });
  return loaded;
}

const named = (loaded: ReadonlyMap<string, number>, pattern: RegExp): string[] => [...loaded.keys()].filter((name) => pattern.test(name));
const bytesOf = (loaded: ReadonlyMap<string, number>, from = 0, to = loaded.size): number =>
  [...loaded.values()].slice(from, to).reduce((sum, size) => sum + size, 0);

/** Goes to an address in the open application. */
const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

const SETTINGS = /field-settings/;
const EDITORS = /code-mirror|code-editor|code-preview|beautify|acorn|script-check|generate-code|icon-dialog/;
const FRAME = /\/form-preview/;

test('point 36: the designer loads within its bytes, its editors when they are first used, and the files of the frame on 运行', async ({
  browser,
}) => {
  const page = await adminPage(browser, server, 'sysadmin', '/admin/index');
  await page.waitForLoadState('networkidle');
  const loaded = await scriptsOf(page);
  const frames: string[] = [];
  page.on('request', (request) => FRAME.test(request.url()) && frames.push(request.url()));
  await goTo(page, '/tool/build');
  await page.getByRole('navigation', { name: '组件' }).waitFor();
  // The settings of a component are loaded ahead, when the designer is at rest.
  await expect.poll(() => named(loaded, SETTINGS)).toHaveLength(1);
  await page.waitForLoadState('networkidle');
  const settings = [...loaded.keys()].findIndex((name) => SETTINGS.test(name));
  const all = loaded.size;
  expect(named(loaded, EDITORS)).toEqual([]);
  expect(bytesOf(loaded, 0, settings)).toBeLessThan(120 * KB);
  expect(bytesOf(loaded, settings)).toBeLessThan(60 * KB);

  await press(page, '查看 JSON').click();
  await page.getByRole('textbox', { name: '表单的 JSON' }).waitFor();
  await page.keyboard.press('Escape');
  expect(frames).toEqual([]);
  await page.getByRole('navigation', { name: '组件' }).getByRole('button', { name: '单行文本', exact: true }).click();
  await press(page, '运行').click();
  await confirm(page);
  await page
    .frameLocator('iframe[title="表单运行预览"]')
    .getByRole('button', { name: '提交' })
    .waitFor({ timeout: limit(30_000) });
  expect(named(loaded, EDITORS).length).toBeGreaterThan(2);
  expect(frames.length).toBeGreaterThan(0);
  const inFrame = named(loaded, FRAME).reduce((sum, name) => sum + (loaded.get(name) ?? 0), 0);
  expect(bytesOf(loaded, all) - inFrame).toBeLessThan(330 * KB);
});

test('point 36: on a phone a form loads the controls of a phone and none of the back office', async ({ browser }) => {
  const page = await adminPage(browser, server, 'sysadmin', '/task/process', { width: 390, height: 844 });
  const deployId = await deployedForm(server, page, 'topic-declaration.json', 'topic_bytes');
  await page.waitForLoadState('networkidle');
  const loaded = await scriptsOf(page);
  await goTo(page, `/flowable/task/myProcess/send/index?deployId=${deployId}`);
  await page.locator('[data-field="101"] input').fill('桥上的灯');
  await page.waitForLoadState('networkidle');
  expect(named(loaded, /mobile-form/)).toHaveLength(1);
  expect(named(loaded, /desktop-form|date-picker|color-picker|rich-text|admin-upload-|slider/)).toEqual([]);
  expect(bytesOf(loaded)).toBeLessThan(130 * KB);
});
