import type { Page } from '@playwright/test';
import { PDFDocument } from 'pdf-lib';
import { faults as axeFaults, nothingSeen } from '../support/axe.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { makeDocx, paragraph, run } from '../support/docx-maker.ts';
import { expect, limit, test } from '../support/journey.ts';

// The service worker has its own tests.
test.use({ serviceWorkers: 'block' });
let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

const TITLE = '小城出版怎样记录手艺';
const ABSTRACT =
  '本文讨论小城出版机构怎样记录正在消失的手艺。我们走访了三座城里的十二位工匠，比较了口述、照片和录像三种记录方式的成本与效果，发现三者互相补充：口述保存了判断的理由，照片保存了工具的形制，录像保存了动作的次序。文章最后给出一份可以照着做的记录清单，供同行参考。';
const OPINION = '材料扎实，值得发表。\n1. 请说明十二位工匠是怎样选出来的。\n2. 表二的单位前后不一致，请核对。';

async function signIn(page: Page, userName: string, path: string): Promise<void> {
  const token = await server.logIn(userName);
  // An open page of the former user would notice that its token is gone, and end the new session.
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.context().addCookies([{ name: 'Admin-Token', value: token, url: server.origin }]);
  await page.goto(server.origin + path);
}

/** Uploads a file as a person, without the browser. */
async function upload(userName: string, path: string, name: string, bytes: Uint8Array): Promise<void> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)]), name);
  const answer = await fetch(`${server.origin}/prod-api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await server.logIn(userName)}` },
    body,
  });
  expect(((await answer.json()) as { code: number }).code).toBe(200);
}

