import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../../contract/clock.ts';
import { classroom, type Classroom } from '../../../tests/support/classroom.ts';
import { addTextbook } from '../../../tests/support/textbook-fixture.ts';
import type { Bearer } from '../../../tests/support/test-context.ts';
import { notifySeatEnd } from '../../commerce/seat/class-seat.service.ts';
import { openRight, rightTo } from '../../commerce/entitlement.service.ts';
import { verifyMoney } from '../../commerce/verify.service.ts';
import { wireDate } from '../../db/clock.ts';

const MANY = 50;
const students = ['lin', 'zhou', 'chen'];
let room: Classroom;
let publishId = 0;
const later = (days: number): string => wireDate(Date.now() + days * DAY_MS);
const staff: Record<string, Bearer> = {};

beforeAll(async () => {
  room = await classroom(students);
  publishId = (await addTextbook(room.t)).publishId;
  await room.ask('teacher', 'PUT', '/teaching/course', { courseId: room.courseId, name: '英语听说', publishIds: [publishId] });
  await room.t.addUser({ userName: 'issuer', permissions: ['textbook:code:list', 'textbook:code:issue'] });
  await room.t.addUser({ userName: 'viewer', permissions: ['textbook:code:list'] });
  for (const name of ['issuer', 'viewer']) staff[name] = await room.t.as(name);
});
afterAll(async () => {
  expect(await verifyMoney(room.t.context.db)).toEqual([]);
  await room.t.close();
});

const asStaff = async (who: string, method: 'GET' | 'POST', path: string, payload?: object) =>
  // oxlint-disable-next-line no-explicit-any -- answers of many endpoints
  (await room.t.app.inject({ method, url: `/prod-api${path}`, headers: { ...staff[who] }, ...(payload ? { payload } : {}) })).json<any>();
const makePool = (more: object = {}) =>
  asStaff('issuer', 'POST', '/textbook/seatPool', { publishId, userName: 'teacher', n: 3, endDate: later(90), ...more });
async function pool(n = 3, days = 90): Promise<number> {
  const made = await makePool({ n, endDate: later(days) });
  if (made.code !== 200) throw new Error(made.msg);
  return made.data.poolId as number;
}
const ids = async (): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await room.ask('teacher', 'GET', `/cms/courseClass/member/${room.classId}`)).data.map((one: { memberName: string; memberId: number }) => [
      one.memberName.replace('同学', ''),
      one.memberId,
    ]),
  );
const change = (what: 'give' | 'take', poolId: number, memberIds: number[], who = 'teacher') =>
  room.ask(who, 'POST', `/teaching/seat/${what}/${room.classId}`, { poolId, memberIds });
const card = async (poolId: number) =>
  (await room.ask('teacher', 'GET', `/teaching/seat/${room.classId}`)).data.find((one: { poolId: number }) => one.poolId === poolId);
const reader = (who: string) => ({ userId: room.ids[who] ?? 0, permissions: new Set<string>() });
const reads = async (who: string) => rightTo(room.t.context, reader(who), publishId);
const titles = async (who: string) =>
  (
    await room.t.context.db
      .selectFrom('message')
      .select(['title', 'link'])
      .where('userId', '=', room.ids[who] ?? 0)
      .execute()
  ).map(({ title, link }) => `${title} ${link}`);
const drop = (poolId: number) => room.t.context.db.updateTable('seatPool').set({ ownerId: 0 }).where('id', '=', poolId).execute();

test('§13 staff make a pool for a teacher, who is told; what cannot be is said', async () => {
  const made = await makePool({ n: 30 });
  expect(made.data).toMatchObject({
    publishTitle: '渡口英语',
    userName: 'teacher',
    n: 30,
    given: 0,
    source: 'gift',
    ended: false,
    endDate: later(90),
  });
  expect(await titles('teacher')).toContainEqual(expect.stringContaining(`您得到《渡口英语》的30个席位，用到${later(90)}`));
  expect((await asStaff('viewer', 'GET', '/textbook/seatPool/list?userName=teach')).rows).toEqual([
    expect.objectContaining({ poolId: made.data.poolId }),
  ]);
  expect((await asStaff('viewer', 'POST', '/textbook/seatPool', { publishId, userName: 'teacher', n: 1, endDate: later(9) })).code).toBe(403);
  for (const [more, msg] of [
    [{ n: 501 }, '席位数须为1至500'],
    [{ n: 0 }, '席位数须为1至500'],
    [{ endDate: later(-1) }, '到期日已经过了，请选择今天或以后的日期'],
    [{ endDate: '2026-13-01' }, '请选择到期日，格式为yyyy-MM-dd'],
    [{ userName: 'nobody' }, '没有这个用户名，请核对'],
    [{ userName: 'lin' }, '对方不是教师，或账号已停用，请先让对方申请成为教师'],
    [{ publishId: 999_999 }, '只有数字教材可以建席位池，请重新选择'],
  ] as const)
    expect([more, (await makePool(more)).msg]).toEqual([more, msg]);
  const log = await room.t.context.db.selectFrom('operLog').select(['title', 'operName']).where('title', '=', '席位池').execute();
  expect(log.length).toBeGreaterThan(0);
  await drop(made.data.poolId);
});

