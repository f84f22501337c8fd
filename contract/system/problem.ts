import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { entry, html, NO_SCRIPT, remark, shownNumber, status, text, integer } from '../field.ts';

export const problem = crud('/system/problem', {
  name: '常见问题',
  permission: 'system:problem',
  key: 'problemId',
  title: 'question',
  fields: {
    category: entry('分类', 'system_problem_category'),
    question: text('问题', 100, NO_SCRIPT('问题')),
    answer: html('回答', 20_000, { required: true }),
    orderNum: integer('显示顺序', 0, 99_999, 0),
    status: status(),
    remark: remark(),
  },
  shown: { viewNum: shownNumber('浏览量') },
  filter: { question: 'like', category: 'equal', status: 'equal' },
  sort: ['problemId', 'orderNum', 'viewNum', 'createTime'],
});

/** Frequently asked questions, by category and order; public. */
export const queryProblems = endpoint('GET /system/problem/queryProblem', {
  summary: '常见问题（前台）',
  access: 'public',
  query: z.object({ category: z.string().max(100).optional() }),
  data: z.array(z.object({ problemId: z.number(), category: z.string(), question: z.string(), answer: z.string() })),
});