test('#13 #35 A2 A3 a submission goes from three steps to blind review, decision, issue and a published article', async ({ page }) => {
  test.setTimeout(300_000);
  await signIn(page, 'author1', '/personalCenter/submission?new=1');
  await page.getByRole('radio', { name: /外语音像研究/ }).check();
  await page.getByRole('button', { name: '开始填写' }).click();
  const manuscript = await makeDocx(
    [TITLE, '沈知远', `摘要：${ABSTRACT}`, '关键词：出版；手艺；口述', '笔者曾走访远山大学。'].map((text) => paragraph(run(text))),
    { 'docProps/core.xml': '<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:creator>何语</dc:creator></cp:coreProperties>' },
  );
  const file = { name: '何语-手艺.docx', mimeType: 'application/octet-stream', buffer: manuscript };
  await page.getByLabel(/从稿件（docx）读取/).setInputFiles(file);
  await expect(page.getByLabel('题名', { exact: true })).toHaveValue(TITLE);
  await expect(page.getByLabel(/^关键词/)).toHaveValue('出版；手艺；口述');
  await page.getByLabel('栏目').selectOption('音像技术');
  await page.getByRole('button', { name: '保存，下一步' }).click();
  await page.getByRole('button', { name: '添加作者' }).click();
  await page.getByLabel('姓名', { exact: true }).fill('何语');
  await page.getByLabel('单位').fill('远山大学');
  await page.getByLabel('邮箱').fill('he@yuanshan.test');
  await page.getByLabel(/^全体作者同意/).check();
  await page.getByRole('button', { name: '保存，下一步' }).click();
  await page.locator('input[type=file]').setInputFiles(file);
  // The author sees at once what may still give the name away.
  await expect(page.getByText('正文第5段 · 自称')).toBeVisible({ timeout: limit(20_000) });
  expect(await axeFaults(page, 'submission form', null, nothingSeen())).toEqual([]);
  await page.getByRole('button', { name: '投稿', exact: true }).click();
  await expect(page.getByText('编辑部初审，30天内告诉您结果。')).toBeVisible({ timeout: limit(20_000) });
  const submissionId = Number(new URL(page.url()).pathname.split('/').at(-1));

  await signIn(page, 'jeditor', `/cms/journal/submission?open=${submissionId}`);
  await page.getByRole('tab', { name: '文件与匿名' }).click();
  await expect(page.locator('mark', { hasText: '远山大学' })).toBeVisible();
  await page.getByRole('button', { name: '确认匿名' }).click();
  await expect(page.getByText('匿名稿已确认')).toBeVisible();
  await page.getByRole('tab', { name: '审稿' }).click();
  await page.getByRole('button', { name: '邀请审稿专家' }).click();
  const invite = page.getByRole('dialog', { name: '邀请审稿专家' });
  for (const name of ['审稿专家一', '审稿专家二']) await invite.getByRole('checkbox', { name: new RegExp(name) }).check();
  await invite.getByRole('button', { name: '加入名单' }).click();
  await expect(invite).toBeHidden();
  await page.getByRole('button', { name: '送外审' }).click();
  await page.getByRole('dialog').last().getByRole('button', { name: '送外审' }).click();
  await expect(page.locator('.submission-head').getByText('外审中')).toBeVisible();

  const reviewer2 = await server.logIn('reviewer2');
  const { rows } = (await server.call(reviewer2, 'GET', `/cms/journal/review/mine?keyword=${encodeURIComponent(TITLE)}`)) as {
    rows: { reviewId: number }[];
  };
  const reviewId = rows[0]?.reviewId ?? 0;
  await server.call(reviewer2, 'PUT', `/cms/journal/review/own/accept/${reviewId}`, {});
  const { data } = (await server.call(reviewer2, 'GET', `/cms/journal/review/detail/${reviewId}`)) as { data: { version: number } };
  const report = { recommendation: 'accept', scores: [4, 4, 4, 5], toAuthor: OPINION, toEditor: '' };
  await server.call(reviewer2, 'PUT', '/cms/journal/review/report', { reviewId, version: data.version, ...report });
  await server.call(reviewer2, 'PUT', `/cms/journal/review/own/finish/${reviewId}`, {});

  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, 'reviewer1', '/personalCenter/review');
  await page.getByRole('link', { name: new RegExp(TITLE) }).click();
  await page.getByRole('button', { name: '接受审稿' }).click();
  await expect(page.getByRole('button', { name: /-稿件-第1轮\.docx/ })).toBeVisible();
  await expect(page.getByText('何语')).toHaveCount(0);
  await page.getByText('录用', { exact: true }).click();
  for (const group of await page.getByRole('group', { name: /1\s差，5\s好/ }).all()) await group.getByText('4', { exact: true }).click();
  await page.getByLabel(/^给作者的意见/).fill(OPINION);
  expect(await axeFaults(page, 'review form', null, nothingSeen())).toEqual([]);
  await page.getByRole('button', { name: '交回意见' }).click();
  await expect(page.getByRole('heading', { name: '您的意见' })).toBeVisible({ timeout: limit(20_000) });

  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, 'jchief', `/cms/journal/submission?open=${submissionId}`);
  await page.getByRole('button', { name: '录用', exact: true }).click();
  const letter = page.getByRole('dialog').last();
  await expect(letter.getByLabel('内容')).toHaveValue(/审稿人1：[\s\S]*审稿人2：/);
  await letter.getByRole('button', { name: /录\s*用/ }).click();
  await expect(page.locator('.submission-head').getByText('已录用')).toBeVisible();
  await page.getByRole('button', { name: '开始编校' }).click();
  await page.getByRole('dialog').last().getByRole('button', { name: '开始编校' }).click();
  await expect(page.locator('.submission-head').getByText('编校中')).toBeVisible();
  const made = await PDFDocument.create();
  made.addPage([300, 400]);
  await upload('jeditor', `/cms/journal/submission/file?submissionId=${submissionId}&role=pdf`, '刊出.pdf', await made.save());

  const chief = await server.logIn('jchief');
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date());
  const issue = (await server.call(chief, 'POST', '/cms/journal/issue', { journalId: 1, year: 2031, issueNo: 1, publishDate: today })) as {
    data: { issueId: number };
  };
  await page.goto(`${server.origin}/cms/journal/issue/work/${issue.data.issueId}`);
  await page.getByRole('listitem').filter({ hasText: TITLE }).getByRole('button', { name: '排入' }).click();
  await page.getByRole('listitem').filter({ hasText: '读者来信的三十年' }).getByRole('button', { name: '排入' }).click();
  // The keyboard moves an article; its pages follow.
  await page.getByRole('button', { name: '上移第2篇' }).click();
  await expect(page.locator('.issue-row').first()).toContainText('读者来信的三十年');
  await page
    .locator('.issue-row')
    .first()
    .getByRole('button', { name: /移\s*出/ })
    .click();
  await page.getByRole('button', { name: '保存目次' }).click();
  await page.getByRole('button', { name: '定稿' }).click();
  await page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: /定\s*稿/ })
    .click();
  await page
    .getByRole('button', { name: /出\s*刊/ })
    .first()
    .click();
  await page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: /出\s*刊/ })
    .click();
  await expect(page.locator('.issue-head').getByText('已出刊')).toBeVisible();

  await page.context().clearCookies();
  await page.goto(`${server.origin}/cms/main/cmsPeriodical/article/${submissionId}`);
  await expect(page.getByRole('heading', { name: TITLE, level: 1 })).toBeVisible();
  await expect(page.getByText(/何语\. 小城出版怎样记录手艺\[J\]\. 外语音像研究, 2031\(1\): 1/)).toBeVisible();
  await expect(page.getByRole('link', { name: '阅读PDF' })).toBeVisible();
});
