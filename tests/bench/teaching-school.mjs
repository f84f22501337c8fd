// A server in its own process with classes of students and a published assignment each, for the benches of teaching.
import { randomBytes } from 'node:crypto';
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../server/db/database.ts';
import { wireTime } from '../../server/db/clock.ts';
import { addSession } from '../../server/identity/session.queries.ts';
import { sessionIdOf } from '../../server/identity/session.service.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const DAY_MS = 86_400_000;

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const CHOICES = ['江北', '江南', '渡口', '桥头'].map((html, at) => ({ id: 'abcd'[at].repeat(8), html }));
/** A question of a bank: every other one is a choice, the others have a blank. */
const question = (n) =>
  n % 2 === 0
    ? {
        shown: { kind: 'single', stem: `<p>第${n}题：渡口在哪里？</p>`, options: CHOICES },
        key: { kind: 'single', right: [CHOICES[n % 4].id], explanation: '<p>见第一段</p>' },
      }
    : {
        shown: { kind: 'fill', stem: `<p>第${n}题：摆渡的人叫[[b1]]。</p>`, blanks: [{ id: 'b1', type: 'text' }] },
        key: { kind: 'fill', blanks: [{ id: 'b1', keys: [{ share: 10_000, text: `老周${n}` }] }], policy: 'each', language: 'zh', explanation: '' },
      };
/** The answer of a student to the question: right or wrong by numbers, the same at each run. */
export function answerTo(n, student) {
  const right = (student * 7 + n * 3) % 4 !== 0;
  if (n % 2 === 0) return CHOICES[right ? n % 4 : (n + 1) % 4].id;
  return { b1: right ? `老周${n}` : `老王${student % 5}` };
}

/** Starts a server on an empty folder and fills it. */
export async function openSchool({ classes, students, items, assignments = 1, rules = {} }) {
  const dataDir = await mkdtemp(join(tmpdir(), 'shuzhou-teaching-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}/prod-api`;
  let child = null;
  async function start() {
    child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/main.ts'], {
      cwd: ROOT,
      env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DEMO: '0', CAPTCHA: 'off', LOG_LEVEL: 'error' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    for (;;) {
      const answer = await fetch(`${origin}/health`).catch(() => null);
      if (answer?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  async function kill() {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }
  /** The answer of a call, or null without a response. */
  const send = (token, method, path, body) =>
    fetch(`${origin}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
      .then((response) => response.json())
      .catch(() => null);
  const call = async (...parts) => {
    const answer = await send(...parts);
    if (answer?.code !== 200) throw new Error(`${parts[1]} ${parts[2]}: ${JSON.stringify(answer)}`);
    return answer.data;
  };

  await start();
  const db = openDatabase({ dataDir, databaseUrl: null, dbTimeoutMs: 30_000 });
  const now = Date.now();
  const base = { createTime: now, updateTime: now };
  const person = async (userName) => {
    const { id: userId } = await db
      .insertInto('user')
      .values({ userName, nickName: userName, passwordHash: 'none', ...base })
      .returning('id')
      .executeTakeFirstOrThrow();
    const token = randomBytes(32).toString('base64url');
    await addSession(db, { id: sessionIdOf(token), userId, now, expiresAt: now + DAY_MS, ip: '127.0.0.1', userAgent: 'bench' });
    return { userId, token, userName };
  };
  const teacher = await person('bench-teacher');
  const { id: roleId } = await db.selectFrom('role').select('id').where('roleKey', '=', 'teacher').executeTakeFirstOrThrow();
  await db.insertInto('userRole').values({ userId: teacher.userId, roleId }).execute();
  const { bankId } = await call(teacher.token, 'POST', '/textbook/questionBank', { name: '题库' });
  const questions = [];
  for (let n = 0; n < items; n += 1)
    questions.push(await call(teacher.token, 'POST', '/textbook/question/save', { bankId, ready: true, points: 500, ...question(n) }));
  const { courseId } = await call(teacher.token, 'POST', '/teaching/course', { name: '英语听说' });
  const room = [];
  for (let at = 0; at < classes; at += 1) {
    const { classId } = await call(teacher.token, 'POST', '/teaching/class', { courseId, className: `${at + 1}班` });
    await call(teacher.token, 'PUT', `/cms/courseClass/open/${classId}`);
    const people = [];
    for (let n = 0; n < students; n += 1) {
      const one = { ...(await person(`s${at}-${n}`)), n: at * students + n };
      people.push(one);
      await db
        .insertInto('classMember')
        .values({ classId, userId: one.userId, role: 'student', memberName: one.userName, status: 'active', joinedAt: now, consentAt: now, ...base })
        .execute();
    }
    const ids = [];
    for (let n = 0; n < assignments; n += 1) {
      const { assignmentId } = await call(teacher.token, 'POST', '/teaching/assignment', {
        classId,
        title: `第${n + 1}次作业`,
        openAt: wireTime(now - 3 * 3_600_000).slice(0, 16),
        dueAt: wireTime(now + DAY_MS).slice(0, 16),
        items: questions.map(({ questionId, versionId }, i) => ({ itemId: `q${i}`, points: 500, versions: [{ questionId, versionId }] })),
        ...rules,
      });
      await call(teacher.token, 'PUT', `/cms/assignment/publish/${assignmentId}`, { confirmed: '1' });
      ids.push(assignmentId);
    }
    room.push({ classId, people, assignmentIds: ids });
  }
  return {
    db,
    teacher,
    classes: room,
    send,
    call,
    start,
    kill,
    close: async () => {
      await kill();
      await db.destroy();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The journal of a device: the clocks are those of a device that was started at `bootAt`. */
export class BenchDevice {
  events = [];
  acknowledged = 0;

  constructor(student, attemptKey, bootAt) {
    this.student = student;
    this.attemptKey = attemptKey;
    this.deviceId = `device-${student.userId}`;
    this.bootAt = bootAt;
  }

  write(part, at) {
    const clock = Math.max(at, (this.events.at(-1)?.clock ?? 0) + 1);
    this.events.push({ ...part, seq: this.events.length + 1, clock, wallMs: at, monoMs: at - this.bootAt, bootId: `boot-${this.student.userId}` });
  }

  /** The body of a call that brings what the server has not acknowledged. */
  body() {
    const now = Date.now();
    return {
      deviceId: this.deviceId,
      clocks: { bootId: `boot-${this.student.userId}`, wallMs: now, monoMs: now - this.bootAt },
      attempts: [{ attemptKey: this.attemptKey, known: {}, events: this.events.filter(({ seq }) => seq > this.acknowledged) }],
    };
  }
}

/** The value below which the share of times lies. */
export const percentile = (times, share) => times.toSorted((one, two) => one - two)[Math.min(times.length - 1, Math.floor(times.length * share))];
