import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { classroom, minuteOf, type Classroom, type Said } from '../../../tests/support/classroom.ts';
import { pick, randomOf } from '../../../tests/support/flow-tree.ts';
import { walkSteps } from '../../../tests/support/test-database.ts';
import { WalkingDevice } from '../../../tests/support/walking-device.ts';
import { UNKNOWN_FAILURE } from '../../../contract/error.ts';
import type { ClassPack } from '../../../contract/teaching/class-pack.ts';
import type { Answer } from '../../../contract/textbook/question-kind.ts';
import { advanceAssignment } from './assignment-step.service.ts';
import { expireAttempt } from './attempt.service.ts';

const STEPS = Number(process.env['TEACHING_WALK_STEPS'] ?? walkSteps(300));
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STUDENTS = ['lin', 'zhou', 'chen'];
const REASON = '随机的原因写够字数';
/** Assignments that are worked on at a time; older ones stay as they are. */
const OPEN = 4;
let room: Classroom;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  room = await classroom(STUDENTS);
});
afterAll(async () => {
  vi.useRealTimers();
  await room.t.close();
});

const next = randomOf(50);
const chance = (share: number): boolean => next() < share;
/** Lets time pass; nobody is signed out by it. */
async function pass(ms: number): Promise<void> {
  vi.setSystemTime(Date.now() + ms);
  await room.t.context.db
    .updateTable('session')
    .set({ expiresAt: Date.now() + 2 * DAY })
    .execute();
}

const ANSWERS: Readonly<Record<string, readonly Answer[]>> = {
  q1: ['aaaaaaaa', 'bbbbbbbb', 'no-such-option'],
  q2: [{ b1: '老周' }, { b1: '老王' }, { b1: '周师傅' }, { b1: '' }],
  q3: ['我想人情在渡口。', '不知道', ''],
};
const ITEM_IDS = Object.keys(ANSWERS);
const CHANGES: readonly (readonly [string, object])[] = [
  ['q1', { kind: 'key', key: { kind: 'single', right: ['aaaaaaaa'], explanation: '' } }],
  ['q1', { kind: 'key', key: { kind: 'single', right: ['bbbbbbbb'], explanation: '' } }],
  ['q1', { kind: 'accept', answer: 'aaaaaaaa', share: 5_000 }],
  ['q2', { kind: 'accept', answer: '周师傅', blankId: 'b1' }],
  ['q1', { kind: 'full', who: 'all' }],
  ['q2', { kind: 'full', who: 'answered' }],
  ['q2', { kind: 'drop' }],
  ['q1', { kind: 'points', points: 333 }],
  ['q3', { kind: 'points', points: 500 }],
];

interface Walked {
  readonly id: number;
  readonly policy: string;
}
const assignments: Walked[] = [];
const devices: WalkingDevice[] = [];
const flag = (share: number): '0' | '1' => (chance(share) ? '1' : '0');

async function publish(): Promise<string> {
  const policy = pick(next, ['highest', 'last', 'mean'] as const);
  const id = await room.published({
    policy,
    openAt: minuteOf(Date.now() + (chance(0.2) ? HOUR : -HOUR)),
    dueAt: minuteOf(Date.now() + 2 * HOUR + Math.floor(next() * 3 * DAY)),
    attempts: pick(next, [0, 1, 1, 2]),
    limitMin: pick(next, [0, 0, 30]),
    lateDays: pick(next, [0, 2]),
    latePenaltyBp: pick(next, [0, 1_000]),
    graceHours: pick(next, [0, 24]),
    weight: pick(next, [0, 1, 3]),
    showScore: pick(next, ['submit', 'due', 'manual']),
    showKey: pick(next, ['submit', 'due', 'manual']),
    holdUntilLast: flag(0.5),
    shuffleItems: flag(0.5),
  });
  assignments.push({ id, policy });
  return `publish ${id}`;
}

const attemptsIn = (id: number) => room.t.context.db.selectFrom('attempt').selectAll().where('assignmentId', '=', id).orderBy('id').execute();
const teach = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => room.ask('teacher', method, path, body);

