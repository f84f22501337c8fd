import { QUESTION_KINDS } from '../../contract/textbook/question-kind.ts';
import { faults, nothingSeen } from '../support/axe.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { expect, limit, type Page, test } from '../support/journey.ts';

const TITLE = '渡口英语听说';
const READER = 'reader20';
/** Kinds that nobody answers as practice: one has no answer, one is answered by files in an assignment. */
const UNANSWERED = new Set(['text', 'upload']);
const TABS = 150;

interface Place {
  readonly setId: number;
  readonly at: number;
}

let server: BrowserServer;
/** The first question of each kind. */
const places = new Map<string, Place>();

test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
  const { rows } = (await server.call(null, 'GET', '/cms/publish/queryPublishList?kind=textbook&pageSize=20')) as {
    rows: { publishId: number; title: string }[];
  };
  const publishId = rows.find(({ title }) => title === TITLE)?.publishId ?? 0;
  await server.call(await server.logIn('worksadmin'), 'POST', '/cms/publish/entitlement', { publishId, userName: READER });
  const { data } = (await server.call(await server.logIn(READER), 'GET', `/cms/exercise/kept/${publishId}`)) as {
    data: { setId: number; questions: { shown: { kind: string } }[] }[];
  };
  for (const { setId, questions } of data)
    for (const [at, { shown }] of questions.entries()) if (!places.has(shown.kind)) places.set(shown.kind, { setId, at });
});
test.afterAll(() => server?.close());

/** What has the focus: its tag, its type, and whether it has an answer. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const one = document.activeElement;
    const group =
      one instanceof HTMLInputElement && one.type === 'radio' ? document.querySelectorAll(`input[name="${CSS.escape(one.name)}"]:checked`) : [];
    return {
      tag: one?.tagName ?? '',
      type: one instanceof HTMLInputElement ? one.type : '',
      answered: one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement || one instanceof HTMLSelectElement ? one.value !== '' : false,
      checked: group.length > 0 || (one instanceof HTMLInputElement && one.checked),
      words: one?.textContent?.trim() ?? '',
      inside: one?.closest('.question') !== null,
    };
  });

/** Answers a question by keys alone, and hands it in. */
async function answerByKeys(page: Page): Promise<void> {
  await page.locator('.practice').focus();
  for (let tabs = 0; tabs < TABS; tabs += 1) {
    await page.keyboard.press('Tab');
    const { tag, type, answered, checked, words, inside } = await focused(page);
    if (tag === 'BUTTON' && words === '提交') return page.keyboard.press('Enter');
    if (!inside) continue;
    if (tag === 'BUTTON' && words === '就是这个顺序') await page.keyboard.press('Enter');
    else if ((type === 'radio' || type === 'checkbox') && !checked) await page.keyboard.press('Space');
    else if (tag === 'SELECT' && !answered) await page.keyboard.press('ArrowDown');
    else if ((type === 'text' || tag === 'TEXTAREA') && !answered) await page.keyboard.type('1');
  }
  throw new Error('the keyboard does not reach 提交');
}

/** Which states were checked, at any size. */
const seen = nothingSeen();

for (const [width, height] of [
  [390, 844],
  [820, 1180],
] as const)
  test(`§7 every kind of question is answered by keys and has no axe findings at ${width} × ${height}, light and dark`, async ({ browser }) => {
    test.setTimeout(limit(300_000));
    expect([...places.keys()].toSorted()).toEqual(Object.keys(QUESTION_KINDS).toSorted());
    const context = await browser.newContext({
      viewport: { width, height },
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    });
    const value = await server.logIn(READER);
    await context.addCookies([{ name: 'Admin-Token', value, url: server.origin, expires: Math.floor(Date.now() / 1000) + 3600 }]);
    const page = await context.newPage();
    const found: string[] = [];
    for (const [kind, { setId, at }] of places) {
      await page.goto(`${server.origin}/cms/main/practice?set=${setId}`);
      const count = page.getByText(/^第 \d+ 题，共 \d+ 题$/);
      await expect(count).toBeVisible({ timeout: limit(20_000) });
      for (let skipped = 0; skipped < at; skipped += 1) await page.getByRole('button', { name: /^(跳过|下一题)$/ }).click();
      await expect(count).toHaveText(new RegExp(`^第 ${at + 1} 题`));
      found.push(...(await faults(page, kind, null, seen)));
      if (UNANSWERED.has(kind)) continue;
      await answerByKeys(page);
      await expect(page.locator('.question-verdict').first(), kind).toBeVisible({ timeout: limit(20_000) });
      found.push(...(await faults(page, `${kind} judged`, null, seen)));
    }
    expect(found).toEqual([]);
  });
