import { PASSWORD_WORDS, USER_NAME_WORDS } from '../../../contract/identity/register.ts';
import { PASSWORD_LENGTH } from '../../../contract/limits.ts';

export interface RegisterDraft {
  username: string;
  phonenumber: string;
  password: string;
  confirmPassword: string;
  code: string;
  agreed: boolean;
}
export type RegisterErrors = Partial<Record<keyof RegisterDraft | 'whole', string>>;

const USER_NAME = /^(?!\d)[A-Za-z0-9_\u4e00-\u9fa5]{2,20}$/;
export const PHONE = /^1[345789]\d{9}$/;
export const badPassword = (password: string): string =>
  password.length < PASSWORD_LENGTH.least || password.length > PASSWORD_LENGTH.most ? PASSWORD_WORDS : '';

/** Checks the rules of the contract on the client, with the same messages as the server. */
export function checkRegister(draft: RegisterDraft, captchaShown: boolean): RegisterErrors {
  const errors: RegisterErrors = {};
  if (!draft.username.trim()) errors.username = '用户名不能为空';
  else if (!USER_NAME.test(draft.username.trim())) errors.username = USER_NAME_WORDS;
  if (draft.phonenumber && !PHONE.test(draft.phonenumber)) errors.phonenumber = '手机号格式错误';
  const password = badPassword(draft.password);
  if (!draft.password) errors.password = '用户密码不能为空';
  else if (password) errors.password = password;
  if (draft.confirmPassword !== draft.password) errors.confirmPassword = '两次输入的密码不一致';
  if (captchaShown && !draft.code.trim()) errors.code = '请输入验证码';
  if (!draft.agreed) errors.agreed = '请先阅读并同意用户协议';
  return errors;
}

/** Returns the field that an error message is about. A password that is too similar to the name is an error of the password. */
export function rejectedBy(words: string): RegisterErrors {
  if (/验证码/.test(words)) return { code: `${words}，已为您换了一张` };
  if (/手机/.test(words)) return { phonenumber: words };
  if (/密码/.test(words)) return { password: words };
  return /账号|用户名/.test(words) ? { username: words } : { whole: words };
}

/** For a change of password: similarity to the old password is an error of the new one. */
export const passwordRejectedBy = (words: string): { oldPassword: string } | { newPassword: string } =>
  /(^|[^与])旧密码/.test(words) ? { oldPassword: words } : { newPassword: words };
