import { test as base } from '@playwright/test';

export * from '@playwright/test';

/** Each browser test closes the pages that it opened: pages left open would send requests and render during every later test. */
export const test = base.extend<{ closing: void }>({
  closing: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts());
      await use();
      await Promise.all(browser.contexts().map((context) => (before.has(context) ? null : context.close())));
    },
    { auto: true },
  ],
});
