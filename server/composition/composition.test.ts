import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../contract/clock.ts';
import { deleted, inserted, makeDocx, paragraph, run } from '../../tests/support/docx-maker.ts';
import { pressStaff, type PressStaff, type StaffName } from '../../tests/support/press-staff.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { layoutWords, printSheets, type COMPOSITION_EVENTS } from '../../contract/composition/composition.machine.ts';
import { addVersion } from '../manuscript/version/manuscript-version.service.ts';
import { manuscriptIn, transitionManuscript } from '../manuscript/manuscript-step.service.ts';
import { queueNextEpub } from './epub.service.ts';

let town: TestContext;
let staff: PressStaff;
beforeAll(async () => {
  town = await testContext();
  staff = await pressStaff(town);
});
afterAll(() => town.close());

const sendEvent = (who: StaffName, event: string, id: number, body: object = {}) => staff.ask(who, 'PUT', `/press/composition/${event}/${id}`, body);
const detail = async (who: StaffName, id: number) => (await staff.ask(who, 'GET', `/press/composition/detail/${id}`)).data;
const step = (archiveId: number, event: Parameters<typeof transitionManuscript>[3], options = {}) =>
  town.context.db.transaction().execute(async (tx) => void (await transitionManuscript(tx, null, await manuscriptIn(tx, archiveId), event, options)));

/** A manuscript that has left editing, and its composition. */
async function composing(kind = 'other', title = '桥上的灯'): Promise<{ archiveId: number; id: number }> {
  const archiveId = await staff.submitted(kind, title);
  await staff.put(archiveId, { status: 'editing', editorId: staff.ids.editor });
  await town.context.db
    .insertInto('editTask')
    .values({
      archiveId,
      editorId: staff.ids.editor,
      assignedBy: staff.ids.manager,
      startDate: 1,
      dueAt: null,
      finishedAt: null,
      completeness: '[1,1,1]',
      status: 'editing',
      createTime: 1,
      updateTime: 1,
    })
    .execute();
  expect(await staff.ask('editor', 'PUT', `/cms/archive/finishEdit/${archiveId}`, {})).toMatchObject({ code: 200 });
  const { id } = await town.context.db.selectFrom('composition').select('id').where('archiveId', '=', archiveId).executeTakeFirstOrThrow();
  return { archiveId, id };
}

const LAYOUT = { format: '185×260', sheetPages: 16, charsPerLine: 28, linesPerPage: 29, pages: 256, fontFamily: '宋体', fontSizePt: '10.5' };

async function pdf(id: number): Promise<void> {
  const edge = 'edge';
  const answer = await town.app.inject({
    method: 'POST',
    url: `/prod-api/press/composition/proof/${id}`,
    headers: { ...staff.as.typesetter, 'content-type': `multipart/form-data; boundary=${edge}` },
    payload: `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="proof.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.7 ${id}\r\n--${edge}--\r\n`,
  });
  expect(answer.json()).toMatchObject({ code: 200 });
}

/** Sent, accepted, with page data and a proof, and delivered. */
async function delivered(kind = 'other', title?: string): Promise<{ archiveId: number; id: number }> {
  const made = await composing(kind, title);
  expect(await sendEvent('editor', 'send', made.id, { typesetterId: staff.ids.typesetter, requirements: '正文宋体' })).toMatchObject({ code: 200 });
  expect(await sendEvent('typesetter', 'accept', made.id)).toMatchObject({ code: 200 });
  const { version } = await detail('typesetter', made.id);
  expect(await staff.ask('typesetter', 'PUT', '/press/composition/layout', { compositionId: made.id, version, ...LAYOUT })).toMatchObject({
    code: 200,
  });
  await pdf(made.id);
  expect(await sendEvent('typesetter', 'deliver', made.id)).toMatchObject({ code: 200 });
  return made;
}

test('F15 F16 compute characters by area and print sheets', () => {
  expect(layoutWords({ charsPerLine: 28, linesPerPage: 29, pages: 256 })).toBe(207_872);
  expect(printSheets({ pages: 256, sheetPages: 16 })).toBe('16.000');
  expect(printSheets({ pages: 212, sheetPages: 32 })).toBe('6.625');
  expect(printSheets({ pages: 212, sheetPages: 0 })).toBe('');
});

