import type { AttemptPaper } from '../../contract/teaching/attempt.ts';
import type { Answer, QuestionKey, ShownQuestion } from '../../contract/textbook/question-kind.ts';
import { wireTime } from '../../server/db/clock.ts';
import { testContext, type Bearer, type TestContext } from './test-context.ts';

// oxlint-disable-next-line no-explicit-any -- tests read answers of many endpoints
export type Said = { code: number; msg: string; data: any; rows: any[]; total: number };

const MINUTE = 60_000;
export const minuteOf = (at: number): string => wireTime(at).slice(0, 16);

const choice = (id: string, html: string) => ({ id, html });
const SINGLE: ShownQuestion = { kind: 'single', stem: '<p>渡口在哪里？</p>', options: [choice('aaaaaaaa', '江北'), choice('bbbbbbbb', '江南')] };
const SINGLE_KEY: QuestionKey = { kind: 'single', right: ['bbbbbbbb'], explanation: '<p>见第一段</p>' };
const FILL: ShownQuestion = { kind: 'fill', stem: '<p>摆渡的人叫[[b1]]。</p>', blanks: [{ id: 'b1', type: 'text' }] };
const FILL_KEY: QuestionKey = {
  kind: 'fill',
  blanks: [{ id: 'b1', keys: [{ share: 10_000, text: '老周' }] }],
  policy: 'each',
  language: 'zh',
  explanation: '<p>见第二段</p>',
};
const SHORT: ShownQuestion = { kind: 'short', stem: '<p>谈谈您的看法。</p>', maxLength: 2000 };
const SHORT_KEY: QuestionKey = {
  kind: 'short',
  rubric: [{ id: 'r1', name: '观点', points: 400, steps: [] }],
  hint: '言之有理即可',
  explanation: '<p>可从人情谈起</p>',
};

/** A class with a teacher, an assistant and students, and three questions of the teacher's own bank. */
export interface Classroom {
  readonly t: TestContext;
  readonly ids: Readonly<Record<string, number>>;
  readonly courseId: number;
  readonly classId: number;
  readonly joinCode: string;
  readonly questions: readonly { readonly questionId: number; readonly versionId: number; readonly points: number }[];
  ask(who: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object): Promise<Said>;
  join(who: string, more?: object): Promise<Said>;
  /** A draft of the three questions, open since an hour and due in a day, unless `more` says otherwise. */
  draft(more?: object): Promise<number>;
  published(more?: object): Promise<number>;
}

export async function classroom(students: readonly string[], context?: TestContext): Promise<Classroom> {
  const t = context ?? (await testContext());
  const as: Record<string, Bearer> = {};
  const ids: Record<string, number> = {};
  for (const userName of ['teacher', 'colleague']) ids[userName] = await t.addUser({ userName, permissions: ['teaching:course:teach'] });
  for (const userName of ['helper', 'outsider', ...students]) ids[userName] = await t.addUser({ userName });
  for (const userName of Object.keys(ids)) as[userName] = await t.as(userName);
  const ask = async (who: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object): Promise<Said> =>
    (await t.app.inject({ method, url: `/prod-api${path}`, headers: { ...as[who] }, ...(payload ? { payload } : {}) })).json<Said>();
  const bankId = (await ask('teacher', 'POST', '/textbook/questionBank', { name: '课堂题库' })).data.bankId as number;
  const questions: { questionId: number; versionId: number; points: number }[] = [];
  for (const [shown, key, points] of [
    [SINGLE, SINGLE_KEY, 200],
    [FILL, FILL_KEY, 400],
    [SHORT, SHORT_KEY, 400],
  ] as const) {
    const { data } = await ask('teacher', 'POST', '/textbook/question/save', { bankId, ready: true, points, shown, key });
    questions.push({ questionId: data.questionId as number, versionId: data.versionId as number, points });
  }
  const courseId = (await ask('teacher', 'POST', '/teaching/course', { name: '英语听说' })).data.courseId as number;
  const classId = (await ask('teacher', 'POST', '/teaching/class', { courseId, className: '1班' })).data.classId as number;
  await ask('teacher', 'PUT', `/cms/courseClass/open/${classId}`);
  const joinCode = (await ask('teacher', 'GET', `/cms/courseClass/${classId}`)).data.joinCode as string;
  const join = (who: string, more: object = {}): Promise<Said> =>
    ask(who, 'POST', '/cms/courseClass/join', { code: joinCode, memberName: `${who}同学`, studentNo: '', consent: true, ...more });
  const draft = async (more: object = {}): Promise<number> => {
    const items = questions.map(({ questionId, versionId, points }, at) => ({ itemId: `q${at + 1}`, points, versions: [{ questionId, versionId }] }));
    const body = {
      classId,
      title: '第一次作业',
      openAt: minuteOf(Date.now() - 60 * MINUTE),
      dueAt: minuteOf(Date.now() + 24 * 60 * MINUTE),
      items,
      ...more,
    };
    const made = await ask('teacher', 'POST', '/teaching/assignment', body);
    if (made.code !== 200) throw new Error(made.msg);
    return made.data.assignmentId as number;
  };
  const published = async (more: object = {}): Promise<number> => {
    const id = await draft(more);
    const said = await ask('teacher', 'PUT', `/cms/assignment/publish/${id}`, { confirmed: '1' });
    if (said.code !== 200) throw new Error(said.msg);
    return id;
  };
  for (const name of students) await join(name);
  return { t, ids, courseId, classId, joinCode, questions, ask, join, draft, published };
}

/** A device of a student: its journal, and calls that send parts of it. */
export class Device {
  readonly #room: Classroom;
  readonly #who: string;
  readonly deviceId: string;
  readonly events: { seq: number; clock: number; wallMs: number; monoMs: number; bootId: string; kind: string; itemId?: string; answer?: Answer }[] =
    [];
  attemptKey = '';
  paper: AttemptPaper | null = null;
  /** Milliseconds that the clocks of the device have moved on. */
  ahead = 0;

  constructor(room: Classroom, who: string, name = 'phone') {
    this.#room = room;
    this.#who = who;
    this.deviceId = `${who}-${name}`.padEnd(8, '0');
  }

  async start(assignmentId: number): Promise<Said> {
    const said = await this.#room.ask(this.#who, 'POST', '/cms/attempt/start', { assignmentId, deviceId: this.deviceId });
    if (said.code === 200) this.open(said.data as AttemptPaper);
    return said;
  }

  open(paper: AttemptPaper): void {
    this.paper = paper;
    this.attemptKey = paper.attemptKey;
    this.write({ kind: 'resume' });
  }

  write(event: { kind: string; itemId?: string; answer?: Answer; seen?: Record<string, number> }, at = Date.now()): void {
    const seq = this.events.length + 1;
    this.events.push({ ...event, seq, clock: Math.max(at, (this.events.at(-1)?.clock ?? 0) + 1), wallMs: at, monoMs: at, bootId: 'b' });
  }

  answer(itemId: string, answer: Answer, at?: number): void {
    this.write({ kind: 'answer', itemId, answer }, at);
  }

  submit(at?: number): void {
    this.write({ kind: 'submit' }, at);
  }

  async send(events = this.events, more: object = {}): Promise<Said> {
    const now = Date.now();
    return this.#room.ask(this.#who, 'POST', '/cms/attempt/sync', {
      deviceId: this.deviceId,
      clocks: { bootId: 'b', wallMs: now, monoMs: now },
      attempts: [{ attemptKey: this.attemptKey, known: {}, events }],
      ...more,
    });
  }
}
