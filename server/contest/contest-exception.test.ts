import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMMENT, contestTown, CRITERIA, type ContestTown } from '../../tests/support/contest-fixture.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';

let town: TestContext;
let c: ContestTown;
beforeAll(async () => {
  town = await testContext();
  c = await contestTown(town);
  for (const name of ['amy', 'bob', 'cat']) await c.person(name);
});
afterAll(() => town.close());

const OK = { code: 200 };
const JUDGES = ['j1', 'j2', 'j3'];
const handleRoundEvent = (roundId: number, event: string) => c.ask('ops', 'PUT', `/cms/contest/round/${event}/${roundId}`, {});

/** A contest whose rounds are confirmed, with the scores of its entries by amy, bob and cat. */
async function judged(scores: readonly number[]): Promise<{ contestId: number; submits: number[] }> {
  const contestId = await c.collecting();
  const submits = [await c.entry('amy', contestId), await c.entry('bob', contestId), await c.entry('cat', contestId)];
  await c.addJudges(contestId, JUDGES);
  await c.toJudging(contestId);
  for (const roundType of [1, 2]) {
    const round = await c.roundOf(contestId, roundType);
    expect(await handleRoundEvent(round, 'allocate')).toMatchObject(OK);
    await c.clock();
    for (const judge of JUDGES)
      for (const [at, submitId] of submits.entries())
        expect(
          await c.ask(judge, 'PUT', '/cms/contest/judgeTask/submit', {
            contestId,
            roundType,
            submitId,
            comment: COMMENT,
            ...(roundType === 1 ? { result: 'pass' } : { items: CRITERIA.map(({ key }) => ({ key, score: (scores[at] ?? 0) * 10 })) }),
          }),
        ).toMatchObject(OK);
    expect(await handleRoundEvent(round, 'close')).toMatchObject(OK);
    expect(await handleRoundEvent(round, 'confirm')).toMatchObject(OK);
  }
  return { contestId, submits };
}
const announce = (contestId: number) => c.ask('ops', 'PUT', `/cms/contest/announce/${contestId}`);
const finish = (contestId: number, who = 'ops') => c.ask(who, 'PUT', `/cms/contest/finish/${contestId}`);
const REASON = '颁奖礼的日期已经公布，全体评委书面同意。';
const propose = (who: string, body: object) => c.ask(who, 'POST', '/cms/contest/exception', { reason: REASON, ...body });
const decide = (who: string, exceptionId: number, status: string) => c.ask(who, 'PUT', `/cms/contest/exception/${exceptionId}`, { status });

test('#43.9 the publicity does not end before its announced time, unless one person gives a reason and another confirms', async () => {
  const { contestId } = await judged([90, 80, 70]);
  expect(await propose('ops', { contestId, kind: 'early_finish' })).toMatchObject({ msg: '公示期间才能申请提前结束' });
  expect(await announce(contestId)).toMatchObject(OK);
  const { publicityEnd } = (await c.ask('ops', 'GET', `/cms/contest/board/${contestId}`)).data;
  expect(await finish(contestId)).toMatchObject({ code: 21108, msg: expect.stringContaining(`公示到${publicityEnd.slice(0, 16)}结束`) });
  expect((await c.ask('ops', 'GET', `/cms/contest/board/${contestId}`)).data.can).not.toContain('finish');
  expect(await propose('ops', { contestId, kind: 'early_finish', reason: '太久了' })).toMatchObject({ msg: '请填写理由，至少10个字' });
  const made = await propose('ops', { contestId, kind: 'early_finish' });
  expect(made).toMatchObject(OK);
  const { exceptionId } = made.data;
  expect(await propose('ops2', { contestId, kind: 'early_finish' })).toMatchObject({ msg: expect.stringContaining('已有一份') });
  expect(await decide('ops', exceptionId, 'confirmed')).toMatchObject({ code: 21110, msg: '例外须由另一个人确认，不能确认自己的申请' });
  // A second account of the same person is no second person.
  const person = { identityKey: '11010519491231002X' };
  for (const name of ['ops', 'ops2']) await town.context.db.updateTable('user').set(person).where('userName', '=', name).execute();
  expect(await decide('ops2', exceptionId, 'confirmed')).toMatchObject({ code: 21110 });
  await town.context.db.updateTable('user').set({ identityKey: '' }).where('userName', '=', 'ops2').execute();
  expect(await finish(contestId)).toMatchObject({ code: 21108 });
  expect((await c.ask('ops2', 'GET', `/cms/contest/exception/list?contestId=${contestId}`)).rows[0]).toMatchObject({
    mayDecide: true,
    reason: REASON,
  });
  expect(await decide('ops2', exceptionId, 'confirmed')).toMatchObject(OK);
  expect(await c.state('contest', contestId)).toBe('finished');
  const { log } = (await c.ask('ops', 'GET', `/cms/contest/board/${contestId}`)).data;
  expect(JSON.stringify(log)).toContain(REASON);
  expect(await decide('ops2', exceptionId, 'confirmed')).toMatchObject({ code: 21111, msg: '这份申请已经处理' });
  const steps = await town.context.db
    .selectFrom('flowLog')
    .select(['event', 'fromStatus', 'toStatus', 'operatorId'])
    .where('entityType', '=', 'contestException')
    .where('entityId', '=', exceptionId)
    .execute();
  expect(steps, '#47.2').toEqual([{ event: 'confirm', fromStatus: 'waiting', toStatus: 'confirmed', operatorId: c.ids['ops2'] }]);
});