test('SM07 is opened by the end of editing, and a delivery takes the manuscript to the first proof', async () => {
  const { archiveId, id } = await composing();
  expect(await sendEvent('editor2', 'send', id, { typesetterId: staff.ids.typesetter })).toMatchObject({ code: 403 });
  expect(await sendEvent('editor', 'send', id, { typesetterId: staff.ids.proof1 })).toMatchObject({ code: 500 });
  expect(await sendEvent('editor', 'send', id, { typesetterId: staff.ids.typesetter })).toMatchObject({ code: 200 });
  const row = await town.context.db
    .selectFrom('manuscript')
    .select(['turn', 'turnUserId', 'typesetterId'])
    .where('id', '=', archiveId)
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ turn: 'typesetter', turnUserId: staff.ids.typesetter, typesetterId: staff.ids.typesetter });
  expect(await sendEvent('manager', 'accept', id)).toMatchObject({ code: 403 });
  await sendEvent('typesetter', 'accept', id);
  expect(await sendEvent('typesetter', 'deliver', id)).toMatchObject({
    code: 20703,
    msg: '版面参数不完整：成品尺寸、开数、每行字数、每面行数、面数、校样文件',
  });
  const { version } = await detail('typesetter', id);
  expect(await staff.ask('typesetter', 'PUT', '/press/composition/layout', { compositionId: id, version, ...LAYOUT })).toMatchObject({ code: 200 });
  expect(await staff.ask('typesetter', 'PUT', '/press/composition/layout', { compositionId: id, version, ...LAYOUT })).toMatchObject({ code: 409 });
  await pdf(id);
  expect(await sendEvent('typesetter', 'deliver', id)).toMatchObject({ code: 200 });
  expect(await detail('editor', id)).toMatchObject({ status: 'delivered', proofNo: 1, layoutWordCount: 207_872, printSheets: '16.000' });
  expect(await staff.stateOf(archiveId)).toBe('proof_one');
  expect(await sendEvent('typesetter', 'deliver', id)).toMatchObject({ code: 20701, msg: '其他《桥上的灯》的排版当前状态为「已出样」，不能出样' });
});

test('SM07 is corrected again when the manuscript goes back to composing, and needs a new proof', async () => {
  const { archiveId, id } = await delivered();
  const back = (to: string) => staff.ask('manager', 'PUT', `/cms/archive/backTo/${archiveId}`, { reason: '版式要重做', to });
  expect(await back('composing')).toMatchObject({ code: 200 });
  expect(await detail('typesetter', id)).toMatchObject({ status: 'correcting' });
  expect(await sendEvent('typesetter', 'deliver', id)).toMatchObject({ code: 20703, msg: '版面参数不完整：改后的校样文件' });
  await pdf(id);
  expect(await sendEvent('typesetter', 'deliver', id)).toMatchObject({ code: 200 });
  expect(await staff.stateOf(archiveId)).toBe('proof_one');
  expect(await back('editing')).toMatchObject({ code: 200 });
  expect(await detail('editor', id)).toMatchObject({ status: 'cancelled' });
});

async function readyToPrint(title: string): Promise<{ archiveId: number; id: number }> {
  const made = await delivered('book', title);
  await step(made.archiveId, 'passProofOne');
  await step(made.archiveId, 'passProofTwo');
  await step(made.archiveId, 'passProofThree');
  expect(await sendEvent('editor', 'finalise', made.id)).toMatchObject({ code: 20705, msg: '通读未通过，不能定样' });
  await step(made.archiveId, 'readPassed');
  expect(await sendEvent('editor', 'finalise', made.id)).toMatchObject({ code: 200 });
  return made;
}

