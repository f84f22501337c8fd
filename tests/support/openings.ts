import { expect, type Page, type Request } from '@playwright/test';
import { limit } from './machine-speed.ts';

/** The active page; previously visited pages stay in the document, hidden. */
export const PLACE = '.admin-place:not([style*="display: none"])';
/** Any overlay above the page. */
export const DIALOG = '[role="dialog"]';
/** Buttons that open nothing: they only change how a list is shown, download a file, or act at once. */
const PLAIN =
  /^(查询|重置|收起|展开|全部展开|全部折叠|刷新|重试|取消|导出|.*下载.*|打印.*|列与行高|上移|下移|(隐藏|显示)查询|关闭|展开行|关闭行|全国|上一页|下一页|登录|重新登录)$/;
/** Milliseconds that loading a part of the page may take. */
const OPENS_MS = 500;
/** Buttons with these labels always open something: the test waits up to SURE_MS (in milliseconds) for it. */
const SURE = /^(新增|新建|修改|详情|查看|处理|导入|删除)/;
const SURE_MS = 5_000;
/** Rendered frames after which a click has shown its effect. */
const FRAMES = 5;

/** Returns the type of a button, independent of its row; a name that opens its row counts as its column. */
const kindOf = `(button) => {
  const cell = button.closest('td, th[scope="row"]');
  if (cell && cell !== cell.parentElement.lastElementChild) return 'column ' + cell.cellIndex;
  const words = button.getAttribute('aria-label') || button.innerText || '';
  return words.replace(/[《「].*?[》」]/g, '').replace(/.*(?=的更多操作$)/, '').replace(/\\s+/g, '');
}`;
const buttonsOf = (place: string) =>
  `[...document.querySelectorAll('${place} button')].filter((one) => !one.disabled && one.getAttribute('role') !== 'switch' && one.getClientRects().length > 0 &&
    !one.closest('.ant-pagination, .ant-table-row-expand-icon, .ant-upload-list, .ant-tabs-nav'))`;

type Kinds = { kind: string; index: number }[];

/** Returns the first button of each type, and its index among the buttons. */
const kindsOf = (page: Page): Promise<Kinds> =>
  page.evaluate(`(() => {
    const kindOf = ${kindOf};
    const seen = new Map();
    ${buttonsOf(PLACE)}.forEach((button, index) => {
      const kind = kindOf(button);
      if (kind && !seen.has(kind)) seen.set(kind, index);
    });
    return [...seen].map(([kind, index]) => ({ kind, index }));
  })()`);

/** Presses the first button of a type; `file` means that it opened the file picker of the browser, `false` that it is gone. */
const pressed = (page: Page, kind: string): Promise<'pressed' | 'file' | false> =>
  page.evaluate(`(() => {
    const kindOf = ${kindOf};
    const button = ${buttonsOf(PLACE)}.find((one) => kindOf(one) === ${JSON.stringify(kind)});
    let outcome = button ? 'pressed' : false;
    const look = (event) => {
      if (event.target.type === 'file') outcome = 'file';
    };
    document.addEventListener('click', look, true);
    button?.click();
    document.removeEventListener('click', look, true);
    return outcome;
  })()`);

const entries = '.ant-dropdown:not(.ant-dropdown-hidden) [role="menuitem"]:not([aria-disabled="true"])';

const asked = new WeakMap<Page, Set<Request>>();

/** Returns the number of pending requests of a page. */
function underWay(page: Page): number {
  const known = asked.get(page);
  if (known) return known.size;
  const open = new Set<Request>();
  asked.set(page, open);
  page.on('request', (request) => open.add(request));
  for (const end of ['requestfinished', 'requestfailed'] as const) page.on(end as 'requestfinished', (request) => open.delete(request));
  return 0;
}