test('#43.9 a contest ends at its announced time without an exception', async () => {
  const { contestId } = await judged([90, 80, 70]);
  expect(await announce(contestId)).toMatchObject(OK);
  await c.clock();
  expect(await c.state('contest', contestId)).toBe('publicity');
  await town.context.db
    .updateTable('contest')
    .set({ publicityEnd: Date.now() - 1 })
    .where('id', '=', contestId)
    .execute();
  await c.clock();
  expect(await c.state('contest', contestId)).toBe('finished');
});

test('#43.9 no group gets more prizes than its quota, unless one person gives a reason and another confirms the very list', async () => {
  const { contestId, submits } = await judged([90, 80, 70]);
  const awards = submits.map((submitId) => ({ submitId, awardName: '一等奖' }));
  const over = { code: 21109, msg: expect.stringMatching(/的一等奖有[23]件，名额是1件/) };
  expect(await c.ask('ops', 'PUT', `/cms/contest/awards/${contestId}`, { awards })).toMatchObject(over);
  expect(await announce(contestId)).toMatchObject(OK);
  expect(await c.ask('ops', 'PUT', `/cms/contest/awards/${contestId}`, { awards })).toMatchObject(over);
  const given = async () =>
    (await town.context.db.selectFrom('contestSubmit').select('awardName').where('contestId', '=', contestId).execute()).filter(
      ({ awardName }) => awardName === '一等奖',
    ).length;
  expect(await given()).toBe(1);
  const { exceptionId } = (await propose('ops', { contestId, kind: 'over_quota', awards })).data;
  expect(await given()).toBe(1);
  expect(await decide('ops', exceptionId, 'confirmed')).toMatchObject({ code: 21110 });
  expect(await decide('ops2', exceptionId, 'confirmed')).toMatchObject(OK);
  expect(await given()).toBe(3);
  await town.context.db
    .updateTable('contest')
    .set({ publicityEnd: Date.now() - 1 })
    .where('id', '=', contestId)
    .execute();
  expect(await finish(contestId)).toMatchObject(OK);
});

test('#43.9 a tie on the line does not exceed the quota by itself: the announcement asks for a decision', async () => {
  const { contestId, submits } = await judged([90, 90, 70]);
  expect(await announce(contestId)).toMatchObject({ code: 21109 });
  expect(await c.ask('ops', 'PUT', `/cms/contest/awards/${contestId}`, { awards: [{ submitId: submits[0], awardName: '一等奖' }] })).toMatchObject(
    OK,
  );
  expect(await announce(contestId)).toMatchObject(OK);
});

test('#43.9 when a tie stops the announcement, the exception can be proposed at once with the awards by rank', async () => {
  const { contestId, submits } = await judged([90, 90, 70]);
  expect(await announce(contestId)).toMatchObject({ code: 21109 });
  const made = await propose('ops', { contestId, kind: 'over_quota', awards: [] });
  expect(made).toMatchObject(OK);
  const [row] = (await c.ask('ops2', 'GET', `/cms/contest/exception/list?contestId=${contestId}`)).rows;
  expect(row.awards.filter(({ awardName }: { awardName: string }) => awardName === '一等奖')).toHaveLength(2);
  expect(await decide('ops2', made.data.exceptionId, 'confirmed')).toMatchObject(OK);
  expect(await announce(contestId)).toMatchObject(OK);
  const given = await town.context.db.selectFrom('contestSubmit').select(['id', 'awardName']).where('contestId', '=', contestId).execute();
  expect(given.filter(({ awardName }) => awardName === '一等奖').map(({ id }) => id)).toEqual(submits.slice(0, 2));
});

test('#43.9 a rejected exception changes nothing', async () => {
  const { contestId } = await judged([90, 80, 70]);
  expect(await announce(contestId)).toMatchObject(OK);
  const { exceptionId } = (await propose('ops2', { contestId, kind: 'early_finish' })).data;
  expect(await decide('ops', exceptionId, 'rejected')).toMatchObject(OK);
  expect(await finish(contestId)).toMatchObject({ code: 21108 });
});
