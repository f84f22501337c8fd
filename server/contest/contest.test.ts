import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../contract/clock.ts';
import { COMMENT, contestTown, CRITERIA, type ContestTown, wire } from '../../tests/support/contest-fixture.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';

let town: TestContext;
let c: ContestTown;
beforeAll(async () => {
  town = await testContext();
  c = await contestTown(town);
  for (const name of ['amy', 'bob', 'cat', 'dan']) await c.person(name);
});
afterAll(() => town.close());

const JUDGES = ['j1', 'j2', 'j3'];
const place = (contestId: number, roundType: number, submitId: number) => ({ contestId, roundType, submitId });
const items = (score: number) => CRITERIA.map(({ key }) => ({ key, score: score * 10 }));
const handleRoundEvent = (roundId: number, event: string, body: object = {}, who = 'ops') =>
  c.ask(who, 'PUT', `/cms/contest/round/${event}/${roundId}`, body);
const OK = { code: 200 };

async function passAll(contestId: number, submits: readonly number[]): Promise<void> {
  const round = await c.roundOf(contestId, 1);
  expect(await handleRoundEvent(round, 'allocate')).toMatchObject(OK);
  await c.clock();
  expect(await c.state('contestRound', round)).toBe('open');
  for (const judge of JUDGES)
    for (const submitId of submits)
      expect(
        await c.ask(judge, 'PUT', '/cms/contest/judgeTask/submit', { ...place(contestId, 1, submitId), result: 'pass', comment: COMMENT }),
      ).toMatchObject(OK);
  expect(await handleRoundEvent(round, 'close')).toMatchObject(OK);
  expect(await handleRoundEvent(round, 'confirm')).toMatchObject(OK);
}

