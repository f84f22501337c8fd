import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../contract/clock.ts';
import { pressStaff, type PressStaff, type StaffName } from '../../tests/support/press-staff.ts';
import { declaration, topicWalk, type TopicWalk } from '../../tests/support/topic-walk.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { docxText } from '../document/docx-text.ts';
import { expireTopics } from './topic-expiry.service.ts';

let town: TestContext;
let staff: PressStaff;
let walk: TopicWalk;

beforeAll(async () => {
  town = await testContext();
  staff = await pressStaff(town);
  walk = topicWalk(staff);
});
afterAll(() => town.close());

test('#74 SM02 declares a submitted manuscript once, and gives the topic its number when it is submitted', async () => {
  const archiveId = await staff.submitted('book');
  const id = await walk.declared({ archiveId });
  expect(await staff.stateOf(archiveId)).toBe('topic');
  expect(await staff.ask('editor2', 'POST', '/press/topic', declaration({ archiveId }))).toMatchObject({ code: 20103, msg: '该稿件已有选题申报' });
  expect(await walk.fire('editor', 'submit', id)).toMatchObject({ code: 200, data: { topic: { status: 'submitted', breakEven: 2478 } } });
  const { data } = await staff.ask('editor', 'GET', `/press/topic/detail/${id}`);
  expect(data.topic.topicNo).toMatch(/^XT\d{4}-\d{4}$/);
  expect(data.log.map((row: { event: string }) => row.event)).toEqual(['新建', '提交申报']);
  expect(data.editable).toBe(false);
});

test('SM02 names what a declaration lacks, and asks for the category of a major topic', async () => {
  const bare = await walk.declared({ contentIntro: '太短', marketAnalysis: '' });
  const answer = await walk.fire('editor', 'submit', bare);
  expect(answer.code).toBe(20207);
  expect(answer.msg).toMatch(/市场分析.*内容简介（至少100字，现在2字）.*作者账号/);
  const major = await walk.declared({ isMajor: '1', authorUserId: staff.ids.author });
  expect(await walk.fire('editor', 'submit', major)).toMatchObject({ code: 20202, msg: '重大选题须选择备案类别' });
  expect(await staff.ask('editor', 'POST', '/press/topic', declaration({ isMajor: '1', majorCategory: '没有的类别' }))).toMatchObject({ code: 500 });
});

/** Who may take which step, with the default grants. */
const MAY: Readonly<Record<string, readonly StaffName[]>> = {
  submit: ['editor'],
  sectionPass: ['section', 'chief', 'manager'],
  sectionReturn: ['section', 'chief', 'manager'],
  record: ['chief', 'manager'],
  cancel: ['editor'],
};
const EVERYBODY: readonly StaffName[] = [
  'author',
  'manager',
  'editor',
  'editor2',
  'outsider',
  'section',
  'chief',
  'proof1',
  'typesetter',
  'archivist',
];

test.each(Object.entries(MAY))('SM02 %s is open to exactly the people who hold it', async (event, allowed) => {
  const start = { submit: 'draft', sectionPass: 'submitted', sectionReturn: 'submitted', record: 'approved', cancel: 'draft' }[event];
  for (const who of EVERYBODY) {
    const id = await walk.declared({ authorUserId: staff.ids.author, isMajor: '1', majorCategory: '港澳台题材' });
    await town.context.db
      .updateTable('topic')
      .set({ status: start as 'draft' })
      .where('id', '=', id)
      .execute();
    const answer = await walk.fire(who, event, id, { reason: '请补充读者调查', recordNo: '国新出备〔2026〕12号' });
    expect([who, answer.code === 200]).toEqual([who, allowed.includes(who)]);
    if (!allowed.includes(who)) expect([403, 404]).toContain(answer.code);
  }
});

test('SM02 rejects a decision on an own declaration, also by the administrator', async () => {
  await town.addUser({ userName: 'root', roles: ['admin'] });
  const root = await town.as('root');
  const { data } = await staff.ask(root, 'POST', '/press/topic', declaration({ authorUserId: staff.ids.author }));
  const { topicId } = data as { topicId: number };
  expect(await staff.ask(root, 'PUT', `/press/topic/submit/${topicId}`, {})).toMatchObject({ code: 200, data: { can: ['cancel'] } });
  expect(await staff.ask(root, 'PUT', `/press/topic/sectionPass/${topicId}`, {})).toMatchObject({ code: 20203, msg: '不能审批本人申报的选题' });
});

test('SM02 answers an event of the wrong state in words, and a non-major topic that needs no filing', async () => {
  const id = await walk.passed({ authorUserId: staff.ids.author });
  expect(await walk.fire('section', 'sectionPass', id)).toMatchObject({
    code: 20201,
    msg: '选题《桥上的灯》当前状态为「待上会」，不能室内论证通过',
  });
  await town.context.db.updateTable('topic').set({ status: 'approved' }).where('id', '=', id).execute();
  expect(await walk.fire('manager', 'record', id, { recordNo: '1' })).toMatchObject({ code: 20206, msg: '非重大选题无需备案' });
});

test('a submitted declaration is edited only after it is returned, and only by its declarer', async () => {
  const id = await walk.declared({ authorUserId: staff.ids.author });
  await walk.fire('editor', 'submit', id);
  const edit = (who: StaffName) =>
    staff.ask(who, 'PUT', '/press/topic', { ...declaration({ authorUserId: staff.ids.author, title: '改过的书名' }), topicId: id });
  expect(await edit('editor')).toMatchObject({ code: 500, msg: expect.stringContaining('请编辑室主任退回') });
  expect(await walk.fire('section', 'sectionReturn', id, { reason: '短' })).toMatchObject({ code: 400 });
  expect(await walk.fire('section', 'sectionReturn', id, { reason: '请补充同类书的销量' })).toMatchObject({ code: 200 });
  expect(await edit('editor2')).toMatchObject({ code: 403 });
  expect(await edit('editor')).toMatchObject({ code: 200, data: { title: '改过的书名' } });
  const inbox = await town.context.db.selectFrom('message').select('title').where('userId', '=', staff.ids.editor).execute();
  expect(inbox.map(({ title }) => title)).toContain('选题《桥上的灯》被退回修改');
});

