import { expect, test } from 'vitest';
import { claimedByOther, holdsClaim, reportsComment, wroteComment, wroteMessage } from './comment.policy.ts';

const viewer = (userId: number, ...accounts: number[]) => ({ userId, accounts: new Set([userId, ...accounts]) });

test('#47.1 an account changes the own texts, and a person reports only those of others', () => {
  const answers = (who: ReturnType<typeof viewer>): boolean[] => [
    wroteComment({ userId: 1 }, who),
    wroteMessage({ authorId: 1 }, who),
    reportsComment({ userId: 1 }, who),
  ];
  expect(answers(viewer(1))).toEqual([true, true, false]);
  expect(answers(viewer(2))).toEqual([false, false, true]);
  expect(answers(viewer(2, 1))).toEqual([false, false, false]);
  expect([wroteComment({ userId: 1 }, null), wroteMessage({ authorId: 1 }, null)]).toEqual([false, false]);
});

test('#47.1 a claim keeps other moderators out until it ends', () => {
  const claim = { claimedBy: 1, claimedUntil: 100 };
  expect([claimedByOther(claim, viewer(1), 50), claimedByOther(claim, viewer(2), 50), claimedByOther(claim, viewer(2), 100)]).toEqual([
    false,
    true,
    false,
  ]);
  expect(claimedByOther({ claimedBy: null, claimedUntil: null }, viewer(2), 50)).toBe(false);
  expect([holdsClaim(claim, viewer(1)), holdsClaim(claim, viewer(2))]).toEqual([true, false]);
});
