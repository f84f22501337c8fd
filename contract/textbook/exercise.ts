import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { NO_SCRIPT, reference, references, remark, shown, shownNumber, shownOther, text, yesNo } from '../field.ts';
import { id } from '../page.ts';
import { RELEASE_EVENTS, releaseStep } from '../release.ts';
import { QUESTION } from './question-limits.ts';
import { answerValue, judgedAnswer, questionKey, questionPoints, shownQuestion } from './question-schema.ts';

/** E124: questions of a publication for one of its chapters, released by SM24. */
export const exerciseSet = crud('/textbook/exerciseSet', {
  name: '练习',
  permission: 'textbook:exercise',
  key: 'setId',
  title: 'title',
  fields: {
    publishId: reference('作品', { required: true, fixedOnceSaved: true, shownAs: 'publishTitle' }),
    title: text('名称', 60, NO_SCRIPT('名称')),
    documentIndex: reference('章', { shownAs: 'chapterTitle', min: 0, help: '留空是全书练习' }),
    questionIds: references('题目', { max: QUESTION.setItems, notInSheet: true }),
    shuffle: yesNo('打乱题目顺序'),
    remark: remark(),
  },
  shown: {
    publishTitle: shown('书名'),
    chapterTitle: shown('章名'),
    status: shown('状态', 'choice', { dict: 'textbook_set_status' }),
    live: shownOther('读者可见', z.boolean()),
    questionNum: shownNumber('题目数'),
    /** Questions with a newer version than that of the set. */
    outdated: shownNumber('有新版本的题目'),
    rejectNote: shown('退回原因'),
  },
  filter: { title: 'like', publishId: 'equal', status: 'own' },
  sort: ['title', 'createTime', 'updateTime'],
  calls: ['list', 'get', 'add', 'edit', 'remove'],
});
export type ExerciseSetRow = z.output<typeof exerciseSet.list.row>;

export const exerciseSetEvent = endpoint('PUT /textbook/exerciseSet/{event}/{setId}', {
  summary: '练习流转',
  access: ['textbook:exercise:submit', 'cms:content:audit'],
  params: z.object({ event: z.enum(RELEASE_EVENTS, '没有这个操作'), setId: id }),
  body: releaseStep,
});

/** The questions of a set as students see them, for its approval. */
export const exerciseSetContent = endpoint('GET /textbook/exerciseSet/content/{setId}', {
  summary: '练习的内容',
  access: ['textbook:exercise:query', 'cms:content:audit'],
  params: z.object({ setId: id }),
  data: z.array(z.object({ questionId: z.number(), versionId: z.number(), shown: shownQuestion, key: questionKey, points: questionPoints })),
});

const readerSet = z.object({
  setId: z.number(),
  publishId: z.number(),
  title: z.string(),
  documentIndex: z.number().nullable(),
  shuffle: z.boolean(),
  questions: z.array(z.object({ questionId: z.number(), versionId: z.number(), points: z.number(), shown: shownQuestion })),
});
export type ReaderSet = z.output<typeof readerSet>;

/** Published exercises of a chapter. Outside the trial it needs the right to the work. */
export const exercisesOfChapter = endpoint('GET /cms/exercise/queryByChapter/{chapterId}', {
  summary: '一章的练习',
  access: 'public',
  params: z.object({ chapterId: id }),
  data: z.array(readerSet),
});

export const exercise = endpoint('GET /cms/exercise/getInfo/{setId}', {
  summary: '一个练习',
  access: 'public',
  params: z.object({ setId: id }),
  data: readerSet,
});

/** Practice: judges one answer. The key and the explanation come with a right answer or with the second try. Nothing is stored. */
export const answerExercise = endpoint('POST /cms/exercise/answer', {
  summary: '练习作答',
  access: 'public',
  body: z.object({
    setId: id,
    versionId: id,
    answer: answerValue,
    attempt: z.number('次数不正确').int('次数不正确').min(1, '次数不正确').max(99, '次数不正确'),
  }),
  data: z.object({ judged: judgedAnswer, key: questionKey.nullable() }),
});
