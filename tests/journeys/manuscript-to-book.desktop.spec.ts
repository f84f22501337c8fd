import { browserServer, type BrowserServer } from '../support/browser-server.ts';
import { expect, limit, test, type Browser, type Page } from '../support/journey.ts';
import { buildEpub, checkPrintPreview } from '../support/print-preview.ts';
import { choose, deliverLetters, sendEvent, OPINION, pressWalk, top, type PressWalk } from '../support/press-walk.ts';
import { pressStages } from '../support/press-stages.ts';
import { declaration } from '../support/topic-walk.ts';
import { selectWords } from '../support/select-words.ts';

// One manuscript from its first line to the corrected edition; every step is taken by the person whose work it is.
test.describe.configure({ mode: 'serial' });

const TITLE = '桥上的灯';
const SUMMARY = '一盏灯守着一座桥，守桥的人换了三代。书里写他们怎样在雨夜里点灯，怎样送走过桥的人，又怎样等他们回来，一直等到桥边长出新的街道。';
const LINE = '桥上的灯亮了，守桥的人站在雨里。';
const REVISED = ['第一章　点灯', LINE.repeat(30), '第二章　送行', LINE.repeat(20), '渡口有个卖粟子的人，灯影里人来人住。'].join('\n');

let server: BrowserServer;
let walk: PressWalk;
let stages: ReturnType<typeof pressStages>;
let archiveId = 0;
test.beforeAll(async ({ browser }: { browser: Browser }) => {
  test.setTimeout(120_000);
  server = await browserServer();
  walk = pressWalk(browser, server);
  stages = pressStages(walk, TITLE);
});
test.afterAll(() => server.close());

const row = (page: Page) => page.getByRole('row').filter({ hasText: TITLE }).first();
const stateOf = async (): Promise<string> =>
  ((await walk.call('worksadmin', 'GET', `/cms/archive/detail/${archiveId}`))['data'] as { status: string }).status;
const search = encodeURIComponent(TITLE);

test('#27 #44 #46 the author writes on the site, loses nothing in a reload, and submits', async () => {
  const page = await walk.on('author1', '/authorBackground/online');
  await page.getByRole('button', { name: '新建作品' }).first().click();
  await page.getByLabel('书名', { exact: true }).fill(TITLE);
  await page.getByLabel('类型').selectOption({ label: '图书' });
  await page.getByLabel(/^内容提要/).fill(SUMMARY);
  await page.getByRole('button', { name: '建好并开始写' }).click();
  const sheet = page.getByRole('textbox', { name: '正文' });
  await sheet.click();
  for (const chapter of ['第一章　点灯', '第二章　送行']) {
    await page.keyboard.insertText(chapter);
    await page.keyboard.press('Enter');
    await page.keyboard.insertText(LINE.repeat(20));
    await page.keyboard.press('Enter');
  }
  await page.keyboard.insertText('渡口有个卖粟子的人。');
  await page.reload();
  await expect(sheet).toContainText('卖粟子的人');
  await expect(page.locator('.writing-lamp')).toHaveText('已存服务器', { timeout: limit(20_000) });
  await page.getByRole('link', { name: '投稿与进度' }).click();
  await page.getByRole('button', { name: '投稿', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '投稿' }).click();
  await expect(page.locator('.author-word', { hasText: '已收到' })).toBeVisible();
  archiveId = Number(new URL(page.url()).searchParams.get('archiveId'));
  expect(archiveId).toBeGreaterThan(0);
});

