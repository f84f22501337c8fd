import type { CDPSession, Page } from '@playwright/test';

/** Types as a Chinese input method does: letters in composition, then the word that replaces them. */
export interface InputMethod {
  compose(letters: string, word: string): Promise<void>;
}

export async function inputMethod(page: Page): Promise<InputMethod> {
  const cdp: CDPSession = await page.context().newCDPSession(page);
  return {
    async compose(letters, word) {
      // Keys that an input method takes arrive with this code.
      const key = { windowsVirtualKeyCode: 229, key: 'Process' };
      for (let length = 1; length <= letters.length; length += 1) {
        await cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key });
        await cdp.send('Input.imeSetComposition', { text: letters.slice(0, length), selectionStart: length, selectionEnd: length });
        await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
      }
      await cdp.send('Input.insertText', { text: word });
    },
  };
}
