import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { newPassword, phone } from './register.ts';
import { wholeUser } from './session.ts';
import { requiredText } from '../required-text.ts';

export const getProfile = endpoint('GET /system/user/profile', {
  summary: '个人资料',
  access: 'signed-in',
  answer: z.object({ data: wholeUser, roleGroup: z.string(), postGroup: z.string() }),
});

export const saveProfile = endpoint('PUT /system/user/profile', {
  summary: '修改个人资料',
  access: 'signed-in',
  body: z.object({
    nickName: requiredText('请输入昵称').max(30, '昵称不能超过30个字符'),
    phonenumber: phone
      .or(z.literal(''))
      .nullish()
      .transform((value) => value ?? ''),
    email: z
      .email('邮箱格式错误')
      .max(50, '邮箱不能超过50个字符')
      .or(z.literal(''))
      .nullish()
      .transform((value) => value ?? ''),
    sex: z
      .enum(['0', '1', '2'], '性别不正确')
      .nullish()
      .transform((value) => value ?? '2'),
    introduction: z
      .string()
      .max(500, '简介不能超过500个字符')
      .nullish()
      .transform((value) => value ?? undefined),
  }),
});

export const savePassword = endpoint('PUT /system/user/profile/updatePwd', {
  summary: '修改密码',
  access: 'signed-in',
  body: z.object({ oldPassword: z.string('请输入旧密码').min(1, '请输入旧密码'), newPassword }),
});

export const saveAvatar = endpoint('POST /system/user/profile/avatar', {
  summary: '修改头像',
  access: 'signed-in',
  multipart: true,
  answer: z.object({ imgUrl: z.string() }),
});

export const mySessions = endpoint('GET /system/user/profile/sessions', {
  summary: '我的登录设备',
  access: 'signed-in',
  data: z.array(
    z.object({
      sessionId: z.string(),
      ip: z.string(),
      loginLocation: z.string(),
      browser: z.string(),
      os: z.string(),
      loginTime: z.string(),
      lastSeen: z.string(),
      /** True for the device that sends the request. */
      current: z.boolean(),
    }),
  ),
});

export const endMySession = endpoint('DELETE /system/user/profile/sessions/{sessionId}', {
  summary: '退出我的一台设备',
  access: 'signed-in',
  params: z.object({ sessionId: z.string().regex(/^[0-9a-f]{64}$/, '登录不存在') }),
});

/** Sends a link to the address in the profile; the address is used for mail only after the link was opened. */
export const askConfirmEmail = endpoint('POST /system/user/profile/confirmEmail', {
  summary: '确认邮箱',
  access: 'signed-in',
  answer: z.object({ msg: z.string() }),
});