test('SM07 releases with ISBN, CIP, price and all licences, drafts the publication, and hands the EPUB to the catalog', async () => {
  const { archiveId, id } = await readyToPrint('灯下的桥');
  expect(await sendEvent('editor', 'release', id)).toMatchObject({ code: 403 });
  expect(await sendEvent('chief', 'release', id)).toMatchObject({ code: 20704, msg: '书号、CIP或定价未确定，不能付印：缺书号、CIP、定价' });
  const batch = { batch: '2026-1', text: '978-7-999999-00-3\n9787999999072\n978-7-02-000220-8\n978-7-999999-00-3' };
  expect((await staff.ask('archivist', 'POST', '/press/isbn/batch', batch)).data).toEqual({
    done: ['978-7-999999-00-3', '978-7-999999-07-2'],
    skipped: [
      { line: 3, isbn: '978-7-02-000220-8', reason: 'ISBN校验失败' },
      { line: 4, isbn: '978-7-999999-00-3', reason: '本批里重复' },
    ],
  });
  const { rows } = await staff.ask('archivist', 'GET', '/press/isbn/list');
  const number = rows.find(({ isbn }) => isbn === '978-7-999999-00-3');
  expect(await staff.ask('manager', 'PUT', `/press/isbn/reserve/${number.numberId}`, { archiveId })).toMatchObject({ code: 403 });
  expect(await staff.ask('archivist', 'PUT', `/press/isbn/reserve/${number.numberId}`, { archiveId })).toMatchObject({ code: 200 });
  const other = rows.find(({ isbn }) => isbn === '978-7-999999-07-2');
  // Two numbers were free and one is left.
  expect(await town.context.db.selectFrom('message').select(['userId', 'title']).where('title', 'like', '书号池%').execute()).toContainEqual({
    userId: staff.ids.archivist,
    title: '书号池只剩1个书号',
  });
  expect(await staff.ask('archivist', 'PUT', `/press/isbn/reserve/${other.numberId}`, { archiveId })).toMatchObject({ code: 500 });
  // Two requests at the same moment both find no number: the database accepts one.
  await expect(
    town.context.db.updateTable('numberPool').set({ status: 'reserved', archiveId }).where('id', '=', other.numberId).execute(),
  ).rejects.toSatisfy((error) => town.context.db.engine.isTwice(error));
  const { data } = await staff.ask('archivist', 'GET', `/press/isbn/${number.numberId}`);
  expect(await staff.ask('archivist', 'PUT', '/press/isbn', { ...data, cipNo: '2026第012345号' })).toMatchObject({ code: 200 });
  const { version } = await detail('editor', id);
  const imprint = { compositionId: id, version, binding: '平装', printRun: 3000, priceFen: 5800 };
  expect(await staff.ask('editor', 'PUT', '/press/composition/imprint', imprint)).toMatchObject({ code: 200 });
  const { db } = town.context;
  const item = { archiveId, material: '《小城》歌词', fileId: null, createTime: 1, updateTime: 1 };
  const { id: itemId } = await db.insertInto('permissionItem').values(item).returning('id').executeTakeFirstOrThrow();
  expect(await sendEvent('chief', 'release', id)).toMatchObject({ code: 20117, msg: '授权清单未齐：《小城》歌词' });
  await db.updateTable('permissionItem').set({ status: 'granted' }).where('id', '=', itemId).execute();
  // The EPUB is built from the online text before the release.
  expect((await staff.ask('editor2', 'POST', `/press/composition/epub/${id}`)).code).toBe(403);
  expect(await staff.ask('editor', 'POST', `/press/composition/epub/${id}`)).toMatchObject({ code: 200, data: { chapters: 1, left: [] } });
  expect(await queueNextEpub(town.context)).toBe(false);
  expect(await sendEvent('chief', 'release', id)).toMatchObject({ code: 200 });
  const { publishId, isbn } = await detail('chief', id);
  expect(isbn).toBe('978-7-999999-00-3');
  const draft = await db.selectFrom('publication').selectAll().where('id', '=', publishId).executeTakeFirstOrThrow();
  expect(draft).toMatchObject({
    title: '灯下的桥',
    authorsText: '何语',
    isbn: '978-7-999999-00-3',
    listPriceFen: 5800,
    status: 'draft',
    kind: 'book',
  });
  expect(await queueNextEpub(town.context)).toBe(true);
  expect(await queueNextEpub(town.context)).toBe(false);
  await town.context.jobs.settled();
  expect(await detail('editor', id)).toMatchObject({ epubState: 'ready', epubMessage: '' });
  const { editionId } = await db.selectFrom('publication').select('editionId').where('id', '=', publishId).executeTakeFirstOrThrow();
  const chapters = await db.selectFrom('chapter').select('title').where('editionId', '=', editionId).execute();
  expect(chapters.map((chapter) => chapter.title)).toContain('灯下的桥');
  expect(await staff.ask('archivist', 'PUT', `/press/isbn/void/${number.numberId}`, { reason: '录错了' })).toMatchObject({
    code: 23801,
    msg: '书号978-7-999999-00-3已使用，不能作废',
  });
  // A released work does not go back.
  expect(await staff.ask('manager', 'PUT', `/cms/archive/backTo/${archiveId}`, { reason: '还要再改一遍', to: 'reading' })).toMatchObject({
    code: 500,
  });
});

