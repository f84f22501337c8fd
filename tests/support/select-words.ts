import type { Page } from '@playwright/test';

/** Selects text of the shown page as a finger or a mouse would. */
export async function selectWords(page: Page, words: string): Promise<void> {
  const frame = page.frameLocator('iframe[data-shown]').locator('body');
  await frame.evaluate((body, wanted) => {
    const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.textContent?.indexOf(wanted) ?? -1;
      if (at < 0) continue;
      const range = body.ownerDocument.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      const selection = body.ownerDocument.getSelection();
      selection?.removeAllRanges();
      selection?.addRange(range);
      return;
    }
    throw new Error(`the page has no ${wanted}`);
  }, words);
}
