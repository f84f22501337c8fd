import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { todoCount } from '../inbox/todo.ts';
import { MEASURES } from '../report/report.ts';

const number = z.object({ key: z.string(), label: z.string(), value: z.number(), /** In the last 30 days. */ recent: z.number() });
const series = z.object({ name: z.string(), values: z.array(z.number()) });

/** Data of the back office home page, limited by the user's permissions. */
export const dashboard = endpoint('GET /report/dashboard', {
  summary: '编务台首页',
  access: 'signed-in',
  data: z.object({
    /** What waits for the user, by source; the total is the length of the to-do. */
    todos: z.array(todoCount),
    todoTotal: z.number(),
    /** Numbers of today that the user may see, each with the address of the list behind it. */
    today: z.array(
      z.object({ key: z.string(), label: z.string(), unit: z.string(), measure: z.enum(MEASURES), value: z.number(), link: z.string() }),
    ),
    numbers: z.array(number),
    /** The last 30 days, `MM-dd`, and the counts of each day. */
    days: z.array(z.string()),
    activity: z.array(series),
    /** Works by state; empty for a user who may not see works. */
    works: z.array(z.object({ status: z.string(), count: z.number() })),
  }),
});
