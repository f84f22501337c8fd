import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** A task that waits for this user, with the page where it is done. */
export const todo = z.object({
  key: z.string(),
  label: z.string(),
  count: z.number(),
  /** Days that the oldest one has waited. */
  oldestDays: z.number(),
  link: z.string(),
});
export type Todo = z.output<typeof todo>;

const number = z.object({ key: z.string(), label: z.string(), value: z.number(), /** In the last 30 days. */ recent: z.number() });
const series = z.object({ name: z.string(), values: z.array(z.number()) });

/** Data of the back office home page, limited by the user's permissions. */
export const dashboard = endpoint('GET /report/dashboard', {
  summary: '编务台首页',
  access: 'signed-in',
  data: z.object({
    todos: z.array(todo),
    numbers: z.array(number),
    /** The last 30 days, `MM-dd`, and the counts of each day. */
    days: z.array(z.string()),
    activity: z.array(series),
    /** Works by state; empty for a user who may not see works. */
    works: z.array(z.object({ status: z.string(), count: z.number() })),
  }),
});
