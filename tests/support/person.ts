import type { User } from '../../contract/identity/session.ts';

/** A person as `/getInfo` answers him, with nothing filled in but what is said. */
export const personOf = (said: Partial<User> = {}): User => ({
  userId: 1,
  userName: 'a',
  nickName: '',
  email: '',
  phonenumber: '',
  sex: '0',
  avatar: '',
  status: '0',
  introduction: '',
  admin: false,
  ...said,
});
