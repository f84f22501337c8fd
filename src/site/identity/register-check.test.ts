import { expect, test } from 'vitest';
import { passwordRejectedBy, rejectedBy } from './register-check.ts';

test('shows a registration error of the server under the field that has to change', () => {
  expect(rejectedBy('这个密码太常见，容易被猜到，请换一个')).toHaveProperty('password');
  expect(rejectedBy('密码不能与用户名相同，请换一个')).toHaveProperty('password');
  expect(rejectedBy("保存用户'a'失败，注册账号已存在")).toHaveProperty('username');
  expect(rejectedBy('验证码错误')).toHaveProperty('code');
  expect(rejectedBy('手机号码已存在')).toHaveProperty('phonenumber');
  expect(rejectedBy('请稍后再试')).toHaveProperty('whole');
});

test('shows the error under the new password when it equals the old one', () => {
  expect(passwordRejectedBy('新密码不能与旧密码相同')).toHaveProperty('newPassword');
  expect(passwordRejectedBy('修改密码失败，旧密码错误')).toHaveProperty('oldPassword');
  expect(passwordRejectedBy('旧密码输入错误次数过多，请10分钟后再试')).toHaveProperty('oldPassword');
});
