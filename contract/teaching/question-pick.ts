import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, paging } from '../page.ts';
import { searchTerm } from '../search-term.ts';
import { QUESTION_KINDS, QUESTION_USES, type QuestionKind, type QuestionUse } from '../textbook/question-kind.ts';
import { shownQuestion } from '../textbook/question-schema.ts';

const kinds = Object.keys(QUESTION_KINDS) as [QuestionKind, ...QuestionKind[]];
const uses = Object.keys(QUESTION_USES) as [QuestionUse, ...QuestionUse[]];

const picked = z.object({
  questionId: z.number(),
  versionId: z.number(),
  code: z.string(),
  chapter: z.string(),
  tags: z.array(z.string()),
  difficulty: z.number(),
  /** Students see the answers of questions for practice in the book. */
  use: z.enum(uses),
  /** It belongs to a textbook and may be practice there, with its answer. */
  inBook: z.boolean(),
  bankId: z.number(),
  bankName: z.string(),
  points: z.number(),
  shown: shownQuestion,
});
export type PickedQuestion = z.output<typeof picked>;

/** Questions that the teacher of a class may set: of the textbooks of its course, own ones, and those of colleagues who share them. */
export const pickQuestions = endpoint('GET /teaching/question/pick/{classId}', {
  summary: '可布置的题目',
  access: 'teaching:course:teach',
  params: z.object({ classId: id }),
  query: paging.extend({
    keyword: searchTerm(60),
    bankId: id.optional(),
    chapter: searchTerm(120),
    kind: z.enum([...kinds, '']).default(''),
  }),
  row: picked,
});

/** Questions of an assignment by their versions, as its teacher edits it. */
export const questionsOfDraft = endpoint('GET /teaching/question/of/{assignmentId}', {
  summary: '作业里的题目',
  access: 'teaching:course:teach',
  params: z.object({ assignmentId: id }),
  data: z.array(
    z.object({ questionId: z.number(), versionId: z.number(), points: z.number(), shown: shownQuestion, inBook: z.boolean(), newer: z.boolean() }),
  ),
});
