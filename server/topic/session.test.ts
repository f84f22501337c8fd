import { afterAll, beforeAll, expect, test } from 'vitest';
import { pressStaff, type PressStaff, type StaffName } from '../../tests/support/press-staff.ts';
import { topicWalk, VOTERS, type TopicWalk } from '../../tests/support/topic-walk.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { docxText } from '../document/docx-text.ts';

let town: TestContext;
let staff: PressStaff;
let walk: TopicWalk;
const all = () => VOTERS.map((name) => staff.ids[name]);
const step = (who: StaffName, event: string, id: number, body: object = {}) => staff.ask(who, 'PUT', `/press/session/${event}/${id}`, body);
const LONG = `<p>${'会议逐项论证了各选题的内容、读者和成本，并对书名和首印提出建议。'.repeat(4)}</p>`;

beforeAll(async () => {
  town = await testContext();
  staff = await pressStaff(town);
  walk = topicWalk(staff);
});
afterAll(() => town.close());

const minutesOf = async (sessionId: number) => {
  const { data } = await staff.ask('manager', 'GET', `/press/session/detail/${sessionId}`);
  return (await staff.ask('manager', 'GET', `/press/minutes/detail/${data.minutesId}`)).data;
};

test('#47.2 #75 #76 SM03 SM44 a topic is voted, minuted and approved, and its commissioned author gets a manuscript', async () => {
  const [topicId, second] = [
    await walk.passed({ authorUserId: staff.ids.author }),
    await walk.passed({ authorUserId: staff.ids.author, title: '第二题' }),
  ];
  const sessionId = await walk.session([topicId, second]);
  expect(await walk.statusOf(topicId)).toBe('scheduled');
  expect(await step('manager', 'open', sessionId, { presentIds: all() })).toMatchObject({ code: 403 });
  expect(await step('chief', 'open', sessionId, { presentIds: all().slice(0, 3) })).toMatchObject({ code: 20303, msg: '到会人数不足三分之二' });
  expect(await step('chief', 'open', sessionId, { presentIds: all() })).toMatchObject({ code: 200 });
  expect(await staff.ask('manager', 'PUT', `/press/session/agenda/${sessionId}`, { topicIds: [] })).toMatchObject({
    code: 20204,
    msg: '论证会已召开，不能增加议题',
  });

  // The declarer abstains; everybody else votes, and may change the vote.
  expect(await walk.vote('editor', sessionId, topicId, 'for')).toMatchObject({ code: 20306 });
  expect(await walk.vote('outsider', sessionId, topicId, 'for')).toMatchObject({ code: 404 });
  expect(await walk.vote('chief', sessionId, topicId, 'against')).toMatchObject({ code: 200 });
  expect(await step('chief', 'close', sessionId)).toMatchObject({ code: 20304, msg: '尚有议题未完成表决' });
  for (const who of ['chief', 'section', 'manager', 'editor2'] as const) {
    await walk.vote(who, sessionId, topicId, 'for', who === 'section' ? '建议与姊妹篇同期发排' : '');
    await walk.vote(who, sessionId, second, who === 'chief' || who === 'section' ? 'for' : 'against');
  }
  const open = (await staff.ask('editor', 'GET', `/press/session/detail/${sessionId}`)).data;
  expect(open.agenda[0]).toMatchObject({ tally: { for: 4, against: 0, abstain: 1 }, own: true, passes: true, mine: { vote: 'abstain' } });
  expect(open.agenda[1]).toMatchObject({ tally: { for: 2, against: 2, abstain: 1 }, passes: false });
  expect(await step('chief', 'close', sessionId)).toMatchObject({ code: 200, data: { status: 'minuting' } });
  expect(await walk.vote('chief', sessionId, topicId, 'against')).toMatchObject({ code: 500 });

  const draft = await minutesOf(sessionId);
  expect(draft.content).toContain('建议与姊妹篇同期发排');
  expect(draft.fileNo).toMatch(/^JY\d{4}-\d{3}$/);
  const sign = (who: StaffName) => staff.ask(who, 'PUT', `/press/minutes/sign/${draft.minutesId}`);
  const save = (who: StaffName, version: number, result: string, opinion = '', content = LONG) =>
    staff.ask(who, 'PUT', '/press/minutes', { minutesId: draft.minutesId, content, version, decisions: [{ topicId: second, result, opinion }] });
  expect(await sign('chief')).toMatchObject({ code: 20305, msg: '纪要内容或议题结论不完整' });
  expect(await save('editor2', draft.version, 'deferred')).toMatchObject({ code: 403 });
  expect((await save('manager', draft.version, 'approved')).data.lacking).toEqual(['《第二题》赞成票未过半数，不能通过']);
  expect(await sign('chief')).toMatchObject({ code: 20205, msg: '赞成票未过半数，不能通过' });
  expect(await save('manager', draft.version, 'deferred')).toMatchObject({ code: 409 });
  expect(await save('manager', draft.version + 1, 'deferred')).toMatchObject({ code: 200 });
  expect(await sign('chief')).toMatchObject({ code: 400 });
  const saved = await save('manager', draft.version + 2, 'deferred', '请补充读者调查后再议');
  expect(saved.data).toMatchObject({ lacking: [], signable: true });
  expect(await sign('manager')).toMatchObject({ code: 200, data: { status: 'signed' } });
  expect(await save('manager', saved.data.version + 1, 'rejected', '改主意')).toMatchObject({ code: 24401, msg: '纪要已经签发，不能再改' });
  expect(await sign('manager')).toMatchObject({ code: 24401, msg: '纪要已经签发，不能再改' });
  const signed = await town.context.db
    .selectFrom('flowLog')
    .select(['event', 'fromStatus', 'toStatus', 'operatorId'])
    .where('entityType', '=', 'minutes')
    .where('entityId', '=', draft.minutesId)
    .execute();
  expect(signed).toEqual([{ event: 'sign', fromStatus: 'draft', toStatus: 'signed', operatorId: staff.ids.manager }]);

  expect([await walk.statusOf(topicId), await walk.statusOf(second)]).toEqual(['approved', 'deferred']);
  const archive = await town.context.db.selectFrom('manuscript').selectAll().where('topicId', '=', topicId).executeTakeFirstOrThrow();
  expect(archive).toMatchObject({ ownerId: staff.ids.author, status: 'draft', title: '桥上的灯' });
  const document = await town.app.inject({ method: 'GET', url: `/prod-api/press/minutes/document/${draft.minutesId}`, headers: staff.as.chief });
  const text = await docxText(document.rawPayload);
  for (const part of ['第二题', '请补充读者调查后再议', '缓议', draft.fileNo]) expect(text).toContain(part);
  // A deferred topic goes to the next session, and the first one keeps its result.
  const next = await walk.session([second]);
  expect(await walk.statusOf(second)).toBe('scheduled');
  const detail = (await staff.ask('manager', 'GET', `/press/topic/detail/${second}`)).data;
  expect(detail.hearings.map((one: { sessionId: number; result: string }) => [one.sessionId, one.result])).toEqual([
    [next, ''],
    [sessionId, 'deferred'],
  ]);
  expect(await step('manager', 'cancel', next, { reason: '改期' })).toMatchObject({ code: 200 });
  expect(await walk.statusOf(second)).toBe('section_passed');
});