/** One random step on an assignment; returns what it was, and what the server said. */
async function step({ id }: Walked): Promise<readonly [string, Said | null]> {
  const device = pick(next, devices);
  const dice = next();
  if (dice < 0.1) {
    const said = await room.ask(device.who, 'POST', '/cms/attempt/start', { assignmentId: id, deviceId: device.deviceId });
    if (said.code === 200) device.write(said.data.attemptKey as string, { kind: 'resume' });
    return ['start', said];
  }
  if (dice < 0.16) {
    // Begins without a network: from the ticket of a pack.
    const said = await room.ask(device.who, 'GET', `/cms/courseClass/${room.classId}/pack`);
    const paper = (said.data as ClassPack).assignments.find(({ assignmentId }) => assignmentId === id)?.papers[0];
    if (paper && paper.notBefore <= Date.now()) device.write(paper.attemptKey, { kind: 'resume' });
    return ['ticket', said];
  }
  const rows = await attemptsIn(id);
  if (dice < 0.62) {
    const known = [...device.own.keys()];
    const attemptKey = known.length === 0 ? undefined : chance(0.8) ? known.at(-1) : pick(next, known);
    if (attemptKey === undefined) return ['nothing', null];
    if (dice < 0.42) {
      const itemId = pick(next, ITEM_IDS);
      device.write(attemptKey, { kind: 'answer', itemId, answer: pick(next, ANSWERS[itemId] ?? []) });
      if (chance(0.5)) return ['answer', null];
    } else if (dice < 0.48) device.write(attemptKey, { kind: 'submit' });
    return ['sync', await device.sync(attemptKey, { most: chance(0.3) ? 1 : 100, lost: chance(0.5) })];
  }
  if (dice < 0.7) {
    await pass(Math.floor(next() * pick(next, [MINUTE, 10 * MINUTE, 2 * HOUR, DAY])));
    if (chance(0.2)) device.skew = pick(next, [0, HOUR, -HOUR]);
    if (chance(0.1)) device.restart();
    while (await expireAttempt(room.t.context));
    while (await advanceAssignment(room.t.context));
    return ['time', null];
  }
  if (dice < 0.74) {
    const body = {
      userIds: [room.ids[device.who]],
      dueAt: chance(0.5) ? minuteOf(Date.now() + Math.floor(next() * DAY)) : '',
      extraTimeBp: pick(next, [10_000, 15_000]),
      extraAttempts: pick(next, [0, 1]),
      excused: flag(0.1),
      reason: '病假',
    };
    return ['extend', await teach('PUT', `/teaching/extension/${id}`, body)];
  }
  if (dice < 0.79) {
    const event = pick(next, ['closeNow', 'release', 'reopen', 'reopen', 'withdraw'] as const);
    if (event === 'withdraw' && chance(0.8)) return ['nothing', null];
    const more = event === 'reopen' ? { dueAt: minuteOf(Date.now() + DAY) } : {};
    return [event, await teach('PUT', `/cms/assignment/${event}/${id}`, { reason: REASON, confirmed: '1', ...more })];
  }
  const attempt = rows.length === 0 ? undefined : pick(next, rows);
  if (!attempt) return ['nothing', null];
  if (dice < 0.85) {
    const points = chance(0.1) ? null : Math.floor(next() * 400);
    return ['mark', await teach('PUT', '/teaching/mark', { attemptId: attempt.id, itemId: chance(0.8) ? 'q3' : 'q1', points })];
  }
  if (dice < 0.9) {
    const event = pick(next, ['reopen', 'void', 'restore', 'restore'] as const);
    return [`attempt ${event}`, await teach('PUT', `/cms/attempt/${event}/${attempt.id}`, { reason: REASON })];
  }
  if (dice < 0.93) return ['decide', await teach('POST', `/cms/attempt/decide/${attempt.id}`, { decision: pick(next, ['adopt', 'late', 'keep']) })];
  if (dice < 0.98) {
    const [itemId, change] = pick(next, CHANGES);
    const seen = await teach('POST', '/cms/regrade/preview', { assignmentId: id, itemId, change, onlyUp: flag(0.5), withManual: flag(0.2) });
    if (seen.code !== 200) return ['preview', seen];
    return ['apply', await teach('POST', '/cms/regrade/apply', { regradeId: seen.data.regradeId as number })];
  }
  const { data } = await teach('GET', `/cms/regrade/list/${id}`);
  const undoable = (data as { regradeId: number; canUndo: boolean }[]).filter(({ canUndo }) => canUndo);
  if (undoable.length === 0) return ['nothing', null];
  return ['undo', await teach('POST', '/cms/regrade/undo', { regradeId: pick(next, undoable).regradeId })];
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** What is wrong with the sums of an assignment, by a calculation of its own from items to grades. */
async function wrongSums({ id, policy }: Walked): Promise<string[]> {
  const { db } = room.t.context;
  const row = await db.selectFrom('assignment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const wrong: string[] = [];
  const attempts = await attemptsIn(id);
  for (const one of attempts) {
    if (one.status !== 'graded' && one.status !== 'submitted') continue;
    const items = await db.selectFrom('attemptItem').selectAll().where('attemptId', '=', one.id).execute();
    const raw = sumOf(items.map(({ auto, manual }) => manual ?? auto));
    const full = sumOf(items.map(({ points }) => points));
    const penalty = Math.round((full * row.latePenaltyBp) / 10_000) * Math.min(one.lateDays, row.lateDays);
    if (items.length !== 3) wrong.push(`attempt ${one.id}: ${items.length} items`);
    if (one.rawScore !== raw || one.full !== full) wrong.push(`attempt ${one.id}: ${one.rawScore}/${one.full}, its items ${raw}/${full}`);
    if (one.score !== Math.max(0, raw - penalty)) wrong.push(`attempt ${one.id}: ${one.score}, of ${raw} less ${penalty}`);
    const waits = items.some(({ verdict, manual }) => verdict === 'manual' && manual === null);
    if ((one.status === 'submitted') !== waits) wrong.push(`attempt ${one.id}: ${one.status}, waits for marks: ${waits}`);
    const over = items.find(({ auto, manual, points }) => (manual ?? auto) > points || (manual ?? auto) < 0);
    if (over) wrong.push(`attempt ${one.id}: ${over.itemId} gives ${over.manual ?? over.auto} of ${over.points}`);
  }
  const grades = await db.selectFrom('grade').selectAll().where('assignmentId', '=', id).execute();
  for (const grade of grades) {
    const counted = attempts
      .filter(({ userId, status, counted: counts }) => userId === grade.userId && status === 'graded' && counts === '1')
      .toSorted((one, two) => (two.endedAt ?? 0) - (one.endedAt ?? 0) || two.id - one.id);
    const scores = counted.map(({ score }) => score);
    const first = scores[0] ?? 0;
    const score = policy === 'highest' ? Math.max(0, ...scores) : policy === 'last' ? first : Math.round(sumOf(scores) / Math.max(1, scores.length));
    const expected = grade.state === 'excused' ? 0 : score;
    if (grade.score !== expected) wrong.push(`grade of ${grade.userId}: ${grade.state} ${grade.score}, ${policy} of ${scores.join()}`);
  }
  return wrong;
}

/** Totals of the course that differ from a calculation from the grades. */
async function wrongTotals(): Promise<string[]> {
  const { db } = room.t.context;
  const grades = await db
    .selectFrom('grade')
    .innerJoin('assignment', 'assignment.id', 'grade.assignmentId')
    .select(['grade.userId', 'grade.state', 'grade.score', 'grade.full', 'assignment.weight'])
    .where('assignment.classId', '=', room.classId)
    .where('assignment.scoreAt', 'is not', null)
    .execute();
  const members = (await teach('GET', `/cms/courseClass/member/${room.classId}`)).data as { memberName: string; total: number | null }[];
  return STUDENTS.flatMap((who) => {
    const own = grades.filter(
      ({ userId, state, full, weight }) => userId === room.ids[who] && weight > 0 && full > 0 && (state === 'scored' || state === 'missing'),
    );
    const weights = sumOf(own.map(({ weight }) => weight));
    const part = sumOf(own.map(({ weight, state, score, full }) => (state === 'missing' ? 0 : (weight * score) / full)));
    const expected = own.length === 0 ? null : (part * 10_000) / weights;
    const total = members.find(({ memberName }) => memberName === `${who}同学`)?.total ?? null;
    const same = expected === null || total === null ? expected === total : Math.abs(expected - total) <= 0.500_001;
    return same ? [] : [`total of ${who}: ${total}, calculated ${expected}`];
  });
}

/** Events that the server has told a device are stored, and it has not written, or that are stored in another form. */
async function wrongEvents(device: WalkingDevice, attemptKey: string): Promise<string[]> {
  const stored = await room.t.context.db
    .selectFrom('attemptEvent')
    .selectAll()
    .where('attemptKey', '=', attemptKey)
    .where('deviceId', '=', device.deviceId)
    .orderBy('seq')
    .execute();
  const has = new Map(
    stored.map(({ seq, clock, kind, itemId, content }) => [seq, JSON.stringify([clock, kind, itemId, JSON.parse(content).answer])]),
  );
  const own = device.own.get(attemptKey) ?? [];
  const lost = own.filter(({ seq, clock, kind, itemId, answer }) => {
    const here = has.get(seq);
    if (here === undefined) return seq <= (device.acknowledged.get(attemptKey) ?? 0);
    return here !== JSON.stringify([clock, kind, itemId ?? '', answer]);
  });
  return [
    ...lost.map(({ seq }) => `${device.deviceId} ${attemptKey} ${seq} is lost or changed`),
    ...(stored.length > own.length ? [`${device.deviceId} ${attemptKey}: ${stored.length} stored of ${own.length}`] : []),
  ];
}

test('§21 SM33–SM36 random steps of students and teachers: every sum equals its parts, and no event is lost', { timeout: 3_600_000 }, async () => {
  for (const who of STUDENTS) for (const name of ['phone', 'tablet']) devices.push(new WalkingDevice(room, who, name));
  const counts = new Map<string, number>();
  for (let at = 0; at < STEPS; at += 1) {
    if (assignments.length === 0 || chance(0.02)) {
      await publish();
      continue;
    }
    const one = pick(next, assignments.slice(-OPEN));
    const [name, said] = await step(one);
    counts.set(`${name} ${said?.code ?? ''}`, (counts.get(`${name} ${said?.code ?? ''}`) ?? 0) + 1);
    // A rejection has words of its own; this one is an error of the program.
    expect({ at, name, said: said?.msg }).not.toMatchObject({ said: UNKNOWN_FAILURE });
    expect({ at, name, code: said?.code, said: said?.msg }).not.toMatchObject({ code: 401 });
    const wrong = name === 'time' ? (await Promise.all(assignments.slice(-OPEN).map(wrongSums))).flat() : await wrongSums(one);
    for (const device of devices) for (const key of [...device.own.keys()].slice(-1)) wrong.push(...(await wrongEvents(device, key)));
    if (at % 10 === 0) wrong.push(...(await wrongTotals()));
    expect({ at, name, wrong }).toEqual({ at, name, wrong: [] });
  }
  // Everything is sent in the end.
  for (const device of devices)
    for (const key of device.own.keys()) {
      const said = await device.sync(key, { most: 2_000, lost: false });
      expect(said.data).toMatchObject([{ rejected: '', acknowledged: device.own.get(key)?.length }]);
      expect(await wrongEvents(device, key)).toEqual([]);
    }
  expect((await Promise.all(assignments.map(wrongSums))).flat()).toEqual([]);
  expect(await wrongTotals()).toEqual([]);
  if (process.env['TEACHING_WALK_STEPS'])
    console.log(
      [...counts]
        .toSorted()
        .map(([name, n]) => `${name}: ${n}`)
        .join('\n'),
    );
});
