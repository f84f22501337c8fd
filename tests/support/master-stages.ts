import type { Page } from '@playwright/test';
import { expect, limit } from './journey.ts';
import { choose, sendEvent, type PressWalk } from './press-walk.ts';

const STAGE_PATH = { one: 'one', two: 'two', three: 'three', read: 'three' } as const;
export type ProofStage = keyof typeof STAGE_PATH;

interface Sample {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** The steps of the master of one recording or film, which several people take again and again. */
export function masterStages(walk: PressWalk, title: string) {
  const search = encodeURIComponent(title);
  const row = (page: Page) => page.getByRole('row').filter({ hasText: title }).first();

  async function openComposition(userName: string): Promise<Page> {
    const page = await walk.as(userName, `/press/composition?title=${search}`);
    await row(page).getByRole('button', { name: '打开' }).click();
    return page;
  }

  /** The typesetter uploads the parts in this order. */
  async function upload(page: Page, parts: readonly Sample[]): Promise<void> {
    for (const [index, part] of parts.entries()) {
      await page.locator('.ant-upload-drag input[type=file]').setInputFiles(part);
      await expect(page.locator('.master-part').nth(index).getByText('可以播放')).toBeVisible({ timeout: limit(30_000) });
    }
  }

  async function openProof(userName: string, stage: ProofStage): Promise<Page> {
    const page = await walk.as(userName, `/press/proofread/${STAGE_PATH[stage]}`);
    if (stage === 'read') await page.getByText('通读', { exact: true }).first().click();
    if (userName === 'worksadmin') await page.getByRole('tab', { name: '进行中' }).click();
    await row(page)
      .getByRole('button', { name: /审听|审看|打开/ })
      .click();
    return page;
  }

  async function assign(stage: ProofStage, proofreader: RegExp): Promise<void> {
    const page = await openProof('worksadmin', stage);
    await sendEvent(page, '指派', () => choose(page, '校对', proofreader));
  }

  /** The proofreader hears or watches a stage without a mark. */
  async function passWithoutMarks(userName: string, stage: ProofStage): Promise<void> {
    const page = await openProof(userName, stage);
    await sendEvent(page, '开始校对');
    await sendEvent(page, '交校', (dialog) => dialog.getByText('全部审完，无差错').click());
    const editor = await openProof('editor1', stage);
    await sendEvent(editor, '核红通过');
  }

  return { openComposition, upload, openProof, assign, passWithoutMarks, row, search };
}
