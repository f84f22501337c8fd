import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../page.ts';
import { searchTerm } from '../search-term.ts';
import { QUESTION_KINDS, type QuestionKind } from './question-kind.ts';
import { QUESTION } from './question-limits.ts';
import { questionPoints, shownQuestion } from './question-schema.ts';

const TEACH = 'teaching:course:teach';
const KINDS = Object.keys(QUESTION_KINDS) as [QuestionKind, ...QuestionKind[]];

/** Questions of one paper. */
export const PAPER_MOST = 200;

/** A printed paper. The one for students contains no keys; the sheet of answers is a request of its own. */
export const paperQuery = z.object({ key: z.enum(['0', '1']).default('0') });
const partKey = z.object({
  /** In letters, numbers and words; '' for what a teacher marks. */
  answer: z.string(),
  hint: z.string(),
  rubric: z.array(z.object({ name: z.string(), points: questionPoints })),
  /** Sanitised HTML. */
  explanation: z.string(),
  transcript: z.string(),
});
const paperKey = partKey.extend({ parts: z.array(partKey.extend({ parts: z.array(z.never()) })) });
export type PaperKey = z.output<typeof paperKey>;

export const paperContent = z.object({
  title: z.string(),
  items: z.array(z.object({ shown: shownQuestion, points: questionPoints, key: paperKey.nullable() })),
});
export type PaperContent = z.output<typeof paperContent>;
export type PaperItem = PaperContent['items'][number];

/** The ready questions of a bank, of a chapter or a kind when one is given, in the order of their codes. */
export const bankPaper = endpoint('GET /textbook/question/paper/{bankId}', {
  summary: '题库的试卷和答案（打印）',
  access: ['textbook:exercise:query', TEACH],
  params: z.object({ bankId: id }),
  query: paperQuery.extend({ chapter: searchTerm(QUESTION.chapter), kind: z.enum([...KINDS, '']).default('') }),
  data: paperContent,
});

export const setPaper = endpoint('GET /textbook/exerciseSet/paper/{setId}', {
  summary: '练习的试卷和答案（打印）',
  access: ['textbook:exercise:query', 'cms:content:audit'],
  params: z.object({ setId: id }),
  query: paperQuery,
  data: paperContent,
});
