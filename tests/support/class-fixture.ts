import type { BrowserServer } from './browser-server.ts';
import { wireTime } from '../../server/db/clock.ts';

const HOUR = 3_600_000;
const minuteOf = (at: number): string => wireTime(at).slice(0, 16);
const choice = (id: string, html: string) => ({ id, html });

/** Questions of each kind that a class answers without a network. */
const QUESTIONS = [
  {
    points: 200,
    shown: { kind: 'single', stem: '<p>渡口在哪里？</p>', options: [choice('aaaaaaaa', '江北'), choice('bbbbbbbb', '江南')] },
    key: { kind: 'single', right: ['bbbbbbbb'], explanation: '<p>见第一段</p>' },
  },
  {
    points: 400,
    shown: { kind: 'fill', stem: '<p>摆渡的人叫[[b1]]。</p>', blanks: [{ id: 'b1', type: 'text' }] },
    key: {
      kind: 'fill',
      blanks: [{ id: 'b1', keys: [{ share: 10_000, text: '老周' }] }],
      policy: 'each',
      language: 'zh',
      explanation: '<p>见第二段</p>',
    },
  },
  {
    points: 400,
    shown: { kind: 'short', stem: '<p>谈谈您的看法。</p>', maxLength: 2000 },
    key: { kind: 'short', rubric: [], hint: '言之有理即可', explanation: '<p>可从人情谈起</p>' },
  },
  {
    points: 500,
    shown: { kind: 'upload', stem: '<p>拍下渡口，再读一遍对话。</p>', photos: 3, recording: true, files: 1 },
    key: { kind: 'upload', rubric: [], hint: '听清每个词', explanation: '' },
  },
] as const;
/** Questions that are answered by typing and choosing; the last one is answered by files. */
const WRITTEN = 3;

export interface TaughtClass {
  readonly classId: number;
  readonly teacher: string;
  /** Publishes an assignment of the three questions, open since an hour; returns its id. */
  publish(title: string, more?: object): Promise<number>;
  /** Publishes an assignment of the one question that is answered by files. */
  publishFiles(title: string): Promise<number>;
}

/** A class of the demo teacher with students who joined it by its code. */
export async function taughtClass(server: BrowserServer, students: readonly string[]): Promise<TaughtClass> {
  const teacher = await server.logIn('teacher1');
  const made = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> =>
    (await server.call(teacher, method, path, body))['data'] as Record<string, unknown>;
  const { bankId } = await made('POST', '/textbook/questionBank', { name: '渡口' });
  const items: object[] = [];
  for (const [at, { points, shown, key }] of QUESTIONS.entries()) {
    const { questionId, versionId } = await made('POST', '/textbook/question/save', { bankId, ready: true, points, shown, key });
    items.push({ itemId: `q${at + 1}`, points, versions: [{ questionId, versionId }] });
  }
  const { courseId } = await made('POST', '/teaching/course', { name: '渡口英语' });
  const { classId } = await made('POST', '/teaching/class', { courseId, className: '晚班' });
  await server.call(teacher, 'PUT', `/cms/courseClass/open/${Number(classId)}`);
  const { joinCode } = await made('GET', `/cms/courseClass/${Number(classId)}`);
  for (const who of students)
    await server.call(await server.logIn(who), 'POST', '/cms/courseClass/join', {
      code: joinCode,
      memberName: `${who}同学`,
      studentNo: '',
      consent: true,
    });
  const publish = async (title: string, more: object = {}) => {
    const { assignmentId } = await made('POST', '/teaching/assignment', {
      classId,
      title,
      items: items.slice(0, WRITTEN),
      openAt: minuteOf(Date.now() - HOUR),
      dueAt: minuteOf(Date.now() + 24 * HOUR),
      attempts: 1,
      ...more,
    });
    await server.call(teacher, 'PUT', `/cms/assignment/publish/${Number(assignmentId)}`, { confirmed: '1' });
    return Number(assignmentId);
  };
  return { classId: Number(classId), teacher, publish, publishFiles: (title) => publish(title, { items: items.slice(WRITTEN) }) };
}