test('#74 #75 the topic is declared and passes the section and the session', async () => {
  const topic = (await walk.call('editor1', 'POST', '/press/topic', declaration({ archiveId })))['data'] as { topicId: number };
  await walk.call('editor1', 'PUT', `/press/topic/submit/${topic.topicId}`, {});
  const page = await walk.as('section', `/press/declarationForm?title=${search}`);
  await row(page).getByRole('button', { name: TITLE }).first().click();
  await sendEvent(page, '室内论证通过');
  expect(await stateOf()).toBe('topic');
  // The session is a journey of its own (topic.desktop.spec.ts); here its steps are calls of the same people.
  const people = (await walk.call('worksadmin', 'GET', '/press/session/people'))['data'] as { userId: number; nickName: string }[];
  const idOf = (name: string): number => people.find((one) => one.nickName === name)?.userId ?? 0;
  const presentIds = ['李总编', '王主任', '陈编务'].map(idOf);
  const session = (
    await walk.call('worksadmin', 'POST', '/press/session', {
      title: '桥上的灯论证会',
      meetingTime: '2030-01-08 14:00:00',
      hostId: idOf('李总编'),
      recorderId: idOf('陈编务'),
      attendeeIds: presentIds,
    })
  )['data'] as { sessionId: number };
  const { sessionId } = session;
  await walk.call('worksadmin', 'PUT', `/press/session/agenda/${sessionId}`, { topicIds: [topic.topicId] });
  await walk.call('worksadmin', 'PUT', `/press/session/notify/${sessionId}`, {});
  await walk.call('chief', 'PUT', `/press/session/open/${sessionId}`, { presentIds });
  for (const who of ['chief', 'section', 'worksadmin'])
    await walk.call(who, 'POST', '/press/session/vote', { sessionId, topicId: topic.topicId, vote: 'for', reason: '' });
  await walk.call('chief', 'PUT', `/press/session/close/${sessionId}`, {});
  const minutes = await walk.as('chief', `/press/topicsSession/session/${sessionId}`);
  const part = minutes.getByRole('region', { name: '会议纪要' });
  await part.getByRole('textbox', { name: '纪要内容' }).click();
  await minutes.keyboard.press('ControlOrMeta+End');
  await minutes.keyboard.insertText(
    '会议逐项讨论了内容、读者、成本和首印，认为选题成立，请申报人与作者商定交稿时间，并在三周内补齐插图清单和授权说明。'.repeat(2),
  );
  await part.getByRole('button', { name: '保存纪要' }).click();
  await part.getByRole('button', { name: '签发纪要' }).click();
  await top(minutes).getByRole('button', { name: '签发纪要' }).click();
  await expect(part.getByText('已签发')).toBeVisible();
});

test('#77 the manuscript is assigned to its editor and sent to review', async () => {
  const manager = await walk.as('worksadmin', '/press/editor');
  await row(manager).getByRole('button', { name: '派责编' }).click();
  await choose(manager, '责任编辑', /^张编辑/);
  await top(manager).getByRole('button', { name: '派责编' }).click();
  await expect(row(manager)).toHaveCount(0);
  const editor = await walk.as('editor1', '/press/editor');
  await editor.getByRole('tab', { name: '我负责' }).click();
  await row(editor).getByRole('button', { name: '打开' }).click();
  await sendEvent(editor, '送初审');
  expect(await stateOf()).toBe('audit_one');
});

test('#78 SM04 one reviewer declines, the next one sends the manuscript back to its author', async () => {
  await stages.assignReview('one', /^郑外编/);
  const outside = await walk.on('editor_out', '/personalCenter/review');
  await outside
    .getByRole('button', { name: new RegExp(TITLE) })
    .first()
    .click();
  await outside.getByRole('button', { name: '谢绝' }).click();
  await outside.getByRole('dialog').getByRole('textbox').fill('近期出差，不能按期审读');
  await outside.getByRole('dialog').getByRole('button', { name: '谢绝' }).click();
  await expect(outside.getByRole('dialog')).toHaveCount(0);
  await stages.assignReview('one', /^吴编辑/);
  const page = await stages.report('editor2', 'one');
  await sendEvent(page, '退修', (dialog) => dialog.getByRole('textbox').first().fill(OPINION));
  expect(await stateOf()).toBe('revising');
  await deliverLetters(server);
});

