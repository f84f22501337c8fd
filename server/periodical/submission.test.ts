import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../contract/clock.ts';
import { ABSTRACT, journalOffice, NOTE, OPINION, type JournalOffice, type JournalPerson } from '../../tests/support/journal-office.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { docxText } from '../document/docx-text.ts';
import { metadataIn } from './manuscript-metadata.ts';
import { makeDocx, paragraph, run } from '../../tests/support/docx-maker.ts';
import { pointsIn } from './decision-letter.ts';

let town: TestContext;
let office: JournalOffice;
beforeAll(async () => {
  town = await testContext();
  office = await journalOffice(town);
});
afterAll(() => town.close());

const own = (id: number) => office.ask('author', 'GET', `/cms/journal/submission/mine/${id}`);
const detail = (who: JournalPerson, id: number) => office.ask(who, 'GET', `/cms/journal/submission/detail/${id}`);
const put = (id: number, columns: object) =>
  town.context.db
    .updateTable('journalSubmission')
    .set(columns as never)
    .where('id', '=', id)
    .execute();

test('#13 SM09 names what a submission lacks, and gives it a number when it is submitted', async () => {
  const { data } = await office.ask('author', 'POST', '/cms/journal/submission', { journalId: office.journalId, title: '半成品' });
  const answer = await office.ask('author', 'POST', `/cms/journal/submission/submit/${data.submissionId}`);
  expect(answer.code).toBe(20902);
  expect(answer.msg).toMatch(/^请完善稿件信息：栏目、摘要（100至600字，现在0字）、关键词（3至8个）、作者、稿件文件、作者声明$/);
  const id = await office.submitted();
  const mine = await own(id);
  expect(mine.data).toMatchObject({ status: 'submitted', word: '审稿中', lacking: [] });
  expect(mine.data.submissionNo).toMatch(/^AA\d{4}-\d{4}$/);
  expect(mine.data.answerBy).not.toBe('');
  expect((await office.ask('author', 'GET', '/cms/journal/submission/mine?word=审稿中')).rows.map((row) => row.submissionId)).toContain(id);
});

test('SM09 refuses several submissions of one manuscript, and a declaration of it', async () => {
  const id = await office.draft({ isMultipleSubmit: true });
  expect(await office.ask('author', 'POST', `/cms/journal/submission/submit/${id}`)).toMatchObject({ code: 20902, msg: /没有一稿多投/ as never });
  const file = await office.docx('同一份稿件');
  const upload = async (submissionId: number) =>
    office.send('author', `/cms/journal/submission/file?submissionId=${submissionId}&role=manuscript`, 'a.docx', file);
  const first = await office.draft();
  await upload(first);
  expect((await office.ask('author', 'POST', `/cms/journal/submission/submit/${first}`)).code).toBe(200);
  const second = await office.draft({ journalId: office.otherJournalId });
  await upload(second);
  expect(await office.ask('author', 'POST', `/cms/journal/submission/submit/${second}`)).toMatchObject({
    code: 20903,
    msg: '该稿件正在其他期刊审理中',
  });
});

