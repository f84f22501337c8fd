import { test as base } from '@playwright/test';

export * from '@playwright/test';

/** A journey closes what it opened: pages that stay behind go on asking and drawing beside every journey after it. */
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
