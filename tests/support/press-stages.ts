import type { Page } from '@playwright/test';
import { expect } from './journey.ts';
import { choose, sendEvent, OPINION, top, type PressWalk } from './press-walk.ts';

export type ReviewLevel = 'one' | 'two' | 'last';
const STAGE_PATH = { one: 'one', two: 'two', three: 'three', read: 'three' } as const;
export type ProofStage = keyof typeof STAGE_PATH;

const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);

/** The steps of reviews and proofs of one manuscript, which several people take again and again. */
export function pressStages(walk: PressWalk, title: string) {
  const search = encodeURIComponent(title);
  const row = (page: Page) => page.getByRole('row').filter({ hasText: title }).first();

  /** The manager assigns the open task of a level. */
  async function assignReview(level: ReviewLevel, reviewer: RegExp): Promise<void> {
    const page = await walk.as('worksadmin', `/press/audit/${level}`);
    await row(page).getByRole('button', { name: '查看' }).click();
    await sendEvent(page, '指派', () => choose(page, '审稿人', reviewer));
  }

  /** A reviewer opens the own task, accepts it, and writes the report. */
  async function report(userName: string, level: ReviewLevel): Promise<Page> {
    const page = await walk.as(userName, `/press/audit/${level}`);
    await page.getByRole('tab', { name: '等我审读' }).click();
    await row(page).getByRole('button', { name: '审读' }).click();
    await sendEvent(page, '接收');
    await page.getByRole('radio', { name: '导向正确' }).check();
    for (const name of ['价值', '学术', '文字', '体例']) await page.getByLabel(`${name}（1–10）`).fill('8');
    await page.getByLabel(/^审读意见/).fill(OPINION);
    await page.getByRole('button', { name: '保存报告' }).click();
    await expect(page.getByText('审读报告已保存')).toBeVisible();
    return page;
  }

  const adopt = (page: Page): Promise<void> => sendEvent(page, '通过', (dialog) => dialog.getByRole('textbox').first().fill(OPINION));

  /** The typesetter uploads a proof and delivers it. */
  async function deliver(page: Page): Promise<void> {
    await page.locator('input[type=file]').setInputFiles({ name: '校样.pdf', mimeType: 'application/pdf', buffer: PDF });
    await expect(page.getByText('校样已上传')).toBeVisible();
    await sendEvent(page, '出样');
  }

  async function openProof(userName: string, stage: ProofStage): Promise<Page> {
    const page = await walk.as(userName, `/press/proofread/${STAGE_PATH[stage]}`);
    if (stage === 'read') await page.getByText('通读', { exact: true }).first().click();
    if (userName === 'worksadmin') await page.getByRole('tab', { name: '进行中' }).click();
    await row(page)
      .getByRole('button', { name: /校对|打开/ })
      .click();
    return page;
  }

  const assignProof = async (stage: ProofStage, proofreader: RegExp): Promise<void> => {
    const page = await openProof('worksadmin', stage);
    await sendEvent(page, '指派', () => choose(page, '校对', proofreader));
  };

  /** The proofreader reads a stage, with one mark unless `mark` is empty, and submits it. */
  async function proofread(userName: string, stage: ProofStage, mark: { quote: string; right: string } | null): Promise<void> {
    const page = await openProof(userName, stage);
    await sendEvent(page, '开始校对');
    if (mark) {
      await page.getByRole('button', { name: '加记号' }).click();
      const form = page.getByRole('form', { name: '加记号' });
      await form.getByLabel('原文').fill(mark.quote);
      await form.getByLabel('改为').fill(mark.right);
      await form.getByRole('button', { name: '加记号' }).click();
      await expect(page.getByText(mark.right).first()).toBeVisible();
      await expect(page.getByRole('table', { name: '各类差错的计分' })).toContainText('错字、别字1 处1');
    }
    await sendEvent(page, '交校', async (dialog) => {
      await dialog.getByLabel('版面字数').fill('207872');
      if (!mark) await dialog.getByText('全书校完，无差错').click();
    });
  }

  /** The editor ticks off `ticks` earlier corrections on the new proof, decides on the open mark, if any, and passes the stage or has it read again. */
  async function check(stage: ProofStage, event: '核红通过' | '重校', mark = false, ticks = 0): Promise<void> {
    const page = await openProof('editor1', stage);
    if (ticks > 0) {
      await page.getByRole('button', { name: event }).click();
      await top(page).getByRole('button', { name: event }).click();
      await expect(top(page).getByText(/没有在第\d+次校样上核对/)).toBeVisible();
      await top(page).getByRole('button', { name: '取消' }).click();
      await page.getByRole('tab', { name: '改正核对' }).click();
      const lines = page.getByRole('tabpanel').getByRole('checkbox', { name: /次校样已改$/ });
      await expect(lines).toHaveCount(ticks);
      for (let left = ticks; left > 0; left -= 1) {
        await lines.first().click();
        await expect(page.getByText(`已核对 ${ticks - left + 1} / ${ticks} 处`)).toBeVisible();
      }
      await page.getByRole('tab', { name: '校样', exact: true }).click();
    }
    if (mark) {
      await page.locator('.mark-head').last().click();
      await page.getByRole('button', { name: '采纳' }).click();
      await expect(page.getByText('已采纳').first()).toBeVisible();
    }
    await sendEvent(page, event, (dialog) => (event === '重校' ? dialog.getByRole('textbox').fill('第二章漏校，请重校一次') : Promise.resolve()));
  }

  /** Adopted marks go back to the typesetter, who delivers a new proof. */
  async function deliverAgain(): Promise<void> {
    const page = await walk.as('typeset', `/press/composition?title=${search}`);
    await row(page).getByRole('button', { name: '打开' }).click();
    await deliver(page);
  }

  return { assignReview, report, adopt, deliver, assignProof, proofread, check, deliverAgain };
}