test('an outside editor sees only own declarations', async () => {
  const foreign = await walk.declared({ authorUserId: staff.ids.author });
  const own = await walk.declared({ authorUserId: staff.ids.author, title: '外编的选题' }, 'outsider');
  const { rows } = await staff.ask('outsider', 'GET', '/press/topic/list');
  expect(rows.map((row) => row.topicId)).toEqual([own]);
  expect((await staff.ask('outsider', 'GET', `/press/topic/detail/${foreign}`)).code).toBe(404);
  expect((await staff.ask('outsider', 'GET', '/press/topic/counts')).data).toEqual([{ status: 'draft', total: 1 }]);
});

test('SM01 an editor is assigned only after the topic is approved, and the last review needs the record number of a major topic', async () => {
  const archiveId = await staff.submitted('book');
  const assign = () => staff.ask('manager', 'POST', '/press/editor/assign', { archiveId, editorId: staff.ids.editor });
  expect(await assign()).toMatchObject({ code: 20104, msg: '选题尚未通过论证，不能派责任编辑' });
  const id = await walk.passed({ archiveId, isMajor: '1', majorCategory: '港澳台题材' });
  expect(await assign()).toMatchObject({ code: 20104 });
  await town.context.db.updateTable('topic').set({ status: 'approved', approvedAt: Date.now() }).where('id', '=', id).execute();
  expect(await assign()).toMatchObject({ code: 200 });
  await staff.put(archiveId, { status: 'audit_last' });
  const { transitionManuscript, manuscriptIn } = await import('../manuscript/manuscript-step.service.ts');
  const passLast = () =>
    town.context.db
      .transaction()
      .execute(async (tx) => transitionManuscript(tx, null, await manuscriptIn(tx, archiveId), 'passLast', { checked: true }));
  await expect(passLast()).rejects.toMatchObject({ code: 20107, message: '重大选题未取得备案号，不能终审通过' });
  expect(await walk.fire('manager', 'record', id, { recordNo: '' })).toMatchObject({ code: 400 });
  expect(await walk.fire('manager', 'record', id, { recordNo: '国新出备〔2026〕12号' })).toMatchObject({ code: 200 });
  expect((await passLast()).status).toBe('contracting');
});

test('SM01 a cancelled, removed or expired topic sends the manuscript back', async () => {
  const [cancelled, removed, expired] = [await staff.submitted('book'), await staff.submitted('book'), await staff.submitted('book')];
  const first = await walk.passed({ archiveId: cancelled });
  expect(await walk.fire('editor', 'cancel', first)).toMatchObject({ code: 200 });
  expect(await staff.stateOf(cancelled)).toBe('submitted');
  const second = await walk.declared({ archiveId: removed }, 'manager');
  expect(await staff.ask('manager', 'DELETE', `/press/topic/${second}`)).toMatchObject({ code: 200 });
  expect(await staff.stateOf(removed)).toBe('submitted');
  const third = await walk.passed({ archiveId: expired });
  const old = { status: 'approved' as const, approvedAt: Date.now() - 25 * 31 * DAY_MS };
  await town.context.db.updateTable('topic').set(old).where('id', '=', third).execute();
  expect(await expireTopics(town.context, 24)).toBe(1);
  expect([await walk.statusOf(third), await staff.stateOf(expired)]).toEqual(['expired', 'submitted']);
  expect(await expireTopics(town.context, 24)).toBe(0);
});

test('SM01 a rejected manuscript closes its topic, and the withdrawn letter or the undone rejection reopens it', async () => {
  const archiveId = await staff.submitted('book');
  const id = await walk.passed({ archiveId });
  const reason = '选题与本社方向不合，建议另投他处';
  await staff.ask('chief', 'PUT', `/cms/archive/reject/${archiveId}`, { reason });
  expect(await walk.statusOf(id)).toBe('cancelled');
  const { data } = await staff.ask('chief', 'GET', `/cms/archive/detail/${archiveId}`);
  await staff.ask('chief', 'PUT', `/cms/archive/letter/withdraw/${data.letters[0].letterId}`);
  expect([await staff.stateOf(archiveId), await walk.statusOf(id)]).toEqual(['topic', 'section_passed']);
  await staff.ask('chief', 'PUT', `/cms/archive/reject/${archiveId}`, { reason, letter: null });
  expect(await staff.ask('chief', 'PUT', `/cms/archive/undoReject/${archiveId}`, { reason: '社里重新考虑' })).toMatchObject({ code: 200 });
  expect([await staff.stateOf(archiveId), await walk.statusOf(id)]).toEqual(['topic', 'section_passed']);
});

test('the declaration form is filled from the default template', async () => {
  const id = await walk.declared({
    authorUserId: staff.ids.author,
    competitors: [{ title: '译林散步', publisher: '东湖教育出版社', priceFen: 4980, sales: 3200 }],
  });
  const response = await town.app.inject({ method: 'GET', url: `/prod-api/press/topic/document/${id}`, headers: staff.as.editor });
  expect(response.headers['content-disposition']).toContain(encodeURIComponent('选题申报表-桥上的灯.docx'));
  const text = await docxText(response.rawPayload);
  for (const part of ['桥上的灯', '2478册', '译林散步', '49.80', '60%']) expect(text).toContain(part);
  expect(text).not.toContain('待填');
});