test('A3 SM09 goes from a submission to a revision and an acceptance, with letters, points and a fee', async () => {
  const id = await office.submitted();
  expect(await office.fire('editor', 'passScreening', id)).toMatchObject({ code: 20904, msg: '请至少邀请2名审稿专家' });
  const people = [{ userId: office.ids.reviewer1 }, { userId: office.ids.reviewer2 }, { userId: office.ids.reviewer3 }];
  const invited = await office.ask('editor', 'POST', '/cms/journal/review/invite', { submissionId: id, people, wanted: 2 });
  expect(invited.data).toMatchObject({ done: [expect.any(Number), expect.any(Number), expect.any(Number)], skipped: [] });
  expect(await office.fire('editor', 'passScreening', id)).toMatchObject({ code: 20908 });
  await office.confirm(id);
  expect((await office.fire('editor', 'passScreening', id)).data).toMatchObject({ status: 'external', round: 1, editorId: office.ids.editor });
  expect([await office.reviewOf('reviewer1', id), await office.reviewOf('reviewer3', id)]).toMatchObject([
    { status: 'invited' },
    { status: 'alternate' },
  ]);
  expect((await office.review('reviewer1', id)).code).toBe(200);
  expect(await office.statusOf(id)).toBe('external');
  expect((await office.review('reviewer2', id)).code).toBe(200);
  expect(await office.statusOf(id)).toBe('decision');
  expect((await office.reviewOf('reviewer3', id)).status).toBe('cancelled');

  const preview = await office.ask('editor', 'GET', `/cms/journal/submission/letter/${id}/preview?event=requestRevision&revisionKind=minor`);
  expect(preview.data.content).toContain('审稿人1：\n第一部分的材料很扎实');
  expect(preview.data.recipients).toEqual(['沈知远（通讯作者）', '陆一苇']);
  expect(await office.fire('editor', 'requestRevision', id, { reason: '太短', revisionKind: 'minor' })).toMatchObject({ code: 400 });
  expect(await office.fire('editor', 'requestRevision', id, { reason: NOTE })).toMatchObject({ code: 400, msg: '请选择小修或大修' });
  const asked = await office.fire('editor', 'requestRevision', id, { reason: NOTE, revisionKind: 'minor' });
  expect(asked.data).toMatchObject({ status: 'revision', letters: [{ status: 'waiting', withdrawable: true }] });
  expect((await own(id)).data).toMatchObject({ word: '审稿中', points: [], letters: [] });
  await office.deliver();
  const mine = (await own(id)).data;
  expect(mine.letters[0].subject).toBe('请修改《小城出版怎样记录手艺》');
  expect(mine.points.map((point: { seat: number }) => point.seat)).toEqual([0, 1, 1, 1, 2, 2, 2]);

  expect(await office.ask('author', 'PUT', `/cms/journal/submission/own/revise/${id}`, {})).toMatchObject({ code: 20905 });
  for (const { pointId } of mine.points) await office.ask('author', 'PUT', '/cms/journal/submission/point', { pointId, answer: '已按意见修改。' });
  await office.send('author', `/cms/journal/submission/file?submissionId=${id}&role=manuscript`, '修改稿.docx', await office.docx('修改过的正文'));
  expect(await office.ask('author', 'PUT', `/cms/journal/submission/own/revise/${id}`, {})).toMatchObject({ code: 200, data: { status: 'revised' } });

  expect(await office.fire('editor', 'accept', id)).toMatchObject({ code: 403 });
  expect((await office.fire('chief', 'accept', id, {})).data).toMatchObject({ status: 'accepted', feeStatus: 'due', feeFen: 80_000 });
  expect(await office.fire('editor', 'edit', id)).toMatchObject({ code: 20906, msg: '版面费未支付' });
  expect(await office.ask('author', 'PUT', `/cms/journal/submission/own/withdraw/${id}`, { reason: '不想发表了' })).toMatchObject({
    code: 20907,
    msg: '已录用稿件不能自行撤稿，请联系编辑部',
  });
  await office.ask('chief', 'PUT', `/cms/journal/submission/fee/${id}`, { note: '学生作者' });
  expect((await office.fire('editor', 'edit', id)).data.status).toBe('copyediting');
  expect((await detail('editor', id)).data.log.map((row: { event: string }) => row.event)).toEqual([
    '投稿',
    '送外审',
    '外审完成',
    '退修',
    '修回',
    '录用',
    '开始编校',
  ]);
});

test('SM09 sends a major revision to the same reviewers again before it may be accepted', async () => {
  const id = await office.revision('major');
  const { data } = await own(id);
  for (const { pointId } of data.points) await office.ask('author', 'PUT', '/cms/journal/submission/point', { pointId, answer: '已改。' });
  await office.send('author', `/cms/journal/submission/file?submissionId=${id}&role=manuscript`, 'b.docx', await office.docx('大修稿'));
  await office.ask('author', 'PUT', `/cms/journal/submission/own/revise/${id}`, {});
  expect(await office.fire('chief', 'accept', id, {})).toMatchObject({ code: 20912 });
  await office.confirm(id);
  await office.ask('editor', 'POST', '/cms/journal/review/invite', {
    submissionId: id,
    people: [{ userId: office.ids.reviewer2 }, { userId: office.ids.reviewer1 }],
  });
  expect((await office.fire('editor', 'passScreening', id)).data).toMatchObject({ status: 'external', round: 2 });
  const reviews = (await detail('editor', id)).data.reviews as { round: number; reviewerId: number; seat: number }[];
  const seats = (round: number) => new Map(reviews.filter((one) => one.round === round).map((one) => [one.reviewerId, one.seat]));
  expect(seats(2)).toEqual(seats(1));
  const { reviewId } = await office.reviewOf('reviewer1', id);
  await office.ask('reviewer1', 'PUT', `/cms/journal/review/own/accept/${reviewId}`, {});
  const task = (await office.ask('reviewer1', 'GET', `/cms/journal/review/detail/${reviewId}`)).data;
  expect(task.before[0].points[0].answer).toBe('已改。');
  expect(task.files.map((file: { name: string }) => file.name)).toEqual([expect.stringMatching(/^AA\d{4}-\d{4}-稿件-第2轮\.docx$/)]);
});

