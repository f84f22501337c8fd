import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS } from '../../contract/clock.ts';
import type { Timetable, TutorExpert } from '../../contract/tutor/timetable.ts';
import type { TutorDetail } from '../../contract/tutor/tutor.ts';
import { payOrderNow } from '../../tests/support/fee-order.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';

/** A Monday. */
const NOW = Date.parse('2026-06-01T08:00:00+08:00');
const HOUR = 3_600_000;
const PEOPLE = ['reader1', 'reader2', 'reader3', 'prof1', 'prof2', 'ops', 'viewer'];
const SUMMARY = '我们逐段读了开头三页，删去两处解释，把人物的动作提前；下一步请先写完第二章再回头改第一章，写到四千字左右发给我看，重点看对话。';
let t: TestContext;
let paid: number;
let free: number;
const bearers = new Map<string, Bearer>();

type Answer<T = never> = { code: number; msg: string; data: T };
async function call<T = never>(who: string | null, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object): Promise<Answer<T>> {
  const headers = who ? bearers.get(who) : undefined;
  const answer = await t.app.inject({ method, url: `/prod-api${url}`, ...(headers ? { headers } : {}), ...(payload ? { payload } : {}) });
  return answer.json();
}
const request = { topic: '小说的开头', question: '写了三个开头都不满意，想请您看看问题出在哪里。', mode: 'online' };
const apply = (who: string, professorId: number, expectTime: string, more: object = {}) =>
  call<{ tutorId: number }>(who, 'POST', '/cms/tutor/apply', { ...request, professorId, expectTime, ...more });
const sendEvent = (who: string, event: string, tutorId: number, body: object = {}) => call(who, 'PUT', `/cms/tutor/${event}/${tutorId}`, body);
const detail = async (who: string, tutorId: number) => (await call<TutorDetail>(who, 'GET', `/cms/tutor/detail/${tutorId}`)).data;
/** Pays the fee of a tutoring in the sandbox. */
const payFee = async (who: string, tutorId: number): Promise<string> =>
  payOrderNow(
    t,
    (await call<{ orderNo: string }>(who, 'POST', '/pay/fee', { kind: 'tutor', targetId: tutorId })).data.orderNo,
    bearers.get(who) as Bearer,
  );
const slots = async (professorId: number) =>
  (await call<TutorExpert & { slots: string[] }>(null, 'GET', `/structure/professor/freeSlots/${professorId}`)).data.slots;
const inbox = async (who: string): Promise<string[]> =>
  ((await call(who, 'GET', '/info/message/mine?pageSize=50')).data as unknown as { rows: { title: string }[] }).rows.map(({ title }) => title);
async function at(time: number): Promise<void> {
  vi.setSystemTime(time);
  for (const name of PEOPLE) bearers.set(name, await t.as(name));
}

