import { expect, it } from 'vitest';
import { courseTotal, lateScore, scoreOf } from './course-score.ts';

const attempts = (...scores: number[]) => scores.map((score, index) => ({ attemptId: index + 1, score, endedAt: index }));

it('takes a part of the full points off for each started day, not below 0', () => {
  expect(lateScore(8650, 10_000, 1000, 2)).toBe(6650);
  expect(lateScore(500, 10_000, 1000, 2)).toBe(0);
});

it('counts the highest, the last or the mean of several attempts, half up', () => {
  const three = attempts(8000, 8333, 9001);
  expect(scoreOf('mean', three)).toEqual({ score: 8445, attemptId: 3 });
  expect(scoreOf('highest', attempts(8000, 9001, 8333))).toEqual({ score: 9001, attemptId: 2 });
  expect(scoreOf('last', attempts(9001, 8000))).toEqual({ score: 8000, attemptId: 2 });
  expect(scoreOf('highest', [])).toBeNull();
});

it('adds a course up in percent: excused and pointless ones are left out, missing ones count 0 where the course says so', () => {
  const grades = [
    { weight: 1, full: 10_000, state: 'scored', score: 9000 },
    { weight: 2, full: 300, state: 'scored', score: 100 },
    { weight: 1, full: 10_000, state: 'excused', score: 0 },
    { weight: 1, full: 0, state: 'scored', score: 0 },
    { weight: 1, full: 10_000, state: 'none', score: 0 },
  ] as const;
  // (0.9 + 2 × 1/3) ÷ 3
  expect(courseTotal(grades, true)).toBe(5222);
  const missing = [...grades, { weight: 1, full: 10_000, state: 'missing', score: 0 } as const];
  expect(courseTotal(missing, true)).toBe(3917);
  expect(courseTotal(missing, false)).toBe(5222);
  expect(courseTotal([], true)).toBeNull();
});
