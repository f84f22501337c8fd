import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag } from '../page.ts';

export const user = z.object({
  userId: z.number(),
  userName: z.string(),
  nickName: z.string(),
  email: z.string(),
  phonenumber: z.string(),
  sex: z.enum(['0', '1', '2']),
  avatar: z.string(),
  status: flag,
  introduction: z.string(),
  admin: z.boolean(),
});
export type User = z.output<typeof user>;

export const getInfo = endpoint('GET /getInfo', {
  summary: '当前用户',
  access: 'signed-in',
  answer: z.object({ user, roles: z.array(z.string()), permissions: z.array(z.string()) }),
});

/** Never fails, even without a session. */
export const logout = endpoint('POST /logout', { summary: '退出', access: 'public' });

export interface MenuRoute {
  name?: string;
  path: string;
  hidden: boolean;
  redirect?: string;
  component?: string;
  query?: string;
  alwaysShow?: boolean;
  meta?: { title: string; icon: string; noCache: boolean; link: string | null };
  children?: MenuRoute[];
}

const menuRoute: z.ZodType<MenuRoute> = z.any();

export const getRouters = endpoint('GET /getRouters', { summary: '菜单', access: 'signed-in', data: z.array(menuRoute) });

/** Roles that may enter the back office; everybody else is sent to `/`. */
export const BACK_OFFICE_ROLES = ['admin', 'system_admin', 'works_admin', 'ops_admin', 'tally_admin', 'invoice'] as const;
export const EVERY_PERMISSION = '*:*:*';
export const DEFAULT_ROLE = 'ROLE_DEFAULT';