test('§13 a teacher gives seats by tick and takes them back, also opened ones; the members are told, and the seat is free again', async () => {
  const poolId = await pool(2);
  const { lin = 0, zhou = 0, chen = 0 } = await ids();
  expect((await reads('lin')).entitled).toBe(false);
  expect((await change('give', poolId, [lin, zhou, lin])).data).toEqual({ done: 2, skipped: [] });
  const right = await reads('lin');
  expect([right.entitled, wireDate(right.validTo ?? 0)]).toEqual([true, later(90)]);
  expect(await titles('lin')).toContainEqual(expect.stringMatching(new RegExp(`给您分配了《渡口英语》的席位.* /cms/main/bookDetail/${publishId}$`)));
  expect((await change('give', poolId, [lin])).data).toEqual({ done: 0, skipped: [{ memberId: lin, reason: '已经有席位' }] });
  expect(await change('give', poolId, [chen])).toMatchObject({ code: 23707, msg: '席位已用完，请先收回，或联系出版社增加' });
  await openRight(room.t.context, reader('lin'), publishId);
  expect(await card(poolId)).toMatchObject({
    n: 2,
    given: 2,
    free: 0,
    auto: false,
    endDate: later(90),
    holders: expect.arrayContaining([{ memberId: lin, opened: true, mayTake: true }]),
  });
  expect((await change('take', poolId, [lin, chen])).data).toEqual({ done: 1, skipped: [{ memberId: chen, reason: '没有席位' }] });
  expect((await reads('lin')).entitled).toBe(false);
  expect(await titles('lin')).toContainEqual(`《渡口英语》的席位已由老师收回 /cms/main/bookDetail/${publishId}`);
  expect((await change('give', poolId, [chen])).data.done).toBe(1);
  expect((await reads('chen')).entitled).toBe(true);
  await change('take', poolId, [chen, zhou]);
  await drop(poolId);
});

test('§13 seats of members who leave or are removed are free again; on joining a seat is given at once while there is one', async () => {
  const poolId = await pool(1);
  const auto = (on: boolean) => room.ask('teacher', 'PUT', `/teaching/seat/auto/${room.classId}`, { poolId, auto: on });
  expect((await auto(true)).code).toBe(200);
  expect((await card(poolId)).auto).toBe(true);
  await room.join('outsider');
  expect((await reads('outsider')).entitled).toBe(true);
  await openRight(room.t.context, reader('outsider'), publishId);
  await room.join('helper');
  expect((await reads('helper')).entitled).toBe(false);
  await room.ask('outsider', 'POST', `/cms/courseClass/leave/${room.classId}`);
  expect((await reads('outsider')).entitled).toBe(false);
  expect(await titles('outsider')).toContainEqual(expect.stringContaining('《渡口英语》的席位已收回'));
  const { helper = 0 } = await ids();
  await room.ask('teacher', 'PUT', `/teaching/member/${helper}`, { action: 'remove' });
  await room.ask('teacher', 'PUT', `/teaching/member/${helper}`, { action: 'restore' });
  expect((await reads('helper')).entitled).toBe(true);
  await room.ask('teacher', 'PUT', `/teaching/member/${helper}`, { action: 'remove' });
  expect((await reads('helper')).entitled).toBe(false);
  await auto(false);
  await room.join('outsider');
  expect((await reads('outsider')).entitled).toBe(false);
  await room.ask('outsider', 'POST', `/cms/courseClass/leave/${room.classId}`);
  await drop(poolId);
});

