import type { User } from '../../contract/identity/session.ts';

/** Returns a user as in the response of `/getInfo`, with only the given fields filled in. */
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
