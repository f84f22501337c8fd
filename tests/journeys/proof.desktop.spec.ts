import { adminPage } from '../support/admin-shell.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { expect, test } from '../support/journey.ts';

let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

test('#82 a proofreader adds a mark, the error rate follows, and the proof is submitted', async ({ browser }) => {
  const page = await adminPage(browser, server, 'proof1', '/press/proofread/one');
  await page.getByRole('row').filter({ hasText: '雪国口语' }).getByRole('button', { name: '校对' }).click();
  const proof = page.getByRole('dialog', { name: '一校：雪国口语' });
  await expect(proof.getByText('14 处', { exact: true })).toBeVisible();
  await proof.getByRole('button', { name: '加记号' }).click();
  const form = proof.getByRole('form', { name: '加记号' });
  await form.getByLabel('原文').fill('买粟子');
  await form.getByLabel('改为').fill('买栗子');
  await form.getByRole('button', { name: '加记号' }).click();
  await expect(proof.getByText('15 处', { exact: true })).toBeVisible();
  await expect(proof.getByRole('table', { name: '各类差错的计分' })).toContainText('错字、别字3 处3');
  await proof.getByRole('button', { name: '交校' }).click();
  const dialog = page.getByRole('dialog', { name: '交校《雪国口语》的一校' });
  await dialog.getByRole('button', { name: '交校' }).click();
  await expect(proof.getByText('待核红')).toBeVisible();
  await expect(proof.getByRole('button', { name: '加记号' })).toHaveCount(0);
});