test('#46 the author answers point by point, stores a new version, and sends the revision', async () => {
  const page = await walk.on('author1', `/authorBackground/publish?archiveId=${archiveId}`);
  await page.getByRole('button', { name: '加一条' }).click();
  await page.getByLabel('我另外改了').fill('第二章的时间线');
  for (const answer of await page.getByLabel(/第\s*\d+\s*条怎样改的/).all()) await answer.fill('已按县志核对，改了两处年份。');
  await expect(page.getByText('已存服务器')).toBeVisible();
  await page.getByRole('button', { name: '下一步' }).click();
  await page.locator('input[data-role=manuscript]').setInputFiles({ name: '修改稿.txt', mimeType: 'text/plain', buffer: Buffer.from(REVISED) });
  await expect(page.getByText('已上传').first()).toBeAttached();
  await page.getByRole('button', { name: '下一步' }).click();
  await expect(page.getByText('✓ 每一条都有答复')).toBeVisible();
  await page.getByRole('button', { name: '修回', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '修回' }).click();
  await expect(page.locator('.author-word', { hasText: '审读中' }).first()).toBeVisible();
  expect(await stateOf()).toBe('assigned');
});

test('#78 #79 #80 three people adopt the manuscript at three levels', async () => {
  test.setTimeout(limit(180_000));
  const editor = await walk.as('editor1', `/press/editor?open=${archiveId}`);
  await expect(editor.getByRole('dialog').getByText(TITLE).first()).toBeVisible();
  await sendEvent(editor, '送初审');
  await stages.assignReview('one', /^吴编辑/);
  await stages.adopt(await stages.report('editor2', 'one'));
  await stages.assignReview('two', /^王主任/);
  await stages.adopt(await stages.report('section', 'two'));
  const board = await walk.as('chief', '/press/board');
  const card = board.getByRole('region', { name: /^三审/ }).getByRole('link', { name: new RegExp(TITLE) });
  await expect(card).toContainText('终审中');
  await card.click();
  await expect(board.locator('.transition-log')).toContainText('初审通过');
  await stages.assignReview('last', /^李总编/);
  await stages.adopt(await stages.report('chief', 'last'));
  expect(await stateOf()).toBe('contracting');
});

test('#81 SM05 the agreement is drafted, checked, signed by the author, and signed by the press', async () => {
  const editor = await walk.as('editor1', `/press/protocol?title=${search}`);
  await row(editor).getByRole('button', { name: '修改' }).click();
  await top(editor).getByLabel('版税率（万分之）').fill('800');
  await top(editor).getByRole('button', { name: '保存', exact: true }).click();
  await expect(editor.getByRole('dialog')).toHaveCount(0);
  await row(editor).getByRole('button', { name: '查看' }).click();
  await sendEvent(editor, '送审');
  const manager = await walk.as('worksadmin', `/press/protocol?title=${search}`);
  await row(manager).getByRole('button', { name: '查看' }).click();
  await sendEvent(manager, '审核通过');
  const author = await walk.on('author1', `/authorBackground/publish?archiveId=${archiveId}`);
  await author.getByRole('button', { name: '签署' }).click();
  await author.getByRole('dialog').getByRole('button', { name: '签署' }).click();
  await expect(author.getByText('待社方签')).toBeVisible();
  const chief = await walk.as('chief', `/press/protocol?title=${search}`);
  await row(chief).getByRole('button', { name: '查看' }).click();
  await sendEvent(chief, '社方签署');
  expect(await stateOf()).toBe('editing');
});

