import { type Browser, expect, limit, type Page, test } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { makeEpub } from '../support/epub-maker.ts';

let server: BrowserServer;
let faulty = 0;
let healthy = 0;

const TEXT = '江上起了雾，船都不出港。灯在雾里走，像有人提着。守塔人写下一封信，琉璃窗外的雾还没有散。'.repeat(3);
const FAULTS = {
  'c1.xhtml': `<h1>好的</h1><p>${TEXT}</p><details><summary>问</summary><p>${TEXT.repeat(5)}</p></details>`,
  'c2.xhtml': `<h1>窄栏</h1><div class="slim"><p>${TEXT}</p></div>`,
  'c3.xhtml': `<h1>切掉</h1><div class="cut"><p>${TEXT}</p></div>`,
  'c4.xhtml': `<h1>看不清</h1><p class="pale">${TEXT}</p>`,
  'c5.xhtml': '<h1>缺字</h1><p>生僻字\ue123在这里。</p>',
  'c6.xhtml': `<div class="none"><h1>空白</h1><p>${TEXT}</p></div>`,
};
const STYLE = '.slim{width:4em}.cut{aspect-ratio:4;overflow:hidden}.pale{filter:opacity(.3)}.none{display:none}';

test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
  faulty = await server.publish(await makeEpub({ title: '毛病不少', chapters: FAULTS, head: `<style>${STYLE}</style>` }));
  healthy = await server.publish(
    await makeEpub({
      title: '没有毛病',
      chapters: {
        'c1.xhtml': `<h1>诗</h1><p>床前明月光，<br/>疑是地上霜。<br/>举头望明月，<br/>低头思故乡。</p><p>${TEXT.repeat(8)}</p>`,
        'c2.xhtml': `<h1>表</h1><table>${`<tr>${'<td>一个格子里的字</td>'.repeat(9)}</tr>`.repeat(3)}</table><p style="background:#222;color:#fff">${TEXT}</p>`,
      },
    }),
  );
});
test.afterAll(() => server?.close());

async function open(browser: Browser, userName: string, publishId: number): Promise<Page> {
  const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage();
  await page.goto(`${server.origin}/publication/publicationList?open=${publishId}`);
  await page.getByLabel('用户名').fill(userName);
  await page.getByLabel('密码', { exact: true }).fill(server.password);
  await page.getByRole('button', { name: '登录' }).click();
  await page.getByRole('tab', { name: '版面检查' }).click();
  return page;
}

test('44.9 lays a book out on a phone page and shows the pages that readers would not see well', async ({ browser }) => {
  const editor = await open(browser, 'admin', faulty);
  const part = editor.getByRole('region', { name: '版面检查' });
  await expect(part.getByText('还没有检查版面')).toBeVisible();
  await part.getByRole('button', { name: '开始检查' }).click();
  await expect(part.getByRole('button', { name: '重新检查' })).toBeVisible({ timeout: limit(60_000) });
  const found = part.getByRole('listitem');
  const of = (kind: string, chapter: string) => found.filter({ hasText: kind }).filter({ hasText: chapter });
  for (const [kind, chapter] of [
    ['栏太窄', '窄栏'],
    ['内容被切掉', '切掉'],
    ['文字看不清', '看不清'],
    ['缺字', 'U+E123'],
    ['空白页', '第 1/1 页'],
  ] as const)
    await expect(of(kind, chapter), kind).toHaveCount(1);
  await expect(found).toHaveCount(5);
  // The picture is the page itself, with the fault marked.
  const picture = of('栏太窄', '窄栏').locator('.layout-picture');
  await expect(picture.frameLocator('iframe').getByText('江上起了雾').first()).toBeAttached();
  await expect(picture.locator('.layout-spot')).toBeVisible();

  const second = await open(browser, 'chief', faulty);
  await expect(second.getByRole('region', { name: '版面检查' }).getByRole('listitem')).toHaveCount(5);

  // A new file makes the report out of date.
  await server.correct(faulty, await makeEpub({ title: '毛病不少', chapters: { ...FAULTS, 'c7.xhtml': '<h1>又一章</h1><p>好。</p>' } }));
  await second.reload();
  await second.getByRole('tab', { name: '版面检查' }).click();
  await expect(second.getByText('电子书文件更新后还没有检查版面')).toBeVisible();
});

test('44.9 finds nothing in verse, a wide table and light letters on a dark ground, and warns before sale without a check', async ({ browser }) => {
  const editor = await open(browser, 'admin', healthy);
  const footer = editor.locator('.ant-drawer-footer');
  const asked = editor.getByRole('dialog', { name: /上架《/ });
  await footer.getByRole('button', { name: '下架' }).click();
  await editor
    .getByRole('dialog', { name: /^下架《/ })
    .getByLabel('下架原因')
    .fill('换版');
  await editor
    .getByRole('dialog', { name: /^下架《/ })
    .getByRole('button', { name: '下架' })
    .click();
  await footer.getByRole('button', { name: '重新上架' }).click();
  await expect(asked.getByText('这本书还没有检查版面')).toBeVisible();
  await expect(asked.getByRole('button', { name: '仍要重新上架' })).toBeVisible();
  await asked.getByRole('button', { name: '取消' }).click();
  const part = editor.getByRole('region', { name: '版面检查' });
  await part.getByRole('button', { name: '开始检查' }).click();
  await expect(part.getByText('没有发现问题')).toBeVisible({ timeout: limit(60_000) });
  await footer.getByRole('button', { name: '重新上架' }).click();
  await expect(asked.getByRole('button', { name: '重新上架', exact: true })).toBeVisible();
  await expect(asked.getByText('检查版面')).toHaveCount(0);
});

test('44.9 a cancelled check saves nothing', async ({ browser }) => {
  const long = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`c${at}.xhtml`, `<h1>第${at}章</h1><p>${TEXT.repeat(20)}</p>`]));
  const book = await server.publish(await makeEpub({ title: '很长', chapters: long }));
  const editor = await open(browser, 'admin', book);
  const part = editor.getByRole('region', { name: '版面检查' });
  await part.getByRole('button', { name: '开始检查' }).click();
  await expect(part.getByRole('status')).toContainText('/60 章');
  await part.getByRole('button', { name: '取消检查' }).click();
  await expect(part.getByText('还没有检查版面')).toBeVisible();
  await editor.reload();
  await editor.getByRole('tab', { name: '版面检查' }).click();
  await expect(part.getByText('还没有检查版面')).toBeVisible();
});
