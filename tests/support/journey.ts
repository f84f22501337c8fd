import { type Page, test as base } from '@playwright/test';
import { limit } from './machine-speed.ts';

export * from '@playwright/test';
export { limit };

/** Each browser test closes the pages that it opened: pages left open would send requests and render during every later test. */
export const test = base.extend<{ closing: void }>({
  closing: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts());
      await use();
      const opened = browser.contexts().filter((context) => !before.has(context));
      // A request that is answered by the test while its page closes is no fault.
      for (const context of opened) await Promise.all([context, ...context.pages()].map((routed) => routed.unrouteAll({ behavior: 'ignoreErrors' })));
      await Promise.all(opened.map((context) => context.close()));
    },
    { auto: true },
  ],
});

const { setTimeout: setLimit } = test;
test.setTimeout = (ms) => setLimit(limit(ms));

/** Simulates a slow server inside a route handler. */
export const slowServer = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms));

/**
 * A user's pause between two inputs, on the browser's clock: the reader separates gestures by `event.timeStamp`, which no fake clock sets.
 * A longer pause changes nothing.
 */
export async function inputPause(page: Page, ms: number): Promise<void> {
  const start = await page.evaluate(() => performance.now());
  await page.waitForFunction((end) => performance.now() > end, start + ms);
}

/**
 * Resolves after two frames and one request of the page. Work and requests that the page had started before are done or have left by then,
 * so a test can check what did not happen.
 */
export async function roundTrip(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    await fetch('/prod-api/health').then(
      (answer) => answer.text(),
      () => undefined,
    );
    await new Promise((resolve) => requestAnimationFrame(resolve));
  });
}

/** Resolves when no animation or transition runs in the page. */
export async function animationsEnded(page: Page): Promise<void> {
  await page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== 'running'));
}

/** Resolves when the shown document of a book has its fonts and pictures, and its size and position are the same in five frames. */
export async function layoutSettled(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    const measure = (): string | null => {
      const shown = document.querySelector<HTMLIFrameElement>('iframe[data-shown]');
      const inside = shown?.contentDocument;
      if (!shown || !inside || inside.fonts.status !== 'loaded' || [...inside.images].some((image) => !image.complete)) return null;
      const { scrollWidth, scrollHeight, scrollLeft, scrollTop } = inside.documentElement;
      const place = document.querySelector('.reader-main > output.unseen')?.textContent;
      return [shown.src, shown.clientWidth, shown.clientHeight, scrollWidth, scrollHeight, scrollLeft, scrollTop, place].join(' ');
    };
    const first = measure();
    for (let frame = 0; frame < 5; frame += 1) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      if (first === null || measure() !== first) return false;
    }
    return true;
  });
}

/** Resolves when an IndexedDB database of the page contains a text. */
export async function storedOnDevice(page: Page, database: string, store: string, text: string): Promise<void> {
  await page.waitForFunction(
    async ([database, store, text]) => {
      if (!(await indexedDB.databases()).some(({ name }) => name === database)) return false;
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(database);
        opening.addEventListener('success', () => resolve(opening.result));
        opening.addEventListener('error', () => reject(opening.error as DOMException));
      });
      try {
        if (!db.objectStoreNames.contains(store)) return false;
        const rows = await new Promise<unknown[]>((resolve) => {
          const reading = db.transaction(store).objectStore(store).getAll();
          reading.addEventListener('success', () => resolve(reading.result as unknown[]));
        });
        return JSON.stringify(rows).includes(text);
      } finally {
        db.close();
      }
    },
    [database, store, text] as const,
  );
}
