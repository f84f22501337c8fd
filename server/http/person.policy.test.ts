import { expect, test } from 'vitest';
import { isOwnAccount, isOwnPerson } from './person.policy.ts';

test('#47.1 a person is every account of it, an account only itself', () => {
  const viewer = { userId: 1, accounts: new Set([1, 2]) };
  expect([1, 2, 3, null, undefined].map((userId) => isOwnAccount(userId, viewer))).toEqual([true, false, false, false, false]);
  expect([1, 2, 3, null, undefined].map((userId) => isOwnPerson(userId, viewer))).toEqual([true, true, false, false, false]);
  expect([isOwnAccount(1, null), isOwnPerson(1, null), isOwnAccount(null, null)]).toEqual([false, false, false]);
});
