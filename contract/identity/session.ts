import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag } from '../page.ts';

/** The department of a user, in the format of compatible clients. */
export const wireDept = z.object({ deptId: z.number(), deptName: z.string(), leader: z.string() }).nullable();

export const roleOfUser = z.object({
  roleId: z.number(),
  roleName: z.string(),
  roleKey: z.string(),
  roleSort: z.number(),
  dataScope: z.string(),
  status: flag,
  admin: z.boolean(),
  /** True when the queried user has it. */
  flag: z.boolean(),
  remark: z.string(),
  createTime: z.string(),
});
export type RoleOfUser = z.output<typeof roleOfUser>;

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

/** Extra fields that compatible clients expect in a user. */
export const wholeUser = user.extend({
  deptId: z.number().nullable(),
  delFlag: z.string(),
  loginIp: z.string(),
  loginDate: z.string(),
  pwdUpdateDate: z.string(),
  dept: wireDept,
  roles: z.array(roleOfUser),
  roleIds: z.array(z.number()).nullable(),
  postIds: z.array(z.number()).nullable(),
  roleId: z.null(),
  createBy: z.string(),
  createTime: z.string(),
  updateBy: z.string(),
  updateTime: z.string(),
  remark: z.string(),
});
export type WholeUser = z.output<typeof wholeUser>;

export const getInfo = endpoint('GET /getInfo', {
  summary: '当前用户',
  access: 'signed-in',
  whileFactorDue: true,
  answer: z.object({
    user: wholeUser,
    roles: z.array(z.string()),
    permissions: z.array(z.string()),
    /** Characters that a new password may contain: `sys.account.chrtype`. */
    pwdChrtype: z.string(),
    /** The user has not yet changed a password that another user set. */
    isDefaultModifyPwd: z.boolean(),
    /** The configuration requires a second factor and none exists: only the set-up is allowed. */
    secondFactorDue: z.boolean(),
    /** The password is older than `sys.account.passwordValidateDays`. */
    isPasswordExpired: z.boolean(),
  }),
});

/** Unlocks a locked screen with the password of the user who locked it. */
export const unlockScreen = endpoint('POST /unlockscreen', {
  summary: '解锁屏幕',
  access: 'signed-in',
  body: z.object({ password: z.string('请输入密码').min(1, '请输入密码').max(200) }),
  answer: z.object({ msg: z.string() }),
});

/** Never fails, even without a session. */
export const logout = endpoint('POST /logout', { summary: '退出', access: 'public', answer: z.object({ msg: z.string() }) });

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

export const getRouters = endpoint('GET /getRouters', { summary: '菜单', access: 'signed-in', whileFactorDue: true, data: z.array(menuRoute) });

/** Roles with access to the back office; all other users are redirected to `/`. */
export const BACK_OFFICE_ROLES = ['admin', 'system_admin', 'works_admin', 'ops_admin', 'tally_admin', 'invoice'] as const;
export const EVERY_PERMISSION = '*:*:*';
export const DEFAULT_ROLE = 'ROLE_DEFAULT';
