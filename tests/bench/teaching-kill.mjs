// 200 students of five classes answer 20 questions, 60 of them an hour without a network, while the server is killed with SIGKILL three
// times and half of the responses are lost. Each hand-in must be stored once, with the answers that the device wrote.
// Usage: node tests/bench/teaching-kill.mjs [students a class] [questions]
import { answerTo, BenchDevice, openSchool } from './teaching-school.mjs';

const CLASSES = 5;
const STUDENTS = Number(process.argv[2] ?? 40);
const ITEMS = Number(process.argv[3] ?? 20);
const ALL = CLASSES * STUDENTS;
const OFFLINE = Math.round(ALL * 0.3);
const KILLS = 3;
const HOUR_MS = 3_600_000;
const END_TOLERANCE_MS = 5_000;

// A fixed sequence, so that a run can be repeated.
let seed = 50;
const random = () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
  return seed / 2 ** 31;
};

const school = await openSchool({ classes: CLASSES, students: STUDENTS, items: ITEMS, rules: { attempts: 1, graceHours: 24 } });
const { db, classes, send, call } = school;
const students = classes.flatMap(({ people, classId, assignmentIds: [assignmentId] }) =>
  people.map((one) => ({ ...one, classId, assignmentId, offline: one.n % 10 < 3 })),
);
const counter = { taken: 0, lost: 0, answered: 0, broken: 0, rejected: [] };

/** Sends the journal until the last event is acknowledged; half of the responses do not reach the device. */
async function sync(device) {
  for (let attempt = 0; device.acknowledged < device.events.length; attempt += 1) {
    const answer = await send(device.student.token, 'POST', '/cms/attempt/sync', device.body());
    if (answer?.code === 200) counter.taken += 1;
    else counter.broken += 1;
    if (answer && answer.code !== 200 && answer.code !== 500 && answer.code !== 503) counter.rejected.push(`${answer.code} ${answer.msg}`);
    if (answer?.code === 200 && random() < 0.5) counter.lost += 1;
    else if (answer?.code === 200) {
      const [one] = answer.data;
      if (one.rejected) counter.rejected.push(one.rejected);
      device.acknowledged = Math.max(device.acknowledged, one.acknowledged);
      counter.answered += 1;
      continue;
    }
    await new Promise((resolve) => setTimeout(resolve, 20 + 20 * Math.min(attempt, 10)));
  }
}
const reached = async (number) => {
  while (counter.answered < number) await new Promise((resolve) => setTimeout(resolve, 5));
};
const devices = [];