/** Waits for the effect of a click: an overlay, another page, or nothing once rendering and requests have finished. */
async function outcome(page: Page, from: string, sure: boolean): Promise<'dialog' | 'page' | 'nothing'> {
  const look = () =>
    page.evaluate(
      async ({ dialog, before, frames, longest }) => {
        const until = performance.now() + longest;
        for (let frame = 0; frame < frames || performance.now() < until; frame += 1) {
          if (location.pathname !== before) return 'page';
          if ([...document.querySelectorAll(dialog)].some((one) => one.getClientRects().length > 0)) return 'dialog';
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
        return 'nothing';
      },
      { dialog: DIALOG, before: from, frames: FRAMES, longest: sure ? SURE_MS : 0 },
    );
  const first = await look();
  if (first !== 'nothing' || underWay(page) === 0) return first;
  await expect.poll(() => underWay(page), { timeout: limit(SURE_MS) }).toBe(0);
  return look();
}

/** Resolves when the page or the dialog has loaded everything. */
export const settled = (page: Page, place: string): Promise<unknown> =>
  page.waitForFunction(
    (within) => document.querySelector(`${within} .ant-skeleton, ${within} .ant-spin-spinning`) === null && document.querySelector(within) !== null,
    place,
    { timeout: limit(20_000), polling: 30 },
  );

async function close(page: Page): Promise<void> {
  for (let time = 0; time < 3; time += 1) {
    const shut = await page
      .evaluate(() => {
        const open = [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].filter((one) => one.getClientRects().length > 0);
        const last = open.at(-1);
        if (!last) return true;
        const root = last.closest<HTMLElement>('.ant-modal, .ant-drawer, .ant-modal-wrap') ?? last;
        const ways = [...root.querySelectorAll<HTMLButtonElement>('button')];
        const way =
          ways.find((one) => /ant-(modal|drawer)-close/.test(one.className)) ??
          ways.find((one) => /^(取消|关闭|知道了|继续编辑|确定)$/.test(one.innerText.replace(/\s/g, '')));
        way?.click();
        return false;
      })
      .catch(() => false);
    if (shut) return;
    const gone = await page
      .waitForFunction(() => ![...document.querySelectorAll('[role="dialog"]')].some((one) => one.getClientRects().length > 0), null, {
        timeout: limit(1_500),
        polling: 20,
      })
      .catch(() => null);
    if (gone) return;
  }
  await page.goto(page.url());
  await settled(page, PLACE);
}

/**
 * Presses every type of button on the page, in its toolbars and rows, and every entry of the menus behind
 * three dots; calls `look` with the label of each that opened something. Returns the addresses of other pages (`led`),
 * and the labels of buttons that should open something but do not (`dead`).
 */
export async function openings(page: Page, look: (opened: string) => Promise<void>): Promise<{ led: string[]; dead: string[] }> {
  const path = new URL(page.url()).pathname;
  const led: string[] = [];
  const dead: string[] = [];
  underWay(page);
  const done = new Set<string>();
  const follow = async (words: string) => {
    const what = await outcome(page, path, SURE.test(words));
    if (what === 'nothing' && SURE.test(words)) dead.push(`${path} ${words}`);
    if (what === 'dialog') {
      await settled(page, DIALOG);
      await look(words);
      await close(page);
    } else if (what === 'page') {
      const there = new URL(page.url());
      led.push(there.pathname + there.search);
      await page.goto(new URL(path, there).href);
      await settled(page, PLACE);
    }
  };
  const tick = page.locator(`${PLACE} tbody .ant-checkbox-input`).first();
  for (const ticked of [false, true]) {
    if (ticked) {
      if (!(await tick.count())) break;
      await tick.evaluate((box: HTMLInputElement) => box.checked || box.click());
    }
    for (const { kind } of await kindsOf(page)) {
      if (done.has(kind) || PLAIN.test(kind)) continue;
      done.add(kind);
      const press = await pressed(page, kind);
      if (!press || press === 'file') continue;
      const menu = page.locator(entries);
      if (!/更多|⋯|菜单|导入与导出/.test(kind) && !(await menu.count())) {
        await follow(kind);
        continue;
      }
      await menu
        .first()
        .waitFor({ timeout: limit(OPENS_MS) })
        .catch(() => null);
      const words = (await menu.allInnerTexts()).map((one) => one.trim());
      for (const word of words) {
        if (done.has(word) || PLAIN.test(word)) continue;
        done.add(word);
        if (!(await menu.count()) && !(await pressed(page, kind))) break;
        const entry = menu.filter({ hasText: new RegExp(`^\\s*${word}\\s*$`) }).first();
        await entry.waitFor({ timeout: limit(OPENS_MS) }).catch(() => null);
        if (!(await entry.count())) continue;
        const click = (one: HTMLElement) => one.click();
        // The menu may have been closing when it was counted.
        const clicked = await entry.evaluate(click, undefined, { timeout: limit(OPENS_MS) }).then(
          () => true,
          () => false,
        );
        if (!clicked) {
          if (!(await pressed(page, kind))) break;
          await entry.evaluate(click);
        }
        await follow(word);
      }
      await page.keyboard.press('Escape');
    }
  }
  return { led, dead };
}