test('rounds are compared paragraph by paragraph, for the editors of the journal alone', async () => {
  const id = await office.revision();
  const before = (await detail('editor', id)).data.files[0].fileId as number;
  const sent = await office.send(
    'author',
    `/cms/journal/submission/file?submissionId=${id}&role=manuscript`,
    'b.docx',
    await office.docx('正文里补写了选样。'),
  );
  const path = `/cms/journal/submission/compare/${id}?from=${before}&to=${sent.data.fileId}`;
  const { data } = await office.ask('editor', 'GET', path);
  expect(data[1]).toEqual({ kind: 'changed', before: '正文里没有名字。', after: '正文里补写了选样。' });
  expect([(await office.ask('other', 'GET', path)).code, (await office.ask('author', 'GET', path)).code]).toEqual([404, 403]);
});

test('a decision and its letter are pulled back within ten minutes, with its points and cancelled reviews', async () => {
  const id = await office.decided();
  const asked = await office.fire('editor', 'requestRevision', id, { reason: NOTE, revisionKind: 'minor' });
  const { letterId } = asked.data.letters[0];
  expect(await office.ask('chief', 'PUT', `/cms/journal/submission/letter/withdraw/${letterId}`)).toMatchObject({ code: 404 });
  expect(await office.ask('editor', 'PUT', `/cms/journal/submission/letter/withdraw/${letterId}`)).toMatchObject({ code: 200 });
  const after = (await detail('editor', id)).data;
  expect(after).toMatchObject({ status: 'decision', points: [], revisionKind: '' });
  await office.deliver();
  expect((await own(id)).data.letters).toEqual([]);
});

test('SM09 returns for completion with the same number, and lets the author submit again', async () => {
  const id = await office.submitted();
  const number = (await own(id)).data.submissionNo;
  expect((await office.fire('editor', 'returnForCompletion', id, { reason: '请补英文摘要' })).data.status).toBe('returned');
  await office.deliver();
  const mine = (await own(id)).data;
  expect(Date.parse(mine.dueAt.replace(' ', 'T')) - Date.now()).toBeGreaterThan(13 * DAY_MS - 9 * 3_600_000);
  expect((await office.ask('author', 'PUT', `/cms/journal/submission/own/resubmit/${id}`, {})).data).toMatchObject({
    status: 'submitted',
    submissionNo: number,
  });
});

test('SM09 an appeal is possible once within 30 days, and somebody else decides', async () => {
  const id = await office.decided();
  await office.fire('chief', 'decline', id, { reason: '选题与本刊方向不合，材料也还不足以支持结论。' });
  const reason = '审稿意见说材料不足，但附录里已经给出全部访谈记录，请编辑部再看一次附录和表三。';
  await put(id, { decidedAt: Date.now() - 31 * DAY_MS });
  expect(await office.ask('author', 'PUT', `/cms/journal/submission/own/appeal/${id}`, { reason })).toMatchObject({ code: 20909 });
  await put(id, { decidedAt: Date.now() - 2 * DAY_MS });
  expect((await office.ask('author', 'PUT', `/cms/journal/submission/own/appeal/${id}`, { reason })).data.status).toBe('decision');
  expect((await detail('editor', id)).data).toMatchObject({ appealText: reason, editorId: office.ids.chief2, appealed: true });
  const again = { reason: '再看一次以后，仍然认为材料不足以支持文章的结论。' };
  expect(await office.fire('chief', 'decline', id, again)).toMatchObject({ code: 20911 });
  expect(await office.fire('chief2', 'decline', id, again)).toMatchObject({ code: 200 });
  expect(await office.ask('author', 'PUT', `/cms/journal/submission/own/appeal/${id}`, { reason })).toMatchObject({
    code: 20909,
    msg: '每篇稿件只能申诉一次',
  });
});

test('SM09 a rejection is undone within 180 days, to the state before it', async () => {
  const id = await office.submitted();
  await office.fire('editor', 'rejectScreening', id, { reason: '稿件的题目不在本刊的征稿范围之内，建议改投他刊。' });
  await put(id, { decidedAt: Date.now() - 181 * DAY_MS });
  expect(await office.fire('chief', 'undoDecline', id, { reason: '弄错了稿件' })).toMatchObject({ code: 20910 });
  await put(id, { decidedAt: Date.now() - DAY_MS });
  expect((await office.fire('chief', 'undoDecline', id, { reason: '弄错了稿件' })).data.status).toBe('submitted');
});

