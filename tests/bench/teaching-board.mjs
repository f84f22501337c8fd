// The board of 500 students × 30 items, and the correction of one item of 2 000 attempts: times on the server, and the totals against
// an independent calculation. Usage: node tests/bench/teaching-board.mjs
import { answerTo, BenchDevice, openSchool, percentile } from './teaching-school.mjs';

const STUDENTS = 500;
const ITEMS = 30;
const ATTEMPTS = 4;
const RUNS = 5;
const TARGETS = { board: 300, preview: 2_000, apply: 5_000, undo: 5_000 };
const HOUR_MS = 3_600_000;

const school = await openSchool({ classes: 1, students: STUDENTS, items: ITEMS, rules: { attempts: ATTEMPTS, weight: 100 } });
const { db, call, teacher } = school;
const [{ people, classId, assignmentIds }] = school.classes;
const [assignmentId] = assignmentIds;
for (const student of people)
  for (let no = 0; no < ATTEMPTS; no += 1) {
    const { attemptKey } = await call(student.token, 'POST', '/cms/attempt/start', { assignmentId, deviceId: `device-${student.userId}` });
    const device = new BenchDevice(student, attemptKey, Date.now() - HOUR_MS);
    device.write({ kind: 'resume' }, Date.now());
    for (let n = 0; n < ITEMS; n += 1) device.write({ kind: 'answer', itemId: `q${n}`, answer: answerTo(n, student.n + no) }, Date.now());
    device.write({ kind: 'submit' }, Date.now());
    await call(student.token, 'POST', '/cms/attempt/sync', device.body());
  }

// Students see their scores, so the totals count them and a correction sends messages.
await db.updateTable('assignment').set({ scoreAt: Date.now() }).where('id', '=', assignmentId).execute();

const failures = [];
async function timed(name, path, work) {
  const before = performance.now();
  const result = await work();
  const ms = performance.now() - before;
  console.log(`${path}: ${ms.toFixed(0)} ms`);
  if (ms > TARGETS[name]) failures.push(`${path} took more than ${TARGETS[name]} ms`);
  return result;
}
/** Sums that differ from a calculation from the items alone. */
async function wrongSums() {
  const items = Map.groupBy(await db.selectFrom('attemptItem').selectAll().execute(), ({ attemptId }) => attemptId);
  const attempts = await db.selectFrom('attempt').selectAll().where('status', '=', 'graded').execute();
  const best = new Map();
  let wrong = 0;
  for (const { id, userId, score, full } of attempts) {
    const own = items.get(id) ?? [];
    const sum = own.reduce((total, { auto, manual }) => total + (manual ?? auto), 0);
    if (sum !== score || full !== own.reduce((total, { points }) => total + points, 0) || own.length !== ITEMS) wrong += 1;
    best.set(userId, Math.max(best.get(userId) ?? 0, sum));
  }
  const grades = await db.selectFrom('grade').selectAll().where('assignmentId', '=', assignmentId).execute();
  const totals = new Map(
    (await call(teacher.token, 'GET', `/cms/courseClass/member/${classId}`)).map(({ memberName, total }) => [memberName, total]),
  );
  for (const { userId, score, full } of grades) {
    if (best.get(userId) !== score) wrong += 1;
    const { userName } = people.find((one) => one.userId === userId);
    if (totals.get(userName) !== Math.round((score * 10_000) / full)) wrong += 1;
  }
  if (grades.length !== STUDENTS || attempts.length !== STUDENTS * ATTEMPTS) wrong += 1;
  if (wrong > 0) failures.push(`${wrong} sums differ from a full calculation`);
  return wrong;
}

const board = [];
for (let run = 0; run <= RUNS; run += 1) {
  const before = performance.now();
  await call(teacher.token, 'GET', `/cms/assignment/${assignmentId}/board`);
  // The first call compiles.
  if (run > 0) board.push(performance.now() - before);
}
console.log(`board of ${STUDENTS} × ${ITEMS}: ${board.map((ms) => ms.toFixed(0)).join(', ')} ms`);
if (percentile(board, 0.5) > TARGETS.board) failures.push(`the board takes more than ${TARGETS.board} ms`);
console.log(`before: ${await wrongSums()} wrong sums`);
const change = { kind: 'accept', answer: '老王1', blankId: 'b1' };
const preview = await timed('preview', `preview of ${STUDENTS * ATTEMPTS} attempts`, () =>
  call(teacher.token, 'POST', '/cms/regrade/preview', { assignmentId, itemId: 'q1', change }),
);
const { changed } = await timed('apply', 'apply', () => call(teacher.token, 'POST', '/cms/regrade/apply', { regradeId: preview.regradeId }));
console.log(`${preview.up} up, ${changed} written, ${await wrongSums()} wrong sums`);
await timed('undo', 'undo', () => call(teacher.token, 'POST', '/cms/regrade/undo', { regradeId: preview.regradeId }));
console.log(`after the undo: ${await wrongSums()} wrong sums`);
// Every attempt changes: the points of an item.
const all = await timed('preview', 'preview of other points', () =>
  call(teacher.token, 'POST', '/cms/regrade/preview', { assignmentId, itemId: 'q2', change: { kind: 'points', points: 300 }, onlyUp: '0' }),
);
const applied = await timed('apply', 'apply to every attempt', () => call(teacher.token, 'POST', '/cms/regrade/apply', { regradeId: all.regradeId }));
console.log(`${applied.changed} written, ${await wrongSums()} wrong sums`);
if (applied.changed !== STUDENTS * ATTEMPTS) failures.push(`${applied.changed} attempts were corrected`);
await school.close();
for (const failure of failures) console.log(failure);
console.log(failures.length === 0 ? '✓ in time, every sum equal' : '✗ failed');
process.exit(failures.length === 0 ? 0 : 1);
