import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { makeDocx, paragraph, run } from '../support/docx-maker.ts';
import { expect, limit, test } from '../support/journey.ts';

let server: BrowserServer;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await browserServer();
});
test.afterAll(() => server.close());

const signedIn = async (userName: string) => ({
  name: 'Admin-Token',
  value: await server.logIn(userName),
  url: server.origin,
  expires: Math.floor(Date.now() / 1000) + 3600,
});

test('#30 #36 a reader enters a contest in five steps with the fields of the organisers, what was typed survives a reload, and the entry is among the own ones', async ({
  page,
}) => {
  await page.context().addCookies([await signedIn('reader1')]);
  await page.goto(`${server.origin}/cms/main/contest`);
  await page.getByRole('link', { name: /第三届经典诵读大赛/ }).click();
  await expect(page.getByRole('heading', { name: '第三届经典诵读大赛', level: 1 })).toBeVisible();
  await expect(page.getByRole('list', { name: '日程' }).getByRole('listitem').first()).toContainText('现在');
  await page.getByRole('button', { name: '我要参赛' }).click();
  const sheet = page.getByRole('dialog', { name: '我要参赛' });
  await sheet.getByText('公开组', { exact: true }).click();
  await sheet.getByLabel('作品名').fill('渡口的声音');
  await sheet.getByLabel('作品介绍').fill('写给每天在渡口等人的那个人。');
  await page.reload();
  await expect(sheet.getByLabel('作品名')).toHaveValue('渡口的声音');
  const next = sheet.getByRole('button', { name: '下一步' });
  await next.click();
  await sheet.getByLabel('文字出处').fill('自己写的');
  await expect(next).toBeDisabled();
  await sheet.getByLabel('朗读用语').selectOption('方言');
  await sheet.getByLabel('学校或单位').fill('渡口小学');
  await expect(sheet.getByText('评委看不到这一项。')).toBeVisible();
  await page.reload();
  await next.click();
  await expect(sheet.getByLabel('文字出处')).toHaveValue('自己写的');
  await expect(sheet.getByLabel('朗读用语')).toHaveValue('方言');
  await next.click();
  await next.click();
  const work = { name: '渡口的声音.docx', mimeType: 'application/octet-stream', buffer: await makeDocx([paragraph(run('渡口有风。'))]) };
  await sheet.getByLabel('选择参赛文件').setInputFiles(work);
  await expect(sheet.getByText('渡口的声音.docx')).toBeVisible();
  await sheet.getByRole('button', { name: '下一步' }).click();
  await expect(sheet.getByRole('button', { name: '提交作品' })).toBeDisabled();
  await sheet.getByRole('checkbox', { name: /我承诺/ }).check();
  await sheet.getByRole('button', { name: '提交作品' }).click();
  await expect(page.locator('#spoken')).toHaveText(/已提交，作品编号 DS\d+-公开组-\d{4}/);
  await page.goto(`${server.origin}/personalCenter/contests`);
  const card = page.getByRole('article').filter({ hasText: '渡口的声音' });
  await expect(card.getByText('已提交')).toBeVisible();
  await expect(card.getByRole('link', { name: '修改' })).toBeVisible();
});

test('#30 anyone checks a certificate by its address, and a wrong number is told as such', async ({ page }) => {
  const token = await server.logIn('opsadmin');
  const { rows } = (await server.call(token, 'GET', '/cms/contest/list?title=' + encodeURIComponent('我与一本书'))) as {
    rows: { contestId: number }[];
  };
  const list = (await server.call(token, 'GET', `/cms/contest/certificate/list?contestId=${rows[0]?.contestId}`)) as {
    rows: { certificateNo: string; title: string }[];
  };
  await page.goto(`${server.origin}/cms/main/certificate/${list.rows[0]?.certificateNo}`);
  await expect(page.getByText('证书有效')).toBeVisible();
  await expect(page.getByText(`《${list.rows[0]?.title}》`)).toBeVisible();
  await page.goto(`${server.origin}/cms/main/certificate/ZS2020-0001-AAAAAA`);
  await expect(page.getByText('没有这张证书')).toBeVisible();
});