test('§13 fifty seats given at once from a pool of ten: ten', async () => {
  const poolId = await pool(10);
  await room.ask('teacher', 'POST', `/teaching/roster/${room.classId}`, { lines: [{ memberName: '没来的' }] });
  const { db } = room.t.context;
  const now = Date.now();
  const memberIds = [];
  for (let at = 0; at < MANY; at += 1) {
    const userId = await room.t.addUser({ userName: `many${at}` });
    const { id } = await db
      .insertInto('classMember')
      .values({
        classId: room.classId,
        userId,
        role: 'student',
        memberName: `第${at}位`,
        status: 'active',
        joinedAt: now,
        consentAt: now,
        createTime: now,
        updateTime: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    memberIds.push(id);
  }
  const said = await Promise.all(memberIds.map((memberId) => change('give', poolId, [memberId])));
  expect(said.filter(({ code, data }) => code === 200 && data.done === 1)).toHaveLength(10);
  expect(new Set(said.filter(({ code }) => code !== 200).map(({ code }) => code))).toEqual(new Set([23707]));
  expect(await card(poolId)).toMatchObject({ given: 10, free: 0 });
  const absent = (await room.ask('teacher', 'GET', `/cms/courseClass/member/${room.classId}`)).data.find(
    ({ memberName }: { memberName: string }) => memberName === '没来的',
  );
  expect((await change('give', poolId, [absent.memberId])).data.skipped).toEqual([
    { memberId: absent.memberId, reason: '还没有加入，加入后才能分配' },
  ]);
  await change('take', poolId, memberIds);
  await drop(poolId);
});

test('§13 the pool of another teacher and the class of another teacher do not exist for one; students and assistants give nothing', async () => {
  const poolId = await pool();
  const { lin = 0 } = await ids();
  expect((await room.ask('colleague', 'GET', `/teaching/seat/${room.classId}`)).code).toBe(404);
  expect((await change('give', poolId, [lin], 'colleague')).code).toBe(404);
  expect((await change('take', poolId, [lin], 'colleague')).code).toBe(404);
  expect((await room.ask('colleague', 'PUT', `/teaching/seat/auto/${room.classId}`, { poolId, auto: true })).code).toBe(404);
  for (const who of ['lin', 'outsider']) expect((await change('give', poolId, [lin], who)).code).toBe(403);
  const foreign = (await makePool({ userName: 'colleague' })).data.poolId as number;
  expect((await change('give', foreign, [lin])).code).toBe(404);
  // A pool for a book that the course does not use.
  const other = (await addTextbook(room.t, { title: '另一本' })).publishId;
  const unused = (await makePool({ publishId: other })).data.poolId as number;
  expect((await change('give', unused, [lin])).code).toBe(404);
  await drop(poolId);
});

test('§13 a bought seat that its reader has opened stays with the reader', async () => {
  const { db } = room.t.context;
  const poolId = await pool(1);
  // The line of an order; its money is not looked at here.
  await db.updateTable('seatPool').set({ orderItemId: 987_654, source: 'order' }).where('id', '=', poolId).execute();
  const { lin = 0 } = await ids();
  await change('give', poolId, [lin]);
  await openRight(room.t.context, reader('lin'), publishId);
  expect((await card(poolId)).holders).toEqual([{ memberId: lin, opened: true, mayTake: false }]);
  expect((await change('take', poolId, [lin])).data).toEqual({ done: 0, skipped: [{ memberId: lin, reason: '已开始阅读，购买的席位不能收回' }] });
  expect((await reads('lin')).entitled).toBe(true);
  await db.updateTable('seatPool').set({ orderItemId: null }).where('id', '=', poolId).execute();
  await change('take', poolId, [lin]);
  await drop(poolId);
});

test('§13 the right runs to the end of the pool; its reader is told two weeks before and at the end, once each', async () => {
  const { db } = room.t.context;
  const context = room.t.context;
  const poolId = await pool(2, 40);
  const { lin = 0, zhou = 0 } = await ids();
  await change('give', poolId, [lin]);
  const endAt = async (to: number) => {
    await db.updateTable('seatPool').set({ to }).where('id', '=', poolId).execute();
    await db
      .updateTable('entitlement')
      .set({ validTo: to })
      .where('source', '=', 'seat')
      .where('userId', '=', room.ids['lin'] ?? 0)
      .execute();
  };
  const told = async (part: string) => (await titles('lin')).filter((title) => title.includes(part)).length;
  while (await notifySeatEnd(context));
  expect(await told('到期')).toBe(0);
  const soon = Date.now() + 10 * DAY_MS;
  await endAt(soon);
  // Given within the two weeks: the message of the seat has said its end.
  while (await notifySeatEnd(context));
  expect(await told('到期')).toBe(0);
  await db.updateTable('seat').set({ givenAt: 1, claimedAt: 1 }).where('poolId', '=', poolId).execute();
  while (await notifySeatEnd(context));
  expect(await notifySeatEnd(context)).toBe(false);
  expect(await told(`的席位${wireDate(soon)}到期`)).toBe(1);
  await endAt(Date.now() - 1);
  while (await notifySeatEnd(context));
  expect(await notifySeatEnd(context)).toBe(false);
  expect(await told('的席位已到期')).toBe(1);
  expect((await reads('lin')).entitled).toBe(false);
  expect(await change('give', poolId, [zhou])).toMatchObject({ code: 23706, msg: expect.stringContaining('到期，请联系出版社') });
  expect(await card(poolId)).toMatchObject({ ended: true });
});

const asIssuer = async (path: string, body: object, who = 'issuer') =>
  // oxlint-disable-next-line no-explicit-any -- answers of many endpoints
  (await room.t.app.inject({ method: 'PUT', url: `/prod-api${path}`, headers: { ...staff[who] }, payload: body })).json<any>();

test('§13 staff lower the number of a pool, not under the seats that are given, with a reason that is logged', async () => {
  const poolId = await pool(3);
  const { lin = 0, zhou = 0 } = await ids();
  expect((await change('give', poolId, [lin, zhou])).code).toBe(200);
  const set = (n: number, reason: string, who?: string) => asIssuer(`/textbook/seatPool/number/${poolId}`, { n, reason }, who);
  expect((await set(2, '学期人数减少', 'viewer')).code).toBe(403);
  expect((await set(2, '少')).msg).toBe('请写明原因，至少5个字');
  expect((await set(1, '学期人数减少')).msg).toBe('已分配2个席位，不能少于这个数');
  expect(await set(2, '学期人数减少')).toMatchObject({ code: 200, data: { n: 2, given: 2, mayChange: true } });
  expect((await set(2, '学期人数减少')).msg).toBe('席位数已经是2，没有变化');
  expect(await card(poolId)).toMatchObject({ n: 2, free: 0 });
  expect((await titles('teacher')).some((one) => one.startsWith('《渡口英语》的席位数由3改为2'))).toBe(true);
  const log = await room.t.context.db.selectFrom('flowLog').selectAll().where('entityType', '=', 'seatPool').where('entityId', '=', poolId).execute();
  expect(log).toMatchObject([{ event: 'number', fromStatus: '3', toStatus: '2', note: '学期人数减少' }]);
  await change('take', poolId, [lin, zhou]);
  await drop(poolId);
});

test('§13 a closed pool gives no seats; those that are given stay to its end, and may be taken back', async () => {
  const poolId = await pool(3);
  const { lin = 0, zhou = 0 } = await ids();
  await change('give', poolId, [lin]);
  await room.ask('teacher', 'PUT', `/teaching/seat/auto/${room.classId}`, { poolId, auto: true });
  expect((await asIssuer(`/textbook/seatPool/close/${poolId}`, { reason: '学校换了教材' }, 'viewer')).code).toBe(403);
  const closed = await asIssuer(`/textbook/seatPool/close/${poolId}`, { reason: '学校换了教材' });
  expect(closed).toMatchObject({ code: 200, data: { closed: true, closeReason: '学校换了教材', mayChange: false, given: 1 } });
  expect((await asIssuer(`/textbook/seatPool/close/${poolId}`, { reason: '学校换了教材' })).msg).toBe('席位池已关闭，请刷新后查看');
  expect((await asIssuer(`/textbook/seatPool/number/${poolId}`, { n: 2, reason: '学校换了教材' })).code).toBe(500);
  expect((await reads('lin')).entitled).toBe(true);
  expect((await change('give', poolId, [zhou])).msg).toBe('席位池已由出版社关闭，不能再分配；已分配的席位不受影响');
  expect(await card(poolId)).toMatchObject({ closed: true, ended: false, auto: false, given: 1 });
  expect((await change('take', poolId, [lin])).data.done).toBe(1);
  expect((await reads('lin')).entitled).toBe(false);
  expect((await asStaff('viewer', 'GET', '/textbook/seatPool/list?pageNum=1&pageSize=50')).rows).toContainEqual(
    expect.objectContaining({ poolId, closed: true, closeReason: '学校换了教材' }),
  );
  await drop(poolId);
});

test('§13 a pool of an order is not changed by staff', async () => {
  const poolId = await pool(3);
  await room.t.context.db.updateTable('seatPool').set({ orderItemId: 999 }).where('id', '=', poolId).execute();
  expect((await asIssuer(`/textbook/seatPool/close/${poolId}`, { reason: '学校换了教材' })).msg).toBe('这些席位是订单购买的，请在订单里退款');
  await room.t.context.db.updateTable('seatPool').set({ orderItemId: null, ownerId: 0 }).where('id', '=', poolId).execute();
});