test('#47.2 SM38 logs each step of a number, frees and voids it, and keeps a voided one', async () => {
  const { archiveId } = await readyToPrint('书号的去处');
  const { rows } = await staff.ask('archivist', 'GET', '/press/isbn/list');
  const { numberId } = rows.find(({ isbn }) => isbn === '978-7-999999-07-2');
  const step = (event: string, body: object = {}) => staff.ask('archivist', 'PUT', `/press/isbn/${event}/${numberId}`, body);
  expect(await step('release')).toMatchObject({ code: 23801, msg: '书号978-7-999999-07-2未用，不能取消预留' });
  expect(await step('reserve', { archiveId })).toMatchObject({ code: 200 });
  expect(await step('release')).toMatchObject({ code: 200 });
  expect(await step('void', { reason: '错' })).toMatchObject({ code: 400, msg: '请填写作废的原因' });
  expect(await step('void', { reason: '录错了' })).toMatchObject({ code: 200 });
  expect(await step('reserve', { archiveId })).toMatchObject({ code: 23801, msg: '书号978-7-999999-07-2已作废，不能预留' });
  const logged = await town.context.db
    .selectFrom('flowLog')
    .select(['event', 'fromStatus', 'toStatus', 'note'])
    .where('entityType', '=', 'numberPool')
    .where('entityId', '=', numberId)
    .orderBy('id')
    .execute();
  expect(logged).toEqual([
    { event: 'reserve', fromStatus: 'free', toStatus: 'reserved', note: '' },
    { event: 'release', fromStatus: 'reserved', toStatus: 'free', note: '' },
    { event: 'void', fromStatus: 'free', toStatus: 'void', note: '录错了' },
  ]);
});

test('SM07 20114 a manuscript is not published before its release', async () => {
  const { archiveId } = await readyToPrint('夜里的桥');
  await expect(step(archiveId, 'publish')).rejects.toMatchObject({ code: 20114 });
  expect(await staff.stateOf(archiveId)).toBe('ready');
});

const HOLDS: Readonly<Record<(typeof COMPOSITION_EVENTS)[number], readonly StaffName[]>> = {
  send: ['editor', 'editor2', 'outsider', 'manager'],
  transfer: ['editor', 'editor2', 'outsider', 'manager'],
  accept: ['typesetter', 'manager'],
  deliver: ['typesetter', 'manager'],
  recorrect: ['editor', 'editor2', 'outsider', 'manager'],
  finalise: ['editor', 'editor2', 'outsider', 'manager'],
  release: ['chief', 'manager'],
};
const EVERYBODY: readonly StaffName[] = ['author', 'manager', 'editor', 'outsider', 'section', 'chief', 'proof1', 'typesetter', 'archivist'];

test('SM07 gives each event only to the roles of the grants', async () => {
  const { id } = await composing();
  let tried = 0;
  for (const [event, holders] of Object.entries(HOLDS))
    for (const who of EVERYBODY.filter((one) => !holders.includes(one))) {
      expect([event, who, (await sendEvent(who, event, id, { reason: '没有权限' })).code]).toEqual([event, who, 403]);
      tried += 1;
    }
  expect(tried).toBeGreaterThan(10);
});

test('SM07 pauses on hold and moves the due date on resume', async () => {
  const { archiveId, id } = await composing();
  await sendEvent('editor', 'send', id, { typesetterId: staff.ids.typesetter });
  await staff.ask('chief', 'PUT', `/cms/archive/hold/${archiveId}`, { reason: '等授权', reasonType: '版权' });
  expect(await sendEvent('typesetter', 'accept', id)).toMatchObject({ code: 500 });
  await town.context.db
    .updateTable('manuscriptHold')
    .set({ heldAt: Date.now() - DAY_MS })
    .where('archiveId', '=', archiveId)
    .execute();
  const before = await town.context.db.selectFrom('composition').select('dueAt').where('id', '=', id).executeTakeFirstOrThrow();
  await staff.ask('chief', 'PUT', `/cms/archive/resume/${archiveId}`, {});
  const after = await town.context.db.selectFrom('composition').select('dueAt').where('id', '=', id).executeTakeFirstOrThrow();
  expect((after.dueAt ?? 0) - (before.dueAt ?? 0)).toBeGreaterThanOrEqual(DAY_MS);
  expect(await sendEvent('typesetter', 'accept', id)).toMatchObject({ code: 200 });
});

test('builds an EPUB with a nav, a title page and accessibility metadata', async () => {
  const { archiveId, id } = await delivered();
  expect(await staff.ask('typesetter', 'POST', `/press/composition/epub/${id}`)).toMatchObject({ code: 200 });
  const file = await town.context.db
    .selectFrom('manuscriptFile')
    .select('fileKey')
    .where('archiveId', '=', archiveId)
    .where('fileRole', '=', 'epub')
    .executeTakeFirstOrThrow();
  const bytes = await buffer(await town.context.files.read(file.fileKey));
  for (const name of ['OEBPS/nav.xhtml', 'OEBPS/title.xhtml', 'OEBPS/chapter-001.xhtml']) expect(bytes.includes(name)).toBe(true);
});

