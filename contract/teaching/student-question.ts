import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../page.ts';
import { visible } from '../visible-text.ts';

const words = (what: string) => visible(`请填写${what}`).min(1, `请填写${what}`).max(1_000, `${what}不能超过1000个字`);

const asked = z.object({
  questionId: z.number(),
  itemId: z.string(),
  content: z.string(),
  reply: z.string(),
  repliedBy: z.string(),
  at: z.string(),
  repliedAt: z.string(),
});
export type StudentQuestion = z.output<typeof asked>;

/** 问老师: about an item of the own attempt that is over. It reaches the teachers of the class. */
export const askTeacher = endpoint('POST /cms/studentQuestion', {
  summary: '问老师',
  access: 'signed-in',
  once: true,
  body: z.object({ attemptId: id, itemId: z.string().max(32), content: words('问题') }),
  data: z.object({ questionId: z.number() }),
});

/** Questions about an attempt, for its student and for the teachers. */
export const myQuestions = endpoint('GET /cms/studentQuestion/mine/{attemptId}', {
  summary: '这次作答的提问',
  access: 'signed-in',
  params: z.object({ attemptId: id }),
  data: z.array(asked),
});

/** Questions of a class for its teachers and assistants: unanswered ones first. */
export const classQuestions = endpoint('GET /teaching/studentQuestion/{classId}', {
  summary: '班级的提问',
  access: 'signed-in',
  params: z.object({ classId: id }),
  data: z.array(asked.extend({ memberName: z.string(), assignmentId: z.number(), title: z.string(), attemptKey: z.string(), stem: z.string() })),
});
export type ClassQuestion = z.output<typeof classQuestions.data>[number];

export const answerQuestion = endpoint('PUT /teaching/studentQuestion/{questionId}', {
  summary: '回答提问',
  access: 'signed-in',
  params: z.object({ questionId: id }),
  body: z.object({ reply: words('回答') }),
});