test('SM11–SM14 lead a contest from the first entry to a certificate that anyone can check', async () => {
  const contestId = await c.collecting();
  expect(await c.state('contest', contestId)).toBe('collecting');
  const submits = [await c.entry('amy', contestId), await c.entry('bob', contestId), await c.entry('cat', contestId)];
  await c.addJudges(contestId, JUDGES);
  await c.toJudging(contestId);
  expect(await c.state('contest', contestId)).toBe('judging');
  await passAll(contestId, submits);
  expect(await c.state('contestSubmit', submits[0] ?? 0)).toBe('in_review');

  const second = await c.roundOf(contestId, 2);
  expect(await handleRoundEvent(second, 'allocate')).toMatchObject(OK);
  await c.clock();
  const scores = [
    [90, 92, 94],
    [80, 81, 82],
    [70, 70, 70],
  ];
  for (const [at, submitId] of submits.entries())
    for (const [by, judge] of JUDGES.entries())
      expect(
        await c.ask(judge, 'PUT', '/cms/contest/judgeTask/submit', {
          ...place(contestId, 2, submitId),
          items: items(scores[at]?.[by] ?? 0),
          comment: COMMENT,
        }),
      ).toMatchObject(OK);
  expect(await c.ask('ops', 'PUT', `/cms/contest/announce/${contestId}`)).toMatchObject({ code: 21103, msg: '评审尚未全部结束' });
  expect(await handleRoundEvent(second, 'close')).toMatchObject(OK);
  expect((await c.ask('ops', 'GET', `/cms/contest/round/ranking/${second}`)).rows.map(({ rank, score }) => [rank, score])).toEqual([
    [1, 9200],
    [2, 8100],
    [3, 7000],
  ]);
  expect(await handleRoundEvent(second, 'confirm')).toMatchObject(OK);
  // Before the announcement a contestant sees no score.
  expect((await c.ask('amy', 'GET', '/cms/contest/submit/mine')).rows[0]).toMatchObject({ score: null, rank: 0, feedback: [] });
  expect(await c.ask('ops', 'PUT', `/cms/contest/announce/${contestId}`)).toMatchObject(OK);
  const places = (await c.ask('amy', 'GET', `/cms/contest/queryPlaces/${contestId}`)).data;
  expect(places.rows.map((row: { rank: number; awardName: string }) => [row.rank, row.awardName])).toEqual([
    [1, '一等奖'],
    [2, '二等奖'],
    [3, '二等奖'],
  ]);
  expect(places.method).toContain('共3位评委');
  const objection = await c.ask('dan', 'POST', '/cms/contest/objection', {
    contestId,
    submitId: submits[2],
    content: '这篇译文与已发表的译文相似，请核对出处。',
  });
  await town.context.db
    .updateTable('contest')
    .set({ publicityEnd: Date.now() - 1 })
    .where('id', '=', contestId)
    .execute();
  expect(await c.ask('ops', 'PUT', `/cms/contest/finish/${contestId}`)).toMatchObject({ code: 21104, msg: '尚有异议未处理' });
  const { objectionId } = objection.data;
  const answer = (status: string, reply: string) => c.ask('ops', 'PUT', `/cms/contest/objection/${objectionId}`, { status, reply });
  expect(await answer('dismissed', '经比对，两篇译文没有相同的段落。')).toMatchObject(OK);
  expect(await answer('upheld', '再次比对后，异议成立，随后处理。')).toMatchObject({ code: 24501, msg: '这条异议已经处理' });
  const logged = await town.context.db
    .selectFrom('flowLog')
    .select(['event', 'fromStatus', 'toStatus', 'note'])
    .where('entityType', '=', 'contestObjection')
    .where('entityId', '=', objectionId)
    .execute();
  expect(logged).toEqual([{ event: 'dismiss', fromStatus: 'open', toStatus: 'dismissed', note: '经比对，两篇译文没有相同的段落。' }]);
  expect(await c.ask('ops', 'PUT', `/cms/contest/finish/${contestId}`)).toMatchObject(OK);
  expect(await c.state('contestSubmit', submits[0] ?? 0)).toBe('awarded');
  const own = (await c.ask('amy', 'GET', '/cms/contest/submit/mine')).rows[0];
  expect(own).toMatchObject({ score: 9200, rank: 1, awardName: '一等奖' });
  expect(own.feedback.length).toBe(6);
  const check = await town.app.inject({ method: 'GET', url: `/prod-api/cms/contest/certificate/check/${own.certificateNo}` });
  expect(check.json()).toMatchObject({ code: 200, data: { valid: true, awardName: '一等奖', authorsText: 'amy' } });
  const pdf = await town.app.inject({ method: 'GET', url: `/prod-api/cms/contest/certificate/${own.certificateNo}`, headers: await town.as('amy') });
  expect(pdf.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  expect(await c.ask('bob', 'GET', `/cms/contest/certificate/${own.certificateNo}`)).toMatchObject({ code: 404 });
  // Everybody reads an awarded work after the end, with its text.
  const shown = await town.app.inject({ method: 'GET', url: `/prod-api/cms/contest/queryWork/${submits[0]}` });
  expect(shown.json()).toMatchObject({
    code: 200,
    data: { authorsText: 'amy', awardName: '一等奖', paragraphs: [{ text: '灯亮了，桥上有人走过。' }] },
  });
  // A disqualified winner loses place and certificate.
  expect(await c.ask('ops', 'PUT', `/cms/contest/submit/disqualify/${submits[0]}`, { reason: '经查实与他人作品雷同，证据已存档。' })).toMatchObject(
    OK,
  );
  expect((await town.app.inject({ method: 'GET', url: `/prod-api/cms/contest/queryWork/${submits[0]}` })).json()).toMatchObject({ code: 404 });
  const revoked = await town.app.inject({ method: 'GET', url: `/prod-api/cms/contest/certificate/check/${own.certificateNo}` });
  expect(revoked.json()).toMatchObject({ data: { valid: false } });
});

test('SM13 refuses entries outside the time, above the limit, without files and without the promise', async () => {
  const contestId = await c.collecting({ contest: { maxPerUser: 1 } });
  const made = await c.ask('amy', 'POST', '/cms/contest/submit', { contestId, group: '学生组', title: '灯' });
  const { submitId } = made.data as { submitId: number };
  const submit = () => c.ask('amy', 'POST', `/cms/contest/submit/submit/${submitId}`);
  expect(await submit()).toMatchObject({ code: 21305 });
  expect(await c.upload('amy', submitId, '灯.exe', Buffer.from('MZ'))).toMatchObject({ code: 500 });
  expect(await c.upload('amy', submitId, '灯.txt', Buffer.from('灯亮了'))).toMatchObject(OK);
  expect(await submit()).toMatchObject({ code: 21304, msg: '请勾选原创与授权承诺' });
  const { version } = made.data as { version: number };
  const edit = (more: object) =>
    c.ask('amy', 'PUT', '/cms/contest/submit', { submitId, group: '学生组', title: '灯', promise: true, version, ...more });
  expect(await edit({ group: '公开组' })).toMatchObject({ code: 400 });
  expect(await edit({})).toMatchObject(OK);
  expect(await edit({})).toMatchObject({ code: 409 });
  expect(await submit()).toMatchObject({ code: 200, data: { status: 'submitted', submitNo: `DS${contestId}-学生组-0001` } });
  expect(await c.ask('amy', 'POST', '/cms/contest/submit', { contestId, title: '第二件' })).toMatchObject({ code: 21303, msg: '超过参赛件数上限' });
  expect(await c.ask('bob', 'PUT', `/cms/contest/submit/withdraw/${submitId}`)).toMatchObject({ code: 404 });
  // Returned: 48 hours, also after the end of the collection.
  expect(await c.ask('ops', 'PUT', `/cms/contest/submit/return/${submitId}`, { reason: '文件里没有原文，请补上' })).toMatchObject(OK);
  await c.toJudging(contestId);
  expect(await submit()).toMatchObject({ code: 200, data: { status: 'submitted' } });
  expect(await c.ask('bob', 'POST', '/cms/contest/submit', { contestId, title: '迟到' })).toMatchObject({ code: 21302, msg: '不在征稿时间内' });
});

test('SM13 voids drafts at the end and returned entries after 48 hours', async () => {
  const contestId = await c.collecting();
  const draft = (await c.ask('amy', 'POST', '/cms/contest/submit', { contestId, title: '未完成' })).data as { submitId: number };
  const returned = await c.entry('bob', contestId);
  await c.ask('ops', 'PUT', `/cms/contest/submit/return/${returned}`, { reason: '请补交原文' });
  await c.toJudging(contestId);
  expect([await c.state('contestSubmit', draft.submitId), await c.state('contestSubmit', returned)]).toEqual(['void', 'returned']);
  await town.context.db.updateTable('contestSubmit').set({ returnUntil: 1 }).where('id', '=', returned).execute();
  await c.clock();
  expect(await c.state('contestSubmit', returned)).toBe('void');
});

test('SM12 finds conflicts by person and explains an impossible allocation', async () => {
  const contestId = await c.collecting();
  const { db } = town.context;
  const submitId = await c.entry('amy', contestId, { instructor: 'j3' });
  await c.addJudges(contestId, JUDGES);
  // A second account of the contestant with the same identity card.
  await db.updateTable('user').set({ identityKey: '990000198001010012' }).where('userName', 'in', ['amy', 'j1']).execute();
  await c.toJudging(contestId);
  expect((await c.ask('ops', 'POST', `/cms/contest/conflict/check/${contestId}`)).data).toEqual({ found: 2, judges: 3, submits: 1 });
  const kinds = (await c.ask('ops', 'GET', `/cms/contest/conflict/list?contestId=${contestId}`)).rows.map(({ judgeName, kind }) => [judgeName, kind]);
  expect(kinds).toEqual([
    ['j1', 'team'],
    ['j3', 'instructor'],
  ]);
  const round = await c.roundOf(contestId, 1);
  expect(await handleRoundEvent(round, 'allocate')).toMatchObject({
    code: 21202,
    msg: '评委人数不足或存在回避关系：「学生组」有1件作品去掉回避的评委后不够3位，最多的一件还差2位',
  });
  await c.addJudges(contestId, ['j4', 'j5']);
  expect(await handleRoundEvent(round, 'allocate')).toMatchObject(OK);
  const tasks = await db.selectFrom('judgeTask').select('judgeId').where('submitId', '=', submitId).orderBy('judgeId').execute();
  expect(tasks.map(({ judgeId }) => judgeId)).toEqual([c.ids['j2'], c.ids['j4'], c.ids['j5']]);
  await db.updateTable('user').set({ identityKey: '' }).execute();
});

test('SM11 an organiser who entered is refused, and the second organiser takes over', async () => {
  const contestId = await c.collecting();
  await c.entry('ops', contestId);
  await c.addJudges(contestId, JUDGES);
  await c.toJudging(contestId);
  const round = await c.roundOf(contestId, 1);
  expect(await handleRoundEvent(round, 'allocate')).toMatchObject({ code: 21106, msg: '您参加了本届大赛，这一步请由ops2处理' });
  expect(await handleRoundEvent(round, 'allocate', {}, 'ops2')).toMatchObject(OK);
});

test('SM12 adds a judge at an even split of round 1 and hands a recused entry over', async () => {
  const contestId = await c.collecting({ judgesPerSubmit: 3 });
  const submitId = await c.entry('amy', contestId);
  await town.context.db
    .updateTable('contestRound')
    .set({ judgesPerSubmit: 2 })
    .where('contestId', '=', contestId)
    .where('roundType', '=', 1)
    .execute();
  await c.addJudges(contestId, ['s1', 's2', 's3', 's4']);
  await c.toJudging(contestId);
  const round = await c.roundOf(contestId, 1);
  await handleRoundEvent(round, 'allocate');
  await c.clock();
  const judgesOf = async () =>
    (
      await town.context.db
        .selectFrom('judgeTask')
        .innerJoin('user', 'user.id', 'judgeTask.judgeId')
        .select(['user.userName', 'judgeTask.status'])
        .where('roundId', '=', round)
        .orderBy('judgeTask.id')
        .execute()
    ).filter(({ status }) => status !== 'recused');
  const [first, second] = (await judgesOf()).map(({ userName }) => userName) as [string, string];
  const submit = (who: string, result: string) =>
    c.ask(who, 'PUT', '/cms/contest/judgeTask/submit', { ...place(contestId, 1, submitId), result, comment: COMMENT });
  expect(await c.ask(second, 'PUT', '/cms/contest/judgeTask/recuse', { ...place(contestId, 1, submitId), reason: '作者是我的同事' })).toMatchObject(
    OK,
  );
  const [, other] = (await judgesOf()).map(({ userName }) => userName) as [string, string];
  expect(other).not.toBe(second);
  await submit(first, 'pass');
  await submit(other, 'fail');
  expect((await judgesOf()).length).toBe(3);
  expect(await handleRoundEvent(round, 'close')).toMatchObject({ code: 21203, msg: '仍有1件作品评审未完成' });
});

test('#43.10 a judge who takes a task over near the end of the round has three days, and the others keep the end of the round', async () => {
  const contestId = await c.collecting({ judgesPerSubmit: 3 });
  const submitId = await c.entry('amy', contestId);
  await c.addJudges(contestId, ['t1', 't2', 't3', 't4']);
  await c.toJudging(contestId);
  const round = await c.roundOf(contestId, 1);
  await handleRoundEvent(round, 'allocate');
  await c.clock();
  const { db } = town.context;
  const end = Date.now() + 5000;
  await db.updateTable('contestRound').set({ endTime: end }).where('id', '=', round).execute();
  const tasks = () =>
    db
      .selectFrom('judgeTask')
      .innerJoin('user', 'user.id', 'judgeTask.judgeId')
      .selectAll('judgeTask')
      .select('user.userName')
      .where('roundId', '=', round)
      .orderBy('judgeTask.id')
      .execute();
  const [first] = await tasks();
  const who = first?.userName ?? '';
  expect(await c.ask(who, 'PUT', '/cms/contest/judgeTask/recuse', { ...place(contestId, 1, submitId), reason: '作者是我的同事' })).toMatchObject(OK);
  const taken = (await tasks()).at(-1);
  expect(Math.round((Number(taken?.dueAt) - Date.now()) / DAY_MS)).toBe(3);
  const [card] = (await c.ask(taken?.userName ?? '', 'GET', `/cms/contest/judgeTask/mine?contestId=${contestId}`)).data.rows;
  expect(card).toMatchObject({ endTime: wire(Number(taken?.dueAt)), late: false });
  expect((await tasks()).filter(({ dueAt }) => dueAt !== null)).toHaveLength(1);
});

test('SM14 keeps a draft, checks scores, answers a repeated key once, and closes with the round', async () => {
  const contestId = await c.collecting({ passQuota: 0 });
  const submits = [await c.entry('amy', contestId), await c.entry('bob', contestId)];
  await c.addJudges(contestId, JUDGES);
  await c.toJudging(contestId);
  await passAll(contestId, submits);
  const round = await c.roundOf(contestId, 2);
  await handleRoundEvent(round, 'allocate', { calibrationIds: [submits[0]] });
  await c.clock();
  const at = place(contestId, 2, submits[1] ?? 0);
  const submit = (body: object, key?: string) =>
    c.ask('j1', 'PUT', '/cms/contest/judgeTask/submit', { ...at, comment: COMMENT, ...body }, key ? { 'idempotency-key': key } : {});
  expect(await c.ask('j1', 'PUT', '/cms/contest/judgeTask/save', { ...at, items: items(50).slice(0, 1), comment: '先记' })).toMatchObject({
    data: { status: 'draft', total: null },
  });
  // The organisers count drafts and never read them.
  expect(
    (await c.ask('ops', 'GET', `/cms/contest/round/tasks/${round}?submitId=${submits[1]}`)).data.map(({ comment }: { comment: string }) => comment),
  ).toEqual(['', '', '']);
  expect(await submit({ items: items(50) })).toMatchObject({ code: 21405, msg: '请先完成1件试评作品' });
  expect(
    await c.ask('j1', 'PUT', '/cms/contest/judgeTask/submit', {
      ...place(contestId, 2, submits[0] ?? 0),
      calibration: '1',
      items: items(60),
      comment: COMMENT,
    }),
  ).toMatchObject(OK);
  expect(await submit({ items: items(50).slice(1) })).toMatchObject({ code: 21403, msg: '评分超出范围' });
  expect(await submit({ items: items(50), comment: '好' })).toMatchObject({ code: 21406 });
  const first = await submit({ items: items(88) }, 'key-1');
  expect(first).toMatchObject({ data: { status: 'submitted', total: 8800 } });
  expect(await submit({ items: items(88) }, 'key-1')).toEqual(first);
  expect(await submit({ items: items(10) }, 'key-1')).toMatchObject({ code: 409, msg: '同一请求编号的内容不一致，请刷新后重试' });
  expect(await submit({ items: items(10) }, 'key-2')).toMatchObject({ code: 21401 });
  await town.context.db.updateTable('contestRound').set({ status: 'scored' }).where('id', '=', round).execute();
  expect(await c.ask('j2', 'PUT', '/cms/contest/judgeTask/save', { ...at, items: items(50) })).toMatchObject({
    code: 21402,
    msg: '当前不在评审时间内',
  });
  expect((await c.ask('j1', 'GET', `/cms/contest/judgeTask/getInfo?contestId=${contestId}&roundType=2&submitId=${submits[1]}`)).data).toMatchObject({
    comment: COMMENT,
  });
});

test('SM12 asks for a discussion of a wide spread and of a tie on the line before it confirms', async () => {
  const contestId = await c.collecting({ passQuota: 1 });
  const submits = [await c.entry('amy', contestId), await c.entry('bob', contestId), await c.entry('cat', contestId)];
  await c.addJudges(contestId, JUDGES);
  await c.toJudging(contestId);
  await passAll(contestId, submits);
  const round = await c.roundOf(contestId, 2);
  await handleRoundEvent(round, 'allocate');
  await c.clock();
  const scores = [
    [80, 80, 80],
    [80, 80, 80],
    [30, 60, 60],
  ];
  for (const [n, submitId] of submits.entries())
    for (const [by, judge] of JUDGES.entries())
      await c.ask(judge, 'PUT', '/cms/contest/judgeTask/submit', {
        ...place(contestId, 2, submitId),
        items: items(scores[n]?.[by] ?? 0),
        comment: COMMENT,
      });
  await handleRoundEvent(round, 'close');
  const report = (await c.ask('ops', 'GET', `/cms/contest/round/report/${round}`)).data;
  expect(report.wide.map(({ submitId, spread }: { submitId: number; spread: number }) => [submitId, spread])).toEqual([[submits[2], 3000]]);
  expect(await handleRoundEvent(round, 'confirm')).toMatchObject({ code: 21205 });
  expect(await handleRoundEvent(round, 'discuss', { submitIds: [submits[2]], reason: '太短' })).toMatchObject({ code: 400 });
  expect(await handleRoundEvent(round, 'discuss', { submitIds: [submits[2]], reason: '三位评委复看后维持原评分。' })).toMatchObject(OK);
  expect(await handleRoundEvent(round, 'confirm')).toMatchObject({ code: 21204, msg: '晋级线出现同分，请先处理' });
  expect(
    await handleRoundEvent(round, 'discuss', { submitIds: submits.slice(0, 2), letIn: submits.slice(0, 1), reason: '两件同分，合议后前一件晋级。' }),
  ).toMatchObject(OK);
  expect(await handleRoundEvent(round, 'confirm')).toMatchObject(OK);
  expect(await Promise.all(submits.map((id) => c.state('contestSubmit', id)))).toEqual(['in_review', 'eliminated', 'eliminated']);
});