test('SM03 needs three attendees and a topic before it is announced', async () => {
  const made = await staff.ask('manager', 'POST', '/press/session', {
    title: '小会',
    meetingTime: '2026-12-02 09:00:00',
    hostId: staff.ids.chief,
    recorderId: staff.ids.manager,
    attendeeIds: [],
  });
  const { sessionId } = made.data;
  expect(made.data).toMatchObject({ attendeeCount: 2, sessionNo: expect.stringMatching(/^LZ\d{4}-\d{3}$/) });
  expect(await step('manager', 'notify', sessionId)).toMatchObject({ code: 20302, msg: '至少需要3名参会人员和1个议题' });
  expect(await step('editor', 'notify', sessionId)).toMatchObject({ code: 403 });
  expect(
    await staff.ask('manager', 'POST', '/press/session', {
      title: '外人',
      meetingTime: '2026-12-02 09:00:00',
      hostId: staff.ids.outsider,
      recorderId: staff.ids.manager,
    }),
  ).toMatchObject({ code: 500 });
});

test('SM02 rejects the approval of an own declaration, and returns the manuscript of a rejected topic', async () => {
  const archiveId = await staff.submitted('book');
  const [own, other] = [await walk.passed({ authorUserId: staff.ids.author, title: '总编的选题' }, 'manager'), await walk.passed({ archiveId })];
  const sessionId = await walk.session([own, other]);
  await step('chief', 'open', sessionId, { presentIds: all() });
  for (const who of VOTERS)
    for (const [id, declarer] of [
      [own, 'manager'],
      [other, 'editor'],
    ] as const)
      if (who !== declarer) await walk.vote(who, sessionId, id, 'for');
  await step('chief', 'close', sessionId);
  const draft = await minutesOf(sessionId);
  const decisions = [{ topicId: other, result: 'rejected', opinion: '与在编的一种书重复' }];
  await staff.ask('manager', 'PUT', '/press/minutes', { minutesId: draft.minutesId, content: LONG, version: draft.version, decisions });
  expect(await staff.ask('manager', 'PUT', `/press/minutes/sign/${draft.minutesId}`)).toMatchObject({ code: 20203, msg: '不能审批本人申报的选题' });
  const todo = await staff.ask('chief', 'GET', '/info/todo/list');
  expect(JSON.stringify(todo)).toContain('纪要待签发');
  expect(await staff.ask('chief', 'PUT', `/press/minutes/sign/${draft.minutesId}`)).toMatchObject({ code: 200 });
  expect([await walk.statusOf(own), await walk.statusOf(other), await staff.stateOf(archiveId)]).toEqual(['approved', 'rejected', 'submitted']);
});

test('a person who is present has the votes to do, and a manuscript that is withdrawn leaves the agenda', async () => {
  const archiveId = await staff.submitted('book');
  const [gone, topicId] = [await walk.passed({ archiveId, title: '撤回的选题' }), await walk.passed({ authorUserId: staff.ids.author })];
  const sessionId = await walk.session([gone, topicId]);
  expect(await staff.ask('author', 'PUT', `/cms/archive/mine/withdraw/${archiveId}`)).toMatchObject({ code: 200 });
  expect(await walk.statusOf(gone)).toBe('cancelled');
  const session = (await step('chief', 'open', sessionId, { presentIds: all() })).data;
  expect(session.agenda.map((item: { topicId: number }) => item.topicId)).toEqual([topicId]);
  expect(JSON.stringify(await staff.ask('editor2', 'GET', '/info/todo/list'))).toContain('有选题等您表决');
  await walk.vote('editor2', sessionId, topicId, 'abstain');
  expect(JSON.stringify(await staff.ask('editor2', 'GET', '/info/todo/list'))).not.toContain('有选题等您表决');
});