/** A student with a network: each answer is sent as it is written. */
async function online(student) {
  let paper = null;
  while (!paper) {
    paper = (await send(student.token, 'POST', '/cms/attempt/start', { assignmentId: student.assignmentId, deviceId: `device-${student.userId}` }))
      ?.data;
    if (!paper) await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const device = new BenchDevice(student, paper.attemptKey, Date.now() - HOUR_MS);
  devices.push(device);
  device.write({ kind: 'resume' }, Date.now());
  for (let n = 0; n < ITEMS; n += 1) {
    device.write({ kind: 'answer', itemId: `q${n}`, answer: answerTo(n, student.n) }, Date.now());
    await sync(device);
  }
  device.write({ kind: 'submit' }, Date.now());
  device.ended = Date.now();
  await sync(device);
}

// The tickets of the others were stored before the network went away, an hour ago.
const begun = Date.now() - HOUR_MS;
for (const student of students.filter(({ offline }) => offline)) {
  const pack = await call(student.token, 'GET', `/cms/courseClass/${student.classId}/pack`);
  const { attemptKey } = pack.assignments.find(({ assignmentId }) => assignmentId === student.assignmentId).papers[0];
  const device = new BenchDevice(student, attemptKey, begun - HOUR_MS);
  devices.push(device);
  device.write({ kind: 'resume' }, begun);
  for (let n = 0; n < ITEMS; n += 1) {
    const at = begun + (n + 1) * 60_000;
    // Everybody changes one answer: the later one counts.
    if (n === 3) device.write({ kind: 'answer', itemId: 'q3', answer: { b1: '先写错' } }, at - 30_000);
    device.write({ kind: 'answer', itemId: `q${n}`, answer: answerTo(n, student.n) }, at);
  }
  device.ended = begun + 40 * 60_000;
  device.write({ kind: 'submit' }, device.ended);
}
const offline = [...devices];
if (offline.length !== OFFLINE) throw new Error(`${offline.length} devices without a network`);

const started = performance.now();
const work = students.filter((one) => !one.offline).map(online);
const expected = (ALL - OFFLINE) * (ITEMS + 1);
for (let killed = 0; killed < KILLS; killed += 1) {
  // The last kill meets the devices that come back all at once.
  const last = killed === KILLS - 1;
  if (last) work.push(...offline.map(sync));
  await reached(counter.answered + (last ? OFFLINE / 2 : expected / 6));
  await school.kill();
  await school.start();
}
await Promise.all(work);
const seconds = (performance.now() - started) / 1000;

const problems = [];
const attempts = await db.selectFrom('attempt').selectAll().execute();
const events = Map.groupBy(await db.selectFrom('attemptEvent').selectAll().orderBy('seq').execute(), ({ attemptKey }) => attemptKey);
const items = Map.groupBy(await db.selectFrom('attemptItem').selectAll().execute(), ({ attemptId }) => attemptId);
const grades = new Map((await db.selectFrom('grade').selectAll().execute()).map((one) => [one.userId, one]));
const logs = Map.groupBy(
  await db.selectFrom('flowLog').select(['entityId', 'event']).where('entityType', '=', 'attempt').execute(),
  ({ entityId }) => entityId,
);
let doubled = attempts.length - new Set(attempts.map(({ userId }) => userId)).size;
let lost = 0;
for (const device of devices) {
  const attempt = attempts.find(({ attemptKey }) => attemptKey === device.attemptKey);
  if (!attempt) {
    lost += 1;
    continue;
  }
  const stored = (events.get(device.attemptKey) ?? []).map(({ seq, clock, kind, itemId, content }) =>
    JSON.stringify([seq, clock, kind, itemId, JSON.parse(content).answer]),
  );
  const written = device.events.map(({ seq, clock, kind, itemId, answer }) => JSON.stringify([seq, clock, kind, itemId ?? '', answer]));
  lost += written.filter((one) => !stored.includes(one)).length;
  doubled += stored.length - new Set(stored).size;
  doubled += Math.max(0, (logs.get(attempt.id) ?? []).length - 1);
  if (stored.length !== written.length) problems.push(`${device.student.userName}: ${stored.length} events stored, ${written.length} written`);
  const judged = items.get(attempt.id) ?? [];
  const expectedAnswers = Array.from({ length: ITEMS }, (_, n) => JSON.stringify(answerTo(n, device.student.n)));
  if (judged.length !== ITEMS || judged.some((one) => one.answer !== expectedAnswers[Number(one.itemId.slice(1))]))
    problems.push(`${device.student.userName}: the judged answers are not those of the device`);
  const sum = judged.reduce((total, { auto, manual }) => total + (manual ?? auto), 0);
  if (
    attempt.status !== 'graded' ||
    attempt.score !== sum ||
    grades.get(attempt.userId)?.score !== sum ||
    grades.get(attempt.userId)?.state !== 'scored'
  )
    problems.push(`${device.student.userName}: ${attempt.status}, ${attempt.score} for items of ${sum}`);
  if (
    attempt.counted !== '1' ||
    Math.abs(attempt.endedAt - device.ended) > END_TOLERANCE_MS ||
    JSON.parse(attempt.flags).includes('offline') !== device.student.offline
  )
    problems.push(`${device.student.userName}: flags ${attempt.flags}, ended ${attempt.endedAt - device.ended} ms off`);
}
await school.close();
problems.push(...counter.rejected);
console.log(`${ALL} students × ${ITEMS} answers, ${OFFLINE} an hour without a network, ${KILLS} kills: ${seconds.toFixed(1)} s`);
console.log(`${counter.taken} calls taken, ${counter.lost} responses lost, ${counter.broken} calls cut off, ${attempts.length} attempts`);
console.log(`${lost} events lost, ${doubled} doubled, ${problems.length} problems`);
for (const problem of problems.slice(0, 10)) console.log(problem);
const good = lost === 0 && doubled === 0 && problems.length === 0 && attempts.length === ALL;
console.log(good ? '✓ each hand-in once, device journal = server' : '✗ failed');
process.exit(good ? 0 : 1);
