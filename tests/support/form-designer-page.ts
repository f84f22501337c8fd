import { expect, type Locator, type Page } from '@playwright/test';
import { formText } from './form-fixtures.ts';

export const palette = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: '组件' }).getByRole('button', { name, exact: true });
export const item = (page: Page, id: number): Locator => page.locator(`[data-item="${id}"]`);
export const press = (page: Page, name: string): Locator => page.getByRole('button', { name: new RegExp(`^${[...name].join('\\s?')}$`) });
export const dialog = (page: Page): Locator => page.getByRole('dialog').last();
export const confirm = (page: Page): Promise<void> =>
  dialog(page)
    .getByRole('button', { name: /^确\s?定$/ })
    // By key: an error that disappears moves the button while the pointer presses it.
    .press('Enter');

/** The numbers of the components on the canvas, with the level of each. */
export const outline = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-item]')].map((one) => `${one.getAttribute('aria-level')}:${one.dataset['item']}`).join(' '),
  );

export const storedForm = (name: string): Record<string, string> => {
  const { fields, ...config } = JSON.parse(formText(name)) as { fields: unknown };
  return { drawingItems: JSON.stringify(fields), formConf: JSON.stringify(config) };
};

export async function drag(page: Page, from: Locator, to: { x: number; y: number }): Promise<void> {
  const box = (await from.boundingBox()) as { x: number; y: number };
  await page.mouse.move(box.x + 20, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x + 34, box.y + 22, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 6 });
  await expect(page.locator('.fd-drop-line, .fd-dragged em')).toBeVisible();
  await page.mouse.up();
  await expect(page.locator('.fd-dragged')).toHaveCount(0);
}

export const middle = async (one: Locator, part = 0.5): Promise<{ x: number; y: number }> => {
  const box = (await one.boundingBox()) as { x: number; y: number; width: number; height: number };
  return { x: box.x + box.width / 2, y: box.y + box.height * part };
};
