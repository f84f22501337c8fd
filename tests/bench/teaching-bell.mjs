// The bell: 60 tablets hand in within 5 s, then 1 000 within 30 s. p95 of a hand-in at most 500 ms, no errors.
// Usage: node tests/bench/teaching-bell.mjs [answers]
import { answerTo, BenchDevice, openSchool, percentile } from './teaching-school.mjs';

const ITEMS = Number(process.argv[2] ?? 20);
const TARGET_MS = 500;
const HOUR_MS = 3_600_000;
const ROUNDS = [
  { people: 60, withinMs: 5_000 },
  { people: 1_000, withinMs: 30_000 },
];

const school = await openSchool({ classes: 20, students: 53, items: ITEMS, rules: { attempts: 1, mode: 'quiz' } });
const students = school.classes.flatMap(({ people, assignmentIds: [assignmentId] }) => people.map((one) => ({ ...one, assignmentId })));

/** Has answered everything, and all but the last two answers are on the server. */
async function answering(student) {
  const { attemptKey } = await school.call(student.token, 'POST', '/cms/attempt/start', {
    assignmentId: student.assignmentId,
    deviceId: `device-${student.userId}`,
  });
  const device = new BenchDevice(student, attemptKey, Date.now() - HOUR_MS);
  device.write({ kind: 'resume' }, Date.now());
  for (let n = 0; n < ITEMS - 2; n += 1) device.write({ kind: 'answer', itemId: `q${n}`, answer: answerTo(n, student.n) }, Date.now());
  const [{ acknowledged }] = await school.call(student.token, 'POST', '/cms/attempt/sync', device.body());
  device.acknowledged = acknowledged;
  for (let n = ITEMS - 2; n < ITEMS; n += 1) device.write({ kind: 'answer', itemId: `q${n}`, answer: answerTo(n, student.n) }, Date.now());
  return device;
}

let failed = 0;
let from = 0;
for (const { people, withinMs } of ROUNDS) {
  // The first round is one class and a few of the next, the second round everybody else.
  const devices = [];
  for (const student of students.slice(from, from + people)) devices.push(await answering(student));
  from += people;
  let errors = 0;
  const times = await Promise.all(
    devices.map(async (device, at) => {
      await new Promise((resolve) => setTimeout(resolve, (at / people) * withinMs));
      device.write({ kind: 'submit' }, Date.now());
      const before = performance.now();
      const answer = await school.send(device.student.token, 'POST', '/cms/attempt/sync', device.body());
      if (answer?.code !== 200 || answer.data[0].status !== 'graded' || answer.data[0].acknowledged !== device.events.length) errors += 1;
      return performance.now() - before;
    }),
  );
  const p95 = percentile(times, 0.95);
  console.log(
    `${people} hand-ins within ${withinMs / 1000} s: median ${percentile(times, 0.5).toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, most ${Math.max(...times).toFixed(0)} ms, ${errors} errors`,
  );
  if (p95 > TARGET_MS || errors > 0) failed += 1;
}
const { n } = await school.db
  .selectFrom('attempt')
  .select((eb) => eb.fn.countAll().as('n'))
  .where('status', '=', 'graded')
  .executeTakeFirstOrThrow();
const all = ROUNDS.reduce((sum, { people }) => sum + people, 0);
await school.close();
if (Number(n) !== all) failed += 1;
console.log(failed === 0 ? `✓ ${all} handed in` : '✗ failed');
process.exit(failed === 0 ? 0 : 1);
