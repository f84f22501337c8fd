import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Browser, Page } from '@playwright/test';
import { adminPage } from './admin-shell.ts';
import type { BrowserServer } from './browser-server.ts';
import { expect, limit } from './journey.ts';

/** 50 characters and more, as opinions of reviews need. */
export const OPINION =
  '稿件立意清楚，材料翔实，叙述有节制；第二部分的时间线请再核对一遍，个别引文需要注明出处，图表编号也请统一，其余没有意见，同意送下一级审读。';

/** Pages of the people of a manuscript; only one is open at a time. */
export interface PressWalk {
  /** Opens a page of the back office as another person. */
  as(userName: string, path: string): Promise<Page>;
  /** Opens a page of the site as another person. */
  on(userName: string, path: string): Promise<Page>;
  /** Sends a call as a person; for steps that another journey takes in the browser. */
  call(userName: string | null, method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
}

export function pressWalk(browser: Browser, server: BrowserServer): PressWalk {
  let open: Page | null = null;
  const tokens = new Map<string, string>();
  const tokenOf = async (userName: string): Promise<string> => {
    const token = tokens.get(userName) ?? (await server.logIn(userName));
    tokens.set(userName, token);
    return token;
  };
  return {
    async as(userName, path) {
      await open?.context().close();
      open = await adminPage(browser, server, userName, path);
      open.setDefaultTimeout(limit(20_000));
      return open;
    },
    async on(userName, path) {
      await open?.context().close();
      const context = await browser.newContext({ locale: 'zh-CN', reducedMotion: 'reduce', serviceWorkers: 'block' });
      await context.addCookies([{ name: 'Admin-Token', value: await tokenOf(userName), url: server.origin }]);
      open = await context.newPage();
      open.setDefaultTimeout(limit(20_000));
      await open.goto(server.origin + path);
      return open;
    },
    call: async (userName, method, path, body) => server.call(userName === null ? null : await tokenOf(userName), method, path, body),
  };
}

/** The dialog or drawer that was opened last. */
export const top = (page: Page) => page.getByRole('dialog').last();

/** Presses a button of the drawer, and confirms the event in its dialog; `fill` completes the dialog first. */
export async function sendEvent(page: Page, label: string, fill: (dialog: ReturnType<typeof top>) => Promise<void> = async () => {}): Promise<void> {
  await page.getByRole('button', { name: label, exact: true }).last().click();
  const dialog = page.getByRole('dialog', { name: new RegExp(`^${label}`) });
  await fill(dialog);
  await dialog.getByRole('button', { name: label, exact: true }).click();
  await expect(dialog).toBeHidden({ timeout: limit(15_000) });
}

/** Chooses an option of the select with this label in a dialog, by a part of its text. */
export async function choose(page: Page, label: string, option: RegExp): Promise<void> {
  await top(page).getByLabel(label).last().click();
  await page.locator('.ant-select-item-option:visible', { hasText: option }).first().click();
}

/** Ends the ten minutes in which decisions can be taken back: the server is restarted with all waiting letters due. */
export async function deliverLetters(server: BrowserServer): Promise<void> {
  const database = new DatabaseSync(join(await server.leave(), 'shuzhou.db'));
  database.exec("update letter set send_at = 1 where status = 'waiting'");
  database.close();
  await server.start();
}