test('#77 the editor asks two questions, the author answers, and the text is complete', async () => {
  const editor = await walk.as('editor1', `/press/editor?open=${archiveId}`);
  await editor.getByRole('tab', { name: /^质疑/ }).click();
  for (const text of ['第二章的年份与县志不符吗？', '“卖粟子”是否应为“卖栗子”？']) {
    await editor.getByLabel('要问的内容').fill(text);
    await editor.getByRole('button', { name: '发给作者' }).click();
    await expect(editor.getByLabel('要问的内容')).toHaveValue('');
    await expect(editor.getByText(text)).toBeVisible();
  }
  const author = await walk.on('author1', `/authorBackground/publish?archiveId=${archiveId}`);
  for (const answer of ['已按县志改。', '留到校对时一起改。']) {
    await author.getByLabel('答复').first().fill(answer);
    await author.getByRole('button', { name: '答复', exact: true }).first().click();
    await expect(author.getByText(`您的答复：${answer}`)).toBeVisible();
  }
  const again = await walk.as('editor1', `/press/editor?open=${archiveId}`);
  await again.getByRole('button', { name: '加工完成' }).click();
  await top(again).getByRole('button', { name: '加工完成' }).click();
  await expect(top(again).getByText(/未达到“齐、清、定”/)).toBeVisible();
  await top(again).getByRole('button', { name: '取消' }).click();
  const ticks = again.getByRole('region', { name: '办理事项' }).getByRole('checkbox');
  await expect(ticks.first()).toBeVisible();
  for (let index = 0; index < (await ticks.count()); index += 1) {
    if (await ticks.nth(index).isChecked()) continue;
    await ticks.nth(index).click();
    await expect(ticks.nth(index)).toBeChecked();
  }
  await again.getByRole('tab', { name: /^质疑/ }).click();
  for (let left = 2; left > 0; left -= 1) {
    await again.getByRole('button', { name: '解决', exact: true }).first().click();
    await expect(again.getByRole('button', { name: '解决', exact: true })).toHaveCount(left - 1);
  }
  await sendEvent(again, '加工完成');
  expect(await stateOf()).toBe('composing');
});

test('#85 SM07 the typesetter accepts, sets the pages, and delivers the first proof', async () => {
  const editor = await walk.as('editor1', `/press/composition?title=${search}`);
  await row(editor).getByRole('button', { name: '打开' }).click();
  await sendEvent(editor, '发排', () => choose(editor, '排版人员', /^蒋排版/));
  const page = await walk.as('typeset', `/press/composition?title=${search}`);
  await row(page).getByRole('button', { name: '打开' }).click();
  await sendEvent(page, '接收');
  await page.getByLabel('成品尺寸（毫米）').fill('185×260');
  await choose(page, '开数', /^16开/);
  for (const [label, value] of [
    ['每行字数', '28'],
    ['每面行数', '29'],
    ['面数', '256'],
  ] as const)
    await page.getByRole('spinbutton', { name: label }).fill(value);
  await expect(page.getByText('207,872')).toBeVisible();
  await page.getByRole('button', { name: '保存版面参数' }).click();
  await expect(page.getByText('版面参数已保存')).toBeVisible();
  await stages.deliver(page);
  expect(await stateOf()).toBe('proof_one');
});

test('45.3 #82 #83 SM06 three proofs, one of them twice, with a mark that is adopted', async () => {
  test.setTimeout(limit(240_000));
  await stages.assignProof('one', /^冯校对/);
  await stages.proofread('proof1', 'one', { quote: '卖粟子', right: '卖栗子' });
  await stages.check('one', '重校');
  await stages.proofread('proof1', 'one', null);
  await stages.check('one', '核红通过', true);
  await stages.deliverAgain();
  await stages.assignProof('two', /^褚校对/);
  await stages.proofread('proof2', 'two', null);
  await stages.check('two', '核红通过', false, 1);
  await stages.assignProof('three', /^卫校对/);
  await stages.proofread('proof3', 'three', null);
  await stages.check('three', '核红通过');
  expect(await stateOf()).toBe('reading');
});

test('#84 the reading passes, and the sample book is checked and signed by three people', async () => {
  await stages.assignProof('read', /^卫校对/);
  await stages.proofread('proof3', 'read', null);
  await stages.check('read', '核红通过');
  expect(await stateOf()).toBe('ready');
});

