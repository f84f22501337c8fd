import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClassPack } from '../../../contract/teaching/class-pack.ts';
import type { QuestionKey, ShownQuestion } from '../../../contract/textbook/question-kind.ts';
import { classroom, type Classroom } from '../../../tests/support/classroom.ts';
import { addExercise, missedRow, type ExerciseFixture } from '../../../tests/support/exercise-fixture.ts';

const choice = (id: string) => ({ id, html: `选项${id}` });
const single = (name: string): ShownQuestion => ({
  kind: 'single',
  stem: `<p>${name}</p><img src="/profile/${name}.png" alt="">`,
  options: [choice('aaaaaaaa'), choice('bbbbbbbb')],
});
const KEY: QuestionKey = { kind: 'single', right: ['bbbbbbbb'], explanation: '<p>渡口的解析</p>' };

let room: Classroom;
let book: ExerciseFixture;
beforeAll(async () => {
  room = await classroom(['lin', 'zhou']);
  book = await addExercise(
    room.t,
    '渡口教材',
    ['甲', '乙', '丙'].map((name) => ({ shown: single(name), key: KEY, points: 200 })),
  );
  await room.t.context.db
    .updateTable('course')
    .set({ publishIds: JSON.stringify([book.publishId]) })
    .where('id', '=', room.courseId)
    .execute();
  const rows = book.questions.slice(0, 2).map((one) => missedRow(book, one));
  await room.ask('lin', 'POST', '/cms/review/sync', { sentAt: Date.now(), cursor: 0, rows });
});
afterAll(() => room.t.close());

const reviewOf = async (who: string): Promise<ClassPack['review']> =>
  ((await room.ask(who, 'GET', `/cms/courseClass/${room.classId}/pack`)).data as ClassPack).review;
const idsIn = (review: ClassPack['review']): number[] => review.flatMap(({ questions }) => questions.map(({ questionId }) => questionId));

test('T4 a pack brings the questions that come in the review within two weeks, with keys and pictures, of its student only', async () => {
  const review = await reviewOf('lin');
  expect(review).toMatchObject([{ setId: book.setId, publishId: book.publishId, bookTitle: '渡口教材', until: null }]);
  expect(idsIn(review)).toEqual(book.questions.slice(0, 2).map(({ questionId }) => questionId));
  expect(review[0]?.questions[0]?.key).toEqual(KEY);
  expect(review[0]?.files.length).toBe(JSON.stringify(review[0]?.questions).match(/\bsrc=/g)?.length);
  expect(await reviewOf('zhou')).toEqual([]);
  expect(await reviewOf('teacher')).toEqual([]);
});

test('§8 a question of an assignment whose key is not shown yet is not in the pack, whatever the class; after the release it is', async () => {
  const [first] = book.questions;
  const items = [{ itemId: 'q1', points: 200, versions: [{ questionId: first!.questionId, versionId: first!.versionId }] }];
  const before = idsIn(await reviewOf('lin'));
  const id = await room.published({ items, showKey: 'due' });
  expect(idsIn(await reviewOf('lin'))).toEqual(before.slice(1));
  await room.t.context.db.updateTable('assignment').set({ keyAt: Date.now() }).where('id', '=', id).execute();
  expect(idsIn(await reviewOf('lin'))).toEqual(before);
});

test('§8 a pack has another version when the review changes', async () => {
  const version = async () => ((await room.ask('lin', 'GET', `/cms/courseClass/${room.classId}/pack`)).data as ClassPack).version;
  const before = await version();
  expect(await version()).toBe(before);
  await room.ask('lin', 'POST', '/cms/review/sync', { sentAt: Date.now(), cursor: 0, rows: [missedRow(book, book.questions[2]!)] });
  expect(await version()).not.toBe(before);
});