test('#51 a judge saves a round on the phone, scores without a network, and the scores are sent once when it is back', async ({ context }) => {
  await context.addCookies([await signedIn('judge1')]);
  const page = await context.newPage();
  await page.goto(`${server.origin}/personalCenter/review`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await page.getByRole('button', { name: '存到本机，断网也能评' }).click();
  await expect(page.getByRole('button', { name: /已存 5\s件，更新/ })).toBeVisible({ timeout: limit(30_000) });
  // The screens of judging are kept when they are first used.
  await page.getByRole('link', { name: '开始评审' }).click();
  await expect(page.getByRole('heading', { name: '渡船夫的耳朵', level: 2 })).toBeVisible();
  await context.setOffline(true);
  const fill = async (points: string) => {
    for (const name of ['内容', '语言', '完成度']) await page.getByLabel(name, { exact: false }).and(page.locator('.judge-number')).fill(points);
    await page.getByLabel('评语').fill('断网时写的评语，读得很慢，也更仔细。');
  };
  await fill('80');
  await expect(page.getByText('80.00')).toBeVisible();
  await page.getByRole('button', { name: '提交，看下一件' }).click();
  await expect(page.getByText('1 件评分存在本机，联网后自动提交')).toBeVisible();
  await expect(page.getByRole('heading', { name: '会说话的井', level: 2 })).toBeVisible();
  await expect(page.getByText('童话的口吻，尽量不用成语。').first()).toBeVisible();
  await fill('75');
  await page.getByRole('button', { name: '提交，看下一件' }).click();
  await expect(page.getByText('2 件评分存在本机，联网后自动提交')).toBeVisible();
  // The first answer is lost after the server has taken the score: the device sends it again with the same key.
  let lost = 0;
  await page.route('**/judgeTask/submit', async (route) => {
    if (lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    return route.abort();
  });
  await context.setOffline(false);
  const token = await server.logIn('judge1');
  const stored = async () => {
    const { data } = (await server.call(token, 'GET', '/cms/contest/judgeTask/mine?scoring=1&pageSize=50')) as {
      data: { rows: { title: string; status: string; total: number }[] };
    };
    return data.rows
      .filter(({ title }) => ['渡船夫的耳朵', '会说话的井'].includes(title))
      .map(({ title, status, total }) => `${title} ${status} ${total}`)
      .toSorted();
  };
  await expect.poll(stored, { timeout: limit(30_000) }).toEqual(['会说话的井 submitted 7500', '渡船夫的耳朵 submitted 8000']);
  expect(lost).toBe(1);
  await expect(page.getByText(/件评分存在本机/)).toHaveCount(0, { timeout: limit(30_000) });

  // A round that closed meanwhile: the score is refused with the reason, and what was written stays readable.
  await page.goto(`${server.origin}/personalCenter/review`);
  await page.getByRole('link', { name: /菌丝之路/ }).click();
  await expect(page.getByRole('heading', { name: '菌丝之路', level: 2 })).toBeVisible();
  await page.unroute('**/judgeTask/submit');
  await page.route('**/judgeTask/submit', (route) => route.fulfill({ json: { code: 21402, msg: '当前不在评审时间内' } }));
  await context.setOffline(true);
  await fill('66');
  await page.getByRole('button', { name: '提交，看下一件' }).click();
  await context.setOffline(false);
  await expect(page.getByText(/菌丝之路没有提交成功：当前不在评审时间内/)).toBeVisible({ timeout: limit(30_000) });
  await page.goto(`${server.origin}/personalCenter/review`);
  await page.getByRole('link', { name: /菌丝之路/ }).click();
  await expect(page.getByLabel('评语')).toHaveValue('断网时写的评语，读得很慢，也更仔细。');
});