test('SM09 a withdrawal ends the reviews and tells the reviewers without naming the author', async () => {
  const id = await office.external();
  await office.ask('author', 'PUT', `/cms/journal/submission/own/withdraw/${id}`, { reason: '材料有误，先撤回' });
  expect((await office.reviewOf('reviewer1', id)).status).toBe('cancelled');
  const message = await town.context.db
    .selectFrom('message')
    .selectAll()
    .where('userId', '=', office.ids.reviewer1)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(message.title).toBe('《小城出版怎样记录手艺》不再需要审稿');
  expect(JSON.stringify(message)).not.toContain('沈知远');
});

test('an editor of another journal sees nothing: queue, counts, ids, files and events', async () => {
  const id = await office.external();
  const { data } = await detail('editor', id);
  const fileId = data.files[0].fileId as number;
  expect((await office.ask('other', 'GET', '/cms/journal/submission/list')).rows).toEqual([]);
  expect((await office.ask('other', 'GET', '/cms/journal/submission/list?keyword=沈知远')).rows).toEqual([]);
  expect((await office.ask('other', 'GET', `/cms/journal/submission/list?journalId=${office.journalId}`)).rows).toEqual([]);
  expect(Object.values((await office.ask('other', 'GET', '/cms/journal/submission/counts')).data)).toEqual([0, 0, 0, 0, 0, 0, 0]);
  expect((await detail('other', id)).code).toBe(404);
  expect((await office.download('other', `/cms/journal/submission/file/${fileId}`)).code).toBe(404);
  expect((await office.fire('other', 'endReview', id, { reason: '我来结束它' })).code).toBe(404);
  expect((await office.ask('other', 'GET', `/cms/journal/review/people/${id}`)).code).toBe(404);
  expect((await office.ask('other', 'GET', `/cms/journal/${office.journalId}`)).code).toBe(404);
  expect((await office.ask('other', 'GET', '/cms/journal/list')).rows.map((row) => row.journalId)).toEqual([office.otherJournalId]);
});

test('an editor who is the author does not handle the manuscript', async () => {
  const made = await office.ask('editor', 'POST', '/cms/journal/submission', { journalId: office.journalId, title: '编辑自己的稿件' });
  const id = (made.data as { submissionId: number }).submissionId;
  await put(id, { status: 'submitted', turn: 'editor' });
  expect((await detail('editor', id)).code).toBe(404);
  expect((await office.ask('editor', 'GET', '/cms/journal/submission/list?keyword=编辑自己')).rows).toEqual([]);
  expect((await detail('chief', id)).code).toBe(200);
});

test('the badge of each queue equals the length of its list', async () => {
  for (const who of ['chief', 'editor', 'other', 'boss'] as const) {
    const { data } = await office.ask(who, 'GET', '/cms/journal/submission/counts');
    const counts = Object.entries(data as Record<string, number>);
    expect(counts.length).toBeGreaterThan(2);
    for (const [tab, count] of counts) {
      const list = await office.ask(who, 'GET', `/cms/journal/submission/list?tab=${tab}&pageSize=500`);
      expect([who, tab, list.rows.length, list.total]).toEqual([who, tab, count, count]);
    }
  }
});

test('reads title, abstract, keywords, class and fund from a .docx', async () => {
  const file = await makeDocx(
    [
      '小城出版怎样记录手艺',
      '沈知远　陆一苇',
      `【摘　要】${ABSTRACT}`,
      '关键词：出版；手艺；口述',
      '中图分类号：G239.2  文献标识码：A',
      '基金项目：桥头基金（23BXW099）',
      'How Small Publishers Record a Craft',
      'Abstract: A short abstract.',
      'Key words: publishing; craft',
    ].map((text) => paragraph(run(text))),
  );
  expect(metadataIn(await docxText(file))).toMatchObject({
    title: '小城出版怎样记录手艺',
    titleEn: 'How Small Publishers Record a Craft',
    abstract: ABSTRACT,
    abstractEn: 'A short abstract.',
    keywords: ['出版', '手艺', '口述'],
    keywordsEn: ['publishing', 'craft'],
    clcCode: 'G239.2',
    fund: '桥头基金（23BXW099）',
  });
  expect((await office.send('author', '/cms/journal/submission/metadata', 'a.docx', file)).data.title).toBe('小城出版怎样记录手艺');
});

test('splits an opinion into points at its numbers, or at its paragraphs', () => {
  expect(pointsIn(OPINION)).toEqual([
    '第一部分的材料很扎实，但三种记录方式的比较缺少统一的标准。',
    '请说明十二位工匠是怎样选出来的。',
    '表二的单位前后不一致，请核对。',
  ]);
  expect(pointsIn('甲\n\n乙')).toEqual(['甲', '乙']);
});
