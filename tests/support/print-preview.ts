import type { Page } from '@playwright/test';
import { PDFDocument } from 'pdf-lib';
import { expect, limit } from './journey.ts';

/** Builds the EPUB of a composition whose drawer is open. */
export async function buildEpub(page: Page, chapters: number): Promise<void> {
  await page.getByRole('tab', { name: '电子版' }).click();
  await page.getByRole('button', { name: /生成EPUB/ }).click();
  const sheet = page.getByRole('dialog', { name: /的电子版$/ });
  await expect(sheet.getByText(new RegExp(`^找到：${chapters}章`))).toBeVisible();
  await sheet.getByRole('button', { name: '生成EPUB' }).click();
  await expect(page.getByText(new RegExp(`^共${chapters}章`))).toBeVisible();
}

/** Opens the print preview of a composition whose drawer shows 电子版: its pages are those that the browser prints. */
export async function checkPrintPreview(page: Page, words: string): Promise<void> {
  await page.getByRole('button', { name: '打印预览' }).click();
  const preview = page.getByRole('dialog', { name: /打印预览$/ });
  const place = preview.locator('.print-preview-place');
  await expect(place).toHaveText(/^第\s1.*共\s\d+\s页$/, { timeout: limit(20_000) });
  const frame = preview.locator('iframe');
  await expect(frame.contentFrame().getByText(words).first()).toBeAttached();
  const printed = await page.context().newPage();
  await printed.setContent((await frame.getAttribute('srcdoc')) ?? '');
  const pdf = await PDFDocument.load(await printed.pdf({ preferCSSPageSize: true }));
  await printed.close();
  await expect(place).toHaveText(new RegExp(`共\\s${pdf.getPageCount()}\\s页$`));
  expect(pdf.getPageCount()).toBeGreaterThan(3);
  await preview.getByRole('button', { name: '后翻' }).click();
  await expect(place).not.toHaveText(/^第\s1–/);
  await preview.getByRole('button', { name: '关闭' }).click();
  await expect(preview).toBeHidden();
}
