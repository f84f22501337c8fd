import type { QuestionKey, ShownQuestion } from '../../contract/textbook/question-kind.ts';
import type { TestContext } from './test-context.ts';
import { addTextbook } from './textbook-fixture.ts';

export interface ExerciseFixture {
  readonly publishId: number;
  readonly setId: number;
  readonly bankId: number;
  readonly questions: readonly { readonly questionId: number; readonly versionId: number; readonly points: number }[];
}

/** A textbook with one approved exercise in its first chapter, which everybody may practise. */
export async function addExercise(
  t: TestContext,
  title: string,
  contents: readonly { readonly shown: ShownQuestion; readonly key: QuestionKey; readonly points: number }[],
): Promise<ExerciseFixture> {
  await t.addUser({
    userName: 'editor',
    permissions: ['textbook:exercise:list', 'textbook:exercise:query', 'textbook:exercise:add', 'textbook:exercise:edit', 'textbook:exercise:submit'],
  });
  await t.addUser({ userName: 'approver', permissions: ['cms:content:audit', 'textbook:exercise:query'] });
  const [editor, approver] = [await t.as('editor'), await t.as('approver')];
  const ask = async (as: object, method: 'POST' | 'PUT', path: string, payload: object) =>
    // oxlint-disable-next-line no-explicit-any -- answers of many endpoints
    (await t.app.inject({ method, url: `/prod-api${path}`, headers: { ...as }, payload })).json<any>().data;
  const { publishId } = await addTextbook(t, { title });
  const { bankId } = await ask(editor, 'POST', '/textbook/questionBank', { name: `${title}题库`, publishId });
  const questions = [];
  for (const content of contents) {
    const { questionId, versionId } = await ask(editor, 'POST', '/textbook/question/save', { bankId, ready: true, ...content });
    questions.push({ questionId: questionId as number, versionId: versionId as number, points: content.points });
  }
  const { setId } = await ask(editor, 'POST', '/textbook/exerciseSet', {
    publishId,
    title: '试读的练习',
    documentIndex: 0,
    questionIds: questions.map(({ questionId }) => questionId),
    shuffle: '0',
  });
  await ask(editor, 'PUT', `/textbook/exerciseSet/submit/${setId}`, {});
  await ask(approver, 'PUT', `/textbook/exerciseSet/approve/${setId}`, {});
  return { publishId, setId, bankId, questions };
}

let rows = 0;
/** A row of the log of practice: a wrong answer to a question. */
export const missedRow = ({ publishId, setId }: ExerciseFixture, { questionId, versionId }: ExerciseFixture['questions'][number]) => ({
  id: `70000000-0000-4000-8000-${String((rows += 1)).padStart(12, '0')}`,
  questionId,
  versionId,
  setId,
  publishId,
  at: Date.now(),
  rating: 1,
  verdict: 'wrong',
  tries: 2,
  ms: 1_000,
  deviceId: 'device-00001',
  kind: 'practice',
});
