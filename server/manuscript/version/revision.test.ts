import { afterAll, beforeAll, expect, test } from 'vitest';
import { pressStaff, type PressStaff } from '../../../tests/support/press-staff.ts';
import { testContext, type TestContext } from '../../../tests/support/test-context.ts';
import { checkReview } from '../../document/review-check.ts';
import { changedMiddle, writeMarkedDocx } from '../../document/docx-marked.ts';
import { docxText } from '../../document/docx-text.ts';
import { addVersion } from './manuscript-version.service.ts';
import { deliverNextLetter } from '../letter/letter.service.ts';
import { pointsOfLetter } from './revision.service.ts';

let town: TestContext;
let staff: PressStaff;
beforeAll(async () => {
  town = await testContext();
  staff = await pressStaff(town);
});
afterAll(() => town.close());

const OPINION = '请作者修改。\n1. 第二章的时间线前后不一致，请核对。\n2、引文请注明出处。\n谢谢。';

async function storeVersion(archiveId: number, text: string, who: 'author' | 'editor', source: 'author' | 'editor' | 'audit' = who): Promise<void> {
  const bytes = Buffer.from(text);
  const person = { userId: staff.ids[who], userName: who } as never;
  await addVersion(town.context, person, archiveId, { type: 'txt', bytes, text, source, note: '' });
}

/** A manuscript that its editor sent back; the letter has been delivered unless `letter` is false. */
async function sentBack(title: string, letter = true): Promise<number> {
  const archiveId = await staff.submitted('other', title);
  await storeVersion(archiveId, '第一段\n第二段', 'editor');
  await staff.put(archiveId, { status: 'editing', editorId: staff.ids.editor, turn: 'editor', turnUserId: staff.ids.editor });
  const reason = `${OPINION}${'请仔细改。'.repeat(12)}`;
  const content = { subject: '请修改', content: OPINION };
  expect(await staff.ask('editor', 'PUT', `/cms/archive/revise/${archiveId}`, { reason, letter: content })).toMatchObject({ code: 200 });
  if (!letter) return archiveId;
  await town.context.db.updateTable('letter').set({ sendAt: 1 }).where('entityId', '=', archiveId).execute();
  await deliverNextLetter(town.context);
  return archiveId;
}

test('takes the numbered lines of a letter as points, or its lines of substance', () => {
  expect(pointsOfLetter(OPINION)).toEqual(['第二章的时间线前后不一致，请核对。', '引文请注明出处。']);
  expect(pointsOfLetter('尊敬的何语老师：\n第二部分的时间线请再核对一遍。\n祝好')).toEqual(['第二部分的时间线请再核对一遍。']);
});

test('#37.2 a revision is answered point by point, and the staff reads the answers', async () => {
  const archiveId = await sentBack('逐条答复');
  expect((await staff.ask('author2', 'GET', `/cms/archive/revision/${archiveId}`)).code).toBe(404);
  const { data } = await staff.ask('author', 'GET', `/cms/archive/revision/${archiveId}`);
  expect(data).toMatchObject({ round: 1, points: [{ source: 'letter', answer: '' }, { source: 'letter' }] });
  const version = (await staff.ask('author', 'GET', `/cms/archive/getInfo/${archiveId}`)).data as { revision: number };
  await staff.ask('author', 'PUT', '/cms/archive/content', {
    archiveId,
    content: `<p>${'桥上的灯灭了。'.repeat(80)}</p>`,
    revision: version.revision,
  });
  await storeVersion(archiveId, '审稿人改的正文', 'editor', 'audit');
  await storeVersion(archiveId, '第一段\n第二段改过了', 'author');
  await storeVersion(archiveId, '另一位审稿人改的正文', 'editor', 'audit');
  await town.context.db.updateTable('manuscriptText').set({ unsaved: '0' }).where('archiveId', '=', archiveId).execute();
  expect(await staff.ask('author', 'PUT', `/cms/archive/mine/resubmit/${archiveId}`)).toMatchObject({
    code: 500,
    msg: '还有2条意见没有答复，请逐条答复后再修回',
  });
  const points = [
    ...data.points.map((point: { pointId: number }) => ({ pointId: point.pointId, text: '改写原意见', answer: '已改。' })),
    { pointId: null, text: '另外补了一张表', answer: '放在附录。' },
  ];
  const saved = await staff.ask('author', 'PUT', '/cms/archive/revision', { archiveId, points });
  expect(saved.data.points).toMatchObject([
    { text: '第二章的时间线前后不一致，请核对。', answer: '已改。' },
    { answer: '已改。' },
    { source: 'author', text: '另外补了一张表' },
  ]);
  // Drafts stay with the author.
  expect((await staff.ask('editor', 'GET', `/cms/archive/revision/list/${archiveId}`)).data).toEqual([]);
  const copy = await town.app.inject({
    method: 'GET',
    url: `/prod-api/cms/archive/revision/marked/${archiveId}?from=${saved.data.fromVersion}&to=${saved.data.toVersion}`,
    headers: staff.as.author,
  });
  expect(await docxText(copy.rawPayload)).toContain('第二段改过了');
  expect(await staff.ask('author', 'PUT', `/cms/archive/mine/resubmit/${archiveId}`)).toMatchObject({ code: 200 });
  expect((await staff.ask('editor', 'GET', `/cms/archive/revision/list/${archiveId}`)).data).toMatchObject([{ round: 1, points: [{}, {}, {}] }]);
  expect((await staff.ask('author', 'GET', `/cms/archive/revision/${archiveId}`)).data).toBeNull();
});

test('does not show the points of a letter before it is delivered', async () => {
  const archiveId = await sentBack('信还没到', false);
  expect((await staff.ask('author', 'GET', `/cms/archive/revision/${archiveId}`)).data.points).toEqual([]);
});

test('a marked copy has every change as a mark of the author, and rejecting them gives the old text', async () => {
  expect(changedMiddle('桥上的灯亮了', '桥下的灯亮了')).toEqual({ start: '桥', removed: '上', added: '下', end: '的灯亮了' });
  expect(changedMiddle('灯灯', '灯')).toEqual({ start: '灯', removed: '灯', added: '', end: '' });
  const marks = { author: '何语（7）', at: Date.UTC(2026, 10, 20) };
  const lines = [
    { kind: 'same', before: '甲', after: '甲' },
    { kind: 'changed', before: '桥上', after: '桥下' },
    { kind: 'added', before: '', after: '新段' },
    { kind: 'removed', before: '旧段', after: '' },
  ] as const;
  const before = writeMarkedDocx(
    lines.filter(({ kind }) => kind !== 'added').map((line) => ({ kind: 'same' as const, before: line.before, after: line.before })),
    marks,
  );
  expect(await checkReview(before, writeMarkedDocx(lines, marks), '何语（7）')).toBeNull();
});

test('#37.2 a co-author without an account confirms too when the list begins with that person', async () => {
  const archiveId = await staff.submitted('other', '排名在前的合作作者');
  const [first, own] = [
    { name: '吕文', role: '著', share: 6000, userId: null },
    { name: '何语', role: '著', share: 4000, userId: staff.ids.author },
  ];
  const names = async (...authors: object[]) => {
    await staff.put(archiveId, { authors: JSON.stringify(authors) });
    return (await staff.ask('author', 'GET', `/cms/archive/confirm/${archiveId}`)).data.rows.map((one: { name: string }) => one.name);
  };
  expect(await names(first, own)).toEqual(['吕文']);
  expect(await names(own, first)).toEqual(['吕文']);
  expect(await names({ ...own, name: '何语（笔名）', userId: null }, first)).toEqual(['吕文']);
});
