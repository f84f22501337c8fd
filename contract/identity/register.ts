import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { PASSWORD_LENGTH } from '../limits.ts';
import { requiredText } from '../required-text.ts';

export const USER_NAME_WORDS = '用户名须为2到20个汉字、字母、数字或下划线，且不能以数字开头';
export const PASSWORD_WORDS = `密码长度须在${PASSWORD_LENGTH.least}到${PASSWORD_LENGTH.most}个字符之间`;

export const USER_NAME = /^(?!\d)[A-Za-z0-9_\u4e00-\u9fa5]{2,20}$/;

export const userName = requiredText('用户名不能为空').regex(USER_NAME, USER_NAME_WORDS);

export const newPassword = z
  .string('用户密码不能为空')
  .min(1, '用户密码不能为空')
  .min(PASSWORD_LENGTH.least, PASSWORD_WORDS)
  .max(PASSWORD_LENGTH.most, PASSWORD_WORDS);

export const phone = z.string().regex(/^1[345789]\d{9}$/, '手机号格式错误');

export const register = endpoint('POST /register', {
  summary: '注册',
  access: 'public',
  body: z
    .object({
      username: userName,
      password: newPassword,
      confirmPassword: z.string().optional(),
      phonenumber: phone.or(z.literal('')).optional(),
      code: z.string().max(20).default(''),
      uuid: z.string().max(64).default(''),
    })
    .refine((body) => body.confirmPassword === undefined || body.confirmPassword === body.password, {
      error: '两次输入的密码不一致',
      path: ['confirmPassword'],
    }),
});
