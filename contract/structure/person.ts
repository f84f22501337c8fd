import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** Finds users by a part of their name, to add them to a group or link them. Returns only names. */
export const findPeople = endpoint('GET /structure/person/list', {
  summary: '按姓名找用户',
  access: [
    'structure:group:add',
    'structure:professor:add',
    'structure:professor:edit',
    'structure:scholar:add',
    'structure:scholar:edit',
    'cms:penalty:add',
    'press:topic:add',
    'press:topic:edit',
    'contest:contest:edit',
    'contest:judge:add',
  ],
  query: z.object({
    keyword: z.string().trim().max(50).default(''),
    /** Ids that the answer must include, so that selected users have a name. */
    userIds: z
      .string()
      .regex(/^\d+(,\d+){0,49}$/, '编号不正确')
      .optional(),
  }),
  data: z.array(z.object({ userId: z.number(), userName: z.string(), nickName: z.string() })),
});