test('the print preview needs an EPUB, is for the staff of compositions, and takes its paper from the layout', async () => {
  const { id } = await delivered();
  const preview = (who: StaffName) => staff.ask(who, 'GET', `/press/composition/print/${id}`);
  expect(await preview('editor')).toMatchObject({ code: 500, msg: '还没有电子版，请先在“电子版”里生成EPUB，再预览打印效果' });
  expect(await staff.ask('typesetter', 'POST', `/press/composition/epub/${id}`)).toMatchObject({ code: 200 });
  const { data } = await preview('editor');
  expect(data).toMatchObject({ title: '桥上的灯', chapters: 1, assumed: [], page: { width: 185, height: 260, fontPt: 10.5 } });
  expect(data.html).toContain('桥上的灯亮了');
  expect((await preview('author')).code).toBe(403);
  expect(await staff.ask('editor', 'GET', '/press/composition/print/9999999')).toMatchObject({ code: 404 });
});

test('45.3 a manuscript is not sent to the typesetter before the import sheet is decided, and may go back to its editor', async () => {
  const { archiveId, id } = await composing('other', '导入单');
  const bytes = await makeDocx([
    paragraph(run('看得见的话')),
    paragraph('<w:r><w:object><o:OLEObject xmlns:o="urn:schemas-microsoft-com:office:office"/></w:object></w:r>'),
  ]);
  await addVersion(town.context, { userId: staff.ids.editor } as never, archiveId, { type: 'docx', bytes, text: '话', source: 'editor', note: '' });
  const { data: sheet } = await staff.ask('editor', 'GET', `/press/composition/epub/${id}`);
  expect(sheet).toMatchObject({ differences: [], findings: [{ asks: 'confirmation', place: '正文第2段' }] });
  const send = () => sendEvent('editor', 'send', id, { typesetterId: staff.ids.typesetter });
  expect(await send()).toMatchObject({
    code: 20707,
    msg: '导入单上还有1处内容需要您先决定保留还是删去，第一处在正文第2段。请到“电子版”的导入单里处理后再发排',
  });
  const recipe = { split: 'auto', parts: [], decisions: [{ key: sheet.findings[0].key, choice: 'keep' }] };
  expect(await staff.ask('editor2', 'PUT', `/press/composition/epub/${id}`, recipe)).toMatchObject({ code: 403 });
  expect(await staff.ask('editor', 'PUT', `/press/composition/epub/${id}`, recipe)).toMatchObject({ code: 200 });
  expect(await send()).toMatchObject({ code: 200 });
  const back = (who: StaffName, reason: string) => staff.ask(who, 'PUT', `/press/composition/epub/return/${id}`, { reason });
  expect(await back('typesetter', '对象')).toMatchObject({ code: 400 });
  expect(await back('editor2', '第2段的对象请换成图片')).toMatchObject({ code: 403 });
  expect(await back('typesetter', '第2段的对象请换成图片')).toMatchObject({ code: 200 });
  expect(await staff.stateOf(archiveId)).toBe('editing');
  const message = await town.context.db
    .selectFrom('message')
    .select(['title', 'content'])
    .where('userId', '=', staff.ids.editor)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(message).toMatchObject({ title: '其他《导入单》退回编辑加工', content: '第2段的对象请换成图片' });
});

test('45.3 a manuscript with open marks is not sent to the typesetter, and the words say where they are', async () => {
  const { archiveId, id } = await composing('other', '留痕的书');
  const add = async (body: string[]) => {
    const version = { type: 'docx', bytes: await makeDocx(body), text: '灯', source: 'editor', note: '' } as const;
    await addVersion(town.context, { userId: staff.ids.editor } as never, archiveId, version);
  };
  await add([paragraph(run('灯亮了')), paragraph(run('桥上'), inserted('何语（31）', run('的')), deleted('何语（31）', '有'), run('灯'))]);
  const send = () => sendEvent('editor', 'send', id, { typesetterId: staff.ids.typesetter });
  const words = '文稿里还有2处修订没有处理，第一处在正文第2段，作者是何语（31）；请先在文稿里逐处接受或拒绝';
  expect(await send()).toMatchObject({ code: 20707, msg: `${words}，再发排` });
  expect((await staff.ask('editor', 'GET', `/press/composition/epub/${id}`)).data.blocked).toBe(words);
  await add([paragraph(run('灯亮了')), paragraph(run('桥上的灯'))]);
  expect(await send()).toMatchObject({ code: 200 });
});
