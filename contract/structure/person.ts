import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** People by a part of their name, for putting them in a group or binding them: no more than their names. */
export const findPeople = endpoint('GET /structure/person/list', {
  summary: '按姓名找用户',
  access: ['structure:group:add', 'structure:professor:add', 'structure:professor:edit', 'structure:scholar:add', 'structure:scholar:edit'],
  query: z.object({
    keyword: z.string().trim().max(50).default(''),
    /** Ids that must be among the answer, so that what is chosen has a name. */
    userIds: z
      .string()
      .regex(/^\d+(,\d+){0,49}$/, '编号不正确')
      .optional(),
  }),
  data: z.array(z.object({ userId: z.number(), userName: z.string(), nickName: z.string() })),
});