beforeAll(async () => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  t = await testContext({ demo: true });
  for (const userName of PEOPLE.slice(0, 3)) await t.addUser({ userName });
  await t.addUser({ userName: 'ops', permissions: ['cms:tutor:list', 'cms:tutor:query', 'cms:tutor:edit', 'cms:tutor:export'] });
  await t.addUser({ userName: 'viewer', permissions: ['cms:tutor:list', 'cms:tutor:query'] });
  const professor = async (userName: string, tutorPriceFen: number) =>
    (
      await t.context.db
        .insertInto('professor')
        .values({
          userId: await t.addUser({ userName, roles: ['professor'] }),
          collegeId: null,
          title: '教授',
          expertise: '小说写作',
          tutorEnabled: '1',
          tutorPriceFen,
          tutorMinutes: 60,
          createTime: 0,
          updateTime: 0,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  paid = await professor('prof1', 20_000);
  free = await professor('prof2', 0);
});
beforeEach(async () => {
  for (const table of ['tutor', 'tutorMessage', 'tutorSlot', 'tutorException'] as const) await t.context.db.deleteFrom(table).execute();
  await t.context.cache.clear('');
  for (const professorId of [paid, free])
    await t.context.db
      .insertInto('tutorSlot')
      .values([
        { professorId, weekday: 3, startMinute: 540 },
        { professorId, weekday: 3, startMinute: 600 },
      ])
      .execute();
  await at(NOW);
});
afterAll(async () => {
  vi.useRealTimers();
  await t.close();
});

const WEDNESDAY = '2026-06-03 09:00:00';
const startOf = (time: string) => Date.parse(`${time.replace(' ', 'T')}+08:00`);

test('#45 SM22 a paid tutoring goes from the request over the payment to the rating, and each step tells the other side', async () => {
  const { data } = await apply('reader1', paid, WEDNESDAY);
  const { tutorId } = data;
  expect((await detail('prof1', tutorId)).tutorNo).toMatch(/^FD20260601\d{4}$/);
  expect(await inbox('prof1')).toContain('reader1预约您的辅导');
  expect((await sendEvent('prof1', 'accept', tutorId, { link: 'meet.example' })).msg).toBe('线上辅导的链接须以 http:// 或 https:// 开头');
  expect((await sendEvent('prof1', 'accept', tutorId, { link: 'https://meet.example/a' })).code).toBe(200);
  expect((await detail('reader1', tutorId)).status).toBe('wait_pay');
  expect((await sendEvent('prof1', 'paid', tutorId, { text: '6月1日银行转账' })).msg).toBe('没有这个操作');
  await payFee('reader1', tutorId);
  expect((await sendEvent('prof1', 'finish', tutorId, { text: SUMMARY })).msg).toBe('辅导还没有开始，结束后再填写总结');
  await at(startOf(WEDNESDAY) + HOUR);
  expect(await sendEvent('prof1', 'finish', tutorId, { text: '很好' })).toMatchObject({ code: 22203, msg: '请填写辅导总结，至少50个字' });
  expect((await sendEvent('prof1', 'finish', tutorId, { text: SUMMARY })).code).toBe(200);
  expect((await sendEvent('reader1', 'rate', tutorId, { rating: 6 })).msg).toBe('请选择1到5星');
  expect((await sendEvent('reader1', 'rate', tutorId, {})).msg).toBe('请选择1到5星');
  expect((await sendEvent('reader1', 'rate', tutorId, { rating: 5, text: '很有收获' })).code).toBe(200);
  const end = await detail('reader1', tutorId);
  expect(end).toMatchObject({ status: 'rated', rating: 5, ratingNote: '很有收获', payNote: '', can: [], threadOpen: false });
  expect(end.log.map(({ event }) => event)).toEqual(['apply', 'accept', 'paid', 'finish', 'rate']);
  expect(await sendEvent('reader1', 'rate', tutorId, { rating: 1 })).toMatchObject({ code: 22201, msg: '辅导当前状态为「已评价」，不能评价' });
  expect(await inbox('reader1')).toEqual(
    expect.arrayContaining(['辅导《小说的开头》待支付', '辅导《小说的开头》已支付，预约生效', '辅导《小说的开头》已完成']),
  );
  expect(await inbox('prof1')).toEqual(expect.arrayContaining(['辅导《小说的开头》已预约', '辅导《小说的开头》已评价']));
});

test('SM22 a free tutoring is scheduled when the expert accepts; a declined one frees its slot', async () => {
  const first = (await apply('reader1', free, WEDNESDAY)).data.tutorId;
  expect(await slots(free)).not.toContain(WEDNESDAY);
  expect((await sendEvent('prof2', 'decline', first, { text: '不' })).msg).toBe('请填写婉拒的原因，至少5个字');
  expect((await sendEvent('prof2', 'decline', first, { text: '当天要去外地开会' })).code).toBe(200);
  expect(await slots(free)).toContain(WEDNESDAY);
  const second = (await apply('reader2', free, WEDNESDAY)).data.tutorId;
  expect((await sendEvent('prof2', 'accept', second)).code).toBe(200);
  expect((await detail('reader2', second)).status).toBe('scheduled');
});

test('SM22 nobody takes the steps of another person, and strangers do not see a tutoring', async () => {
  const { tutorId } = (await apply('reader1', paid, WEDNESDAY)).data;
  const gone = { code: 404, msg: '辅导不存在或与您无关，请刷新后重试' };
  for (const [who, event] of [
    ['reader1', 'accept'],
    ['prof2', 'accept'],
    ['prof1', 'cancel'],
    ['reader2', 'cancel'],
    ['ops', 'accept'],
  ] as const)
    expect(await sendEvent(who, event, tutorId, { text: '随便写几个字' })).toMatchObject(gone);
  expect((await sendEvent('viewer', 'arbitrate', tutorId, { text: '随便写几个字' })).code).toBe(403);
  expect((await sendEvent('ops', 'settle', tutorId, { text: '收到' })).msg).toBe('没有这个操作');
  expect(await call('reader2', 'POST', '/pay/fee', { kind: 'tutor', targetId: tutorId })).toMatchObject(gone);
  for (const path of [`detail/${tutorId}`, `calendar/${tutorId}.ics`]) expect(await call('reader2', 'GET', `/cms/tutor/${path}`)).toMatchObject(gone);
  expect(await call('reader2', 'POST', `/cms/tutor/thread/${tutorId}`, { content: '你好' })).toMatchObject(gone);
  expect(await call('viewer', 'POST', `/cms/tutor/thread/${tutorId}`, { content: '你好' })).toMatchObject(gone);
  expect((await detail('viewer', tutorId)).side).toBe('staff');
});

test('of ten people who apply for one slot at the same time exactly one gets it', async () => {
  const names = Array.from({ length: 10 }, (_, n) => `racer${n}`);
  for (const name of names) {
    await t.addUser({ userName: name });
    bearers.set(name, await t.as(name));
  }
  const answers = await Promise.all(names.map((name) => apply(name, free, WEDNESDAY)));
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  expect(new Set(answers.filter(({ code }) => code !== 200).map(({ msg }) => msg))).toEqual(new Set(['这个时段已被预约或不再开放，请选择其他时段']));
  const rows = await t.context.db.selectFrom('tutor').select('status').execute();
  expect(rows).toEqual([{ status: 'applied' }]);
});

test('the database itself rejects a second appointment in a slot', async () => {
  await apply('reader1', free, WEDNESDAY);
  const { id: _id, ...row } = await t.context.db.selectFrom('tutor').selectAll().executeTakeFirstOrThrow();
  await expect(
    t.context.db
      .insertInto('tutor')
      .values({ ...row, tutorNo: 'FD1' })
      .execute(),
  ).rejects.toThrow();
});

test('only free slots in the future and at most 60 days ahead can be booked', async () => {
  const open = await slots(free);
  expect(open[0]).toBe(WEDNESDAY);
  expect(open.at(-1)).toBe('2026-07-29 10:00:00');
  const taken = '这个时段已被预约或不再开放，请选择其他时段';
  for (const time of ['2026-05-27 09:00:00', '2026-06-03 09:05:00', '2026-06-04 09:00:00', '2026-08-05 09:00:00'])
    expect((await apply('reader1', free, time)).msg).toBe(taken);
  expect((await apply('prof2', free, WEDNESDAY)).msg).toBe('不能预约自己的辅导，请选择其他专家');
  await apply('reader1', free, WEDNESDAY);
  expect((await apply('reader1', paid, WEDNESDAY)).msg).toBe('您在这个时间已有一次辅导，请选择其他时段');
  await t.context.db.updateTable('professor').set({ tutorEnabled: '0' }).where('id', '=', free).execute();
  expect(await apply('reader1', free, '2026-06-03 10:00:00')).toMatchObject({ code: 22202, msg: '该专家暂不接受辅导' });
  await t.context.db.updateTable('professor').set({ tutorEnabled: '1' }).where('id', '=', free).execute();
});

test('a reader has at most five requests that wait for an answer', async () => {
  const open = await slots(free);
  for (const time of open.slice(0, 5)) expect((await apply('reader1', free, time)).code).toBe(200);
  expect((await apply('reader1', free, open[5] ?? '')).msg).toBe('您有5个预约还在等待确认，请等专家答复或取消后再申请');
});

test('cancelling 24 hours ahead returns the whole fee, later half of it and needs a reason, and not after the start', async () => {
  const scheduled = async (time: string) => {
    const { tutorId } = (await apply('reader1', paid, time)).data;
    await sendEvent('prof1', 'accept', tutorId);
    await payFee('reader1', tutorId);
    return tutorId;
  };
  const early = await scheduled('2026-06-10 09:00:00');
  await at(startOf('2026-06-10 09:00:00') - DAY_MS);
  expect((await sendEvent('reader1', 'cancel', early)).code).toBe(200);
  expect(await detail('prof1', early)).toMatchObject({ status: 'cancelled', refundFen: 20_000 });
  await at(NOW);
  const late = await scheduled(WEDNESDAY);
  await at(startOf(WEDNESDAY) - DAY_MS + 1);
  expect((await sendEvent('reader1', 'cancel', late)).msg).toBe('距开始不足24小时，请填写取消的原因，至少5个字');
  expect((await sendEvent('reader1', 'cancel', late, { text: '临时要出差' })).code).toBe(200);
  expect((await detail('reader1', late)).refundFen).toBe(10_000);
  const missed = await scheduled('2026-06-03 10:00:00');
  await at(startOf('2026-06-03 10:00:00'));
  expect((await sendEvent('reader1', 'cancel', missed, { text: '临时要出差' })).msg).toContain('辅导已经开始，不能取消');
  expect((await sendEvent('ops', 'arbitrate', missed, { text: '专家没有到场，读者要求取消' })).code).toBe(200);
  expect((await detail('reader1', missed)).refundFen).toBe(20_000);
  for (const who of ['reader1', 'prof1']) expect(await inbox(who)).toContain('辅导《小说的开头》已取消');
});

test('#120 staff list tutorings and export them', async () => {
  const { tutorId } = (await apply('reader1', paid, WEDNESDAY)).data;
  await sendEvent('prof1', 'accept', tutorId);
  expect((await detail('ops', tutorId)).can).toEqual(['arbitrate']);
  expect((await detail('viewer', tutorId)).can).toEqual([]);
  const list = (await call('ops', 'GET', '/cms/tutor/list?professorName=prof1&status=wait_pay')) as unknown as { rows: object[] };
  expect(list.rows).toMatchObject([{ tutorId, applicantName: 'reader1', professorName: 'prof1', feeFen: 20_000 }]);
  expect((await sendEvent('ops', 'arbitrate', tutorId, { text: '专家临时出差' })).code).toBe(200);
  const log = await t.context.db.selectFrom('operLog').select('title').execute();
  expect(log).toContainEqual({ title: '辅导管理' });
  expect((await call('reader1', 'GET', '/cms/tutor/list')).code).toBe(403);
});

test('both sides write in the thread until the tutoring is over', async () => {
  const { tutorId } = (await apply('reader1', free, WEDNESDAY)).data;
  expect((await call('reader1', 'POST', `/cms/tutor/thread/${tutorId}`, { content: '稿子放在网盘里了' })).code).toBe(200);
  await call('reader1', 'POST', `/cms/tutor/thread/${tutorId}`, { content: '还有第二章' });
  await call('prof2', 'POST', `/cms/tutor/thread/${tutorId}`, { content: '收到' });
  expect((await detail('viewer', tutorId)).thread.map(({ side, content }) => [side, content])).toEqual([
    ['applicant', '稿子放在网盘里了'],
    ['applicant', '还有第二章'],
    ['expert', '收到'],
  ]);
  // The second message in a row is not announced again.
  expect((await inbox('prof2')).filter((title) => title === 'reader1在辅导《小说的开头》中留言')).toHaveLength(1);
  await sendEvent('reader1', 'cancel', tutorId);
  expect((await call('prof2', 'POST', `/cms/tutor/thread/${tutorId}`, { content: '好的' })).msg).toBe('这次辅导已经结束，不能再留言');
});

test('the calendar file comes with the confirmation and belongs to both sides', async () => {
  const { tutorId } = (await apply('reader1', free, WEDNESDAY)).data;
  expect((await call('reader1', 'GET', `/cms/tutor/calendar/${tutorId}.ics`)).msg).toBe('预约确认后才有日历文件');
  await sendEvent('prof2', 'accept', tutorId);
  const answer = await t.app.inject({ url: `/prod-api/cms/tutor/calendar/${tutorId}.ics`, headers: bearers.get('prof2') ?? {} });
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="FD\d+\.ics"$/);
  expect(answer.body).toContain('DTSTART;TZID=Asia/Shanghai:20260603T090000');
  expect(answer.body).toContain('SUMMARY:辅导：小说的开头（reader1）');
});

test('a professor keeps a timetable of weekly slots and exceptions; overlaps and foreign timetables are rejected', async () => {
  const before = (await call<Timetable>('prof2', 'GET', '/cms/tutor/timetable')).data;
  expect(before.slots).toEqual([
    { weekday: 3, start: '09:00' },
    { weekday: 3, start: '10:00' },
  ]);
  const save = (body: object) => call<Timetable>('prof2', 'PUT', '/cms/tutor/timetable', { exceptions: [], version: before.version, ...body });
  const slot = (weekday: number, start: string) => ({ weekday, start });
  expect((await save({ slots: [slot(2, '14:00'), slot(2, '14:30')] })).msg).toBe('周二 14:00 与 14:30 重叠：每次辅导 60 分钟，请调整时间');
  expect((await save({ slots: [slot(2, '23:30')] })).msg).toContain('的时段到次日才结束');
  expect((await save({ slots: [], exceptions: [{ date: '2026-06-02', start: '', kind: 'extra' }] })).msg).toBe('加开的时段须填写开始时间');
  const saved = await save({
    slots: [slot(2, '14:00'), slot(3, '09:00')],
    exceptions: [
      { date: '2026-06-02', start: '', kind: 'off' },
      { date: '2026-06-03', start: '09:00', kind: 'off' },
      { date: '2026-06-04', start: '19:00', kind: 'extra' },
    ],
  });
  expect(saved.code).toBe(200);
  expect((await slots(free)).slice(0, 3)).toEqual(['2026-06-04 19:00:00', '2026-06-09 14:00:00', '2026-06-10 09:00:00']);
  expect((await save({ slots: [] })).code).toBe(409);
  expect((await call('reader1', 'GET', '/cms/tutor/timetable')).data).toBeNull();
  expect((await call('reader1', 'PUT', '/cms/tutor/timetable', { slots: [], exceptions: [], version: 0 })).msg).toBe('专家才能设置辅导时段');
});

test('#45 the public list names experts with field, fee and next free slot', async () => {
  const { rows } = (await call(null, 'GET', '/structure/professor/queryProfessor?keyword=小说')) as unknown as { rows: TutorExpert[] };
  expect(rows).toMatchObject([
    { professorId: paid, expertise: '小说写作', feeFen: 20_000, nextSlot: WEDNESDAY },
    { professorId: free, feeFen: 0 },
  ]);
  expect(((await call(null, 'GET', '/structure/professor/queryProfessor?keyword=天文')) as unknown as { rows: [] }).rows).toEqual([]);
});

test('#29 the page of a scholar who is a tutoring professor offers the booking', async () => {
  const { userId } = await t.context.db.selectFrom('professor').select('userId').where('id', '=', free).executeTakeFirstOrThrow();
  const scholar = await t.context.db
    .insertInto('scholar')
    .values({
      scholarName: '金见',
      userId,
      collegeId: null,
      mergedInto: null,
      researchField: '翻译',
      intro: '<p>翻译家</p>',
      status: 'published',
      createTime: 0,
      updateTime: 0,
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  const shown = async () =>
    (await call<{ tutorProfessorId: number | null }>(null, 'GET', `/house/scholar/getInfo/${scholar.id}`)).data.tutorProfessorId;
  expect(await shown()).toBe(free);
  await t.context.db.updateTable('professor').set({ tutorEnabled: '0' }).where('id', '=', free).execute();
  expect(await shown()).toBeNull();
  await t.context.db.updateTable('professor').set({ tutorEnabled: '1' }).where('id', '=', free).execute();
  const { rows } = (await call(null, 'GET', '/structure/professor/queryProfessor')) as unknown as { rows: TutorExpert[] };
  expect(rows.find(({ professorId }) => professorId === free)?.scholarId).toBe(scholar.id);
});