test('#85 A7 the work is released with ISBN, CIP and price, and its EPUB is built here', async () => {
  const pool = (await walk.call('archivist', 'GET', '/press/isbn/list?status=free'))['rows'] as { numberId: number; isbn: string }[];
  const isbn = pool[0]?.isbn ?? '';
  const archivist = await walk.as('archivist', `/publication/isbn?isbn=${isbn}`);
  const number = archivist.getByRole('row').filter({ hasText: isbn });
  await number.getByRole('button', { name: '预留' }).click();
  await top(archivist).getByLabel('给稿件').fill(TITLE);
  await archivist.locator('.ant-select-item-option:visible', { hasText: TITLE }).first().click();
  await top(archivist).getByRole('button', { name: '预留', exact: true }).click();
  await expect(number).toContainText(TITLE);
  await number.getByRole('button', { name: '修改' }).click();
  await top(archivist).getByLabel('CIP核字号').fill('2026第012345号');
  await top(archivist).getByRole('button', { name: '保存', exact: true }).click();
  await expect(archivist.getByRole('dialog')).toHaveCount(0);

  const editor = await walk.as('editor1', `/press/composition?title=${search}`);
  await row(editor).getByRole('button', { name: '打开' }).click();
  await sendEvent(editor, '定样');
  await editor.getByRole('tab', { name: '版权页' }).click();
  await editor.getByLabel('印数（册）').fill('5000');
  await editor.getByLabel('定价（元）').fill('58');
  await editor.getByRole('button', { name: '保存版权页' }).click();
  await expect(editor.getByText('版权页数据已保存')).toBeVisible();
  await buildEpub(editor, 2);
  await checkPrintPreview(editor, '守桥的人站在雨里');

  const chief = await walk.as('chief', `/press/composition?title=${search}`);
  await row(chief).getByRole('button', { name: '打开' }).click();
  await sendEvent(chief, '付印');
  await expect(chief.getByText('已付印').first()).toBeVisible();
});

let publishId = 0;

test('#129 SM08 the work is completed, its sample book is signed, and another person puts it on sale', async () => {
  const list = async () =>
    ((await walk.call('worksadmin', 'GET', `/cms/publish/list?title=${search}`))['rows'] as { publishId: number; chapterCount: number }[])[0];
  await expect.poll(async () => (await list())?.chapterCount ?? 0, { timeout: limit(60_000) }).toBeGreaterThan(0);
  publishId = (await list())?.publishId ?? 0;
  const { data } = await walk.call('worksadmin', 'GET', `/cms/publish/${publishId}`);
  const types = (await walk.call(null, 'GET', '/cms/archiveType/queryTree'))['data'] as { archiveTypeId: number }[];
  const price = { listPriceFen: 5800, salePriceFen: 5800, trialChapters: 1, publishDate: '2026-11-01', archiveTypeId: types[0]?.archiveTypeId };
  await walk.call('worksadmin', 'PUT', '/cms/publish', { ...(data as object), ...price });
  const manager = await walk.as('worksadmin', `/publication/publicationList?title=${search}`);
  const book = (page: Page) => page.getByRole('row', { name: new RegExp(TITLE) }).first();
  await book(manager).getByRole('button', { name: '提交上架' }).click();
  const submit = manager.getByRole('dialog', { name: /^提交上架/ });
  await submit.getByRole('button', { name: '提交上架' }).click();
  await expect(book(manager)).toContainText('上架审核');

  const chief = await walk.as('chief', `/publication/publicationList?title=${search}`);
  await book(chief).getByRole('button', { name: '上架', exact: true }).click();
  await top(chief)
    .getByRole('button', { name: /^(仍要)?上架$/ })
    .click();
  await expect(
    top(chief)
      .getByText(/样书检查/)
      .first(),
  ).toBeVisible();
  await walk.call('worksadmin', 'POST', '/press/proofread/quality', {
    archiveId,
    kind: 'sample',
    pageFrom: 1,
    pageTo: 256,
    charCount: 207_872,
    score: 0,
  });
  const checks = (await walk.call('editor1', 'GET', `/press/proofread/quality/${archiveId}`))['data'] as { checkId: number }[];
  for (const signer of ['editor1', 'proof3', 'chief', 'worksadmin'])
    await walk.call(signer, 'PUT', `/press/proofread/quality/sign/${checks[0]?.checkId}`, {}).catch(() => undefined);
  await chief.reload();
  await book(chief).getByRole('button', { name: '上架', exact: true }).click();
  await top(chief)
    .getByRole('button', { name: /^(仍要)?上架$/ })
    .click();
  await expect(book(chief)).toContainText('已上架');
  expect(await stateOf()).toBe('published');
});

