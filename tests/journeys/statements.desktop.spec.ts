import { expect, type Page, test } from '../support/journey.ts';
import { browserServer, type BrowserServer } from '../support/browser-server.ts';

let server: BrowserServer;
test.beforeAll(async () => {
  server = await browserServer();
});
test.afterAll(() => server.close());
test.beforeEach(() => test.setTimeout(180_000));

/** A page that shows nothing of its own would have one of these headings. */
const NO_PAGE = /找不到网页|还没有安装|文件不存在/;

async function visitor(page: Page, userName: string | null): Promise<void> {
  if (userName) await page.context().addCookies([{ name: 'Admin-Token', value: await server.logIn(userName), url: server.origin }]);
}

/** Opens each address and expects its heading there, without a redirect. */
async function opens(page: Page, userName: string | null, pages: Readonly<Record<string, string | RegExp>>): Promise<void> {
  await visitor(page, userName);
  for (const [path, heading] of Object.entries(pages)) {
    await page.goto(server.origin + path);
    await expect.soft(page.getByRole('heading', { level: 1 }).first(), path).toHaveText(heading);
    await expect.soft(page.getByRole('heading', { name: NO_PAGE }), path).toHaveCount(0);
    expect.soft(new URL(page.url()).pathname).toBe(path.split('?')[0]);
  }
}

test('S2.1.8 S2.1.20 S2.1.24 journal submission, online editing and a contest open without a token', async ({ page }) => {
  await opens(page, null, { '/cms/main/cmsPeriodical': '期刊投稿', '/cms/main/archiveEdit': '试写', '/cms/main/contestDetail/2': '翻译新人奖' });
  await expect(page.getByText('翻译新人奖').first()).toBeVisible();
});

test('S2.2.4 S2.2.5 S3.17 judges open a round by contestId, roundType and submitId', async ({ page }) => {
  await opens(page, 'judge1', {
    '/preliminary?contestId=2&roundType=1&submitId=9': '初审 · 翻译新人奖',
    [`/personReview?contestId=2&roundType=2&submitId=9&contestTitle=${encodeURIComponent('翻译新人奖')}`]: '复审 · 翻译新人奖',
  });
  // The round of the address, not another one of this judge.
  await page.goto(`${server.origin}/personReview?contestId=999&roundType=2&submitId=9`);
  await expect(page.getByText('翻译新人奖')).toHaveCount(0);
});

test('S3.17 publishId and archiveId in an address choose the work and the history of a manuscript', async ({ page }) => {
  await opens(page, 'admin', { '/cms/archive/history?archiveId=1': '纸上的港口', '/cms/archive/history?archiveId=2': '雨天的语法' });
  const { rows } = (await server.call(null, 'GET', '/cms/publish/queryPublishList?pageNum=1&pageSize=2')) as {
    rows: { publishId: number; title: string }[];
  };
  expect(rows).toHaveLength(2);
  for (const { publishId, title } of rows) {
    await page.goto(`${server.origin}/cms/main/bookDetail/${publishId}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(title);
  }
});

test('S2.2.6 the document pages open the document that their number names', async ({ page }) => {
  await opens(page, 'admin', {
    '/pageoffice?archiveId=1': '纸上的港口',
    '/declarePageoffice?topicId=1': /选题申报表/,
    '/agreementPageoffice?protocolId=1': /出版协议/,
    '/previewPageoffice?versionId=1': '纸上的港口',
    '/auditPageoffice?archiveId=9': '中国文学选读',
    '/reportPageoffice?recordId=1': /审读报告/,
    '/dcOnlyOffice?archiveId=1': '纸上的港口',
  });
});

test('S2.3.4 S2.3.13 the pages of the press and the templates open', async ({ page }) => {
  await opens(page, 'admin', {
    '/press/user': '出版岗位人员',
    '/press/declarationForm': '选题申报',
    '/press/topicsSession/archiveTopics': '选题论证会',
    '/press/topicsSession/minutes': '会议纪要',
    '/press/editor': '责任编辑',
    '/press/audit/one': '初审',
    '/press/audit/two': '复审',
    '/press/audit/last': '终审',
    '/press/protocol': '出版协议',
    '/press/proofread/one': '一校',
    '/press/proofread/two': '二校',
    '/press/proofread/three': '三校与通读',
    '/press/composition': '排版',
    '/press/hold': '搁置稿件',
    '/templateList': '模板',
  });
});

test('S2.3.18 S2.3.19 S2.3.21 the pages of workflow, tasks and tools open', async ({ page }) => {
  await opens(page, 'admin', {
    '/flowable/listener': '流程监听',
    '/flowable/form': '流程表单',
    '/flowable/definition': '流程定义',
    '/flowable/expression': '流程表达式',
    '/task/process': '我的流程',
    '/task/todo': '待办任务',
    '/task/finished': '已办任务',
    '/tool/build/index': '新表单',
    '/tool/gen': '代码生成',
    '/tool/swagger': '接口说明',
  });
  const { rows: tables } = (await server.call(await server.logIn('admin'), 'GET', '/tool/gen/db/list?pageNum=1&pageSize=10')) as {
    rows: { tableName: string }[];
  };
  const token = await server.logIn('admin');
  await server.call(token, 'POST', `/tool/gen/importTable?tables=${tables[0]?.tableName}`);
  const { rows } = (await server.call(token, 'GET', '/tool/gen/list?pageNum=1&pageSize=10')) as { rows: { tableId: number; tableName: string }[] };
  await page.goto(`${server.origin}/tool/gen-edit/index?tableId=${rows[0]?.tableId}`);
  await expect(page).toHaveURL(`${server.origin}/tool/gen-edit/index/${rows[0]?.tableId}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(rows[0]?.tableName ?? 'no table');
});

test('S5.3 a picture of a rich text is inserted with its address, and a failed upload says so', async ({ page }) => {
  await visitor(page, 'admin');
  await page.goto(`${server.origin}/system/notice`);
  await page
    .getByRole('button', { name: /新\s?增/ })
    .first()
    .click();
  const picker = page.locator('.rich-text input[type="file"]');
  const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  const send = (name: string, buffer: Buffer) => picker.setInputFiles({ name, mimeType: 'image/png', buffer });
  await page.route('**/prod-api/common/upload', (route) => route.fulfill({ json: { code: 500, msg: '磁盘已满' } }), { times: 1 });
  await send('a.png', picture);
  await expect(page.getByText('图片插入失败')).toBeVisible();
  await send('large.png', Buffer.alloc(5 * 1024 * 1024 + 1));
  await expect(page.getByText('图片不能超过 5 MB')).toBeVisible();
  await expect(page.locator('.rich-text img')).toHaveCount(0);
  const [answer] = await Promise.all([page.waitForResponse('**/prod-api/common/upload'), send('a.png', picture)]);
  const { fileName } = (await answer.json()) as { fileName: string };
  await expect(page.locator('.rich-text img')).toHaveAttribute('src', `/prod-api${fileName}`);
});
