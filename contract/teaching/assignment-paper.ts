import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../page.ts';
import { paperContent, paperQuery } from '../textbook/paper.ts';

/** An assignment as a paper. Of questions that are drawn for each student it has the first ones. */
export const assignmentPaper = endpoint('GET /teaching/assignment/paper/{assignmentId}', {
  summary: '作业的试卷和答案（打印）',
  access: 'teaching:course:teach',
  params: z.object({ assignmentId: id }),
  query: paperQuery,
  data: paperContent,
});