test('#21 #31 a reader downloads the book, reads it without a network, and reports an error', async ({ browser }) => {
  await walk.call('worksadmin', 'POST', '/cms/publish/entitlement', { publishId, userName: 'reader1' });
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'zh-CN' });
  await context.addCookies([{ name: 'Admin-Token', value: await server.logIn('reader1'), url: server.origin }]);
  const page = await context.newPage();
  await page.goto(`${server.origin}/`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.goto(`${server.origin}/cms/main/bookDetail/${publishId}`);
  await page.getByRole('button', { name: '下载', exact: true }).first().click();
  await expect(page.getByRole('region', { name: '存到本机' }).first()).toContainText(/已存到本机|断网也能读/, { timeout: limit(30_000) });
  await context.setOffline(true);
  await page.goto(`${server.origin}/cms/main/epubRead?publishId=${publishId}&at=2`);
  const text = page.frameLocator('iframe[data-shown]').locator('body');
  // What the editor struck in the first proof is not in the shop.
  await expect(text).toContainText('渡口有个卖栗子的人', { timeout: limit(30_000) });
  await context.setOffline(false);
  await selectWords(page, '人来人住');
  await page.getByRole('toolbar', { name: '选中的文字' }).getByRole('button', { name: '错字' }).click();
  await page.getByRole('textbox', { name: '哪里有错' }).fill('应为“人来人往”');
  await page.getByRole('button', { name: '交给编辑' }).click();
  const pending = async () =>
    ((await walk.call('worksadmin', 'GET', '/annotation/erratum/list?status=pending'))['rows'] as { wrong: string }[]).map(({ wrong }) => wrong);
  await expect.poll(pending, { timeout: limit(20_000) }).toContain('应为“人来人往”');
  await context.close();
});

test('#37.1 the accepted error is written into the text, and the reader reads the corrected edition', async ({ browser }) => {
  const manager = await walk.as('worksadmin', '/publication/erratum');
  await manager.getByRole('row').filter({ hasText: '应为“人来人往”' }).getByRole('button', { name: '处理' }).click();
  await top(manager).getByLabel(/^改为/).fill('人来人往');
  await top(manager).getByLabel('给读者的答复').fill('谢谢您，新版改正。');
  await top(manager).getByRole('button', { name: '采纳', exact: true }).click();
  await expect(manager.getByText('已答复读者')).toBeVisible();
  const page = await walk.as('typeset', `/press/composition?title=${search}`);
  await row(page).getByRole('button', { name: '打开' }).click();
  await page.getByRole('tab', { name: '勘误' }).click();
  await page.getByRole('button', { name: '改入正文（1处）' }).click();
  await expect(page.getByText(/已改入第\d+版/)).toBeVisible();
  const reader = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'zh-CN', serviceWorkers: 'block' });
  await reader.addCookies([{ name: 'Admin-Token', value: await server.logIn('reader1'), url: server.origin }]);
  const book = await reader.newPage();
  const text = book.frameLocator('iframe[data-shown]').locator('body');
  await expect(async () => {
    await book.goto(`${server.origin}/cms/main/epubRead?publishId=${publishId}&at=2`);
    await expect(text).toContainText('灯影里人来人往', { timeout: limit(3_000) });
  }).toPass({ timeout: limit(60_000) });
  await book.goto(`${server.origin}/personalCenter/errata`);
  await expect(book.getByText('谢谢您，新版改正。')).toBeVisible();
  await reader.close();
});
