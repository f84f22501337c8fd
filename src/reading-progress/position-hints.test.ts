// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { hintAt, storeHintsOf, positionHint } from './position-hints.ts';

const at = (userId: number | null, clock: number) => ({ userId, editionId: 2, documentIndex: 1, percent: 8, cfi: 'epubcfi(/6/4!/4)', clock });
beforeEach(() => localStorage.clear());

it('remembers the last position of the forty most recent books', () => {
  for (let publishId = 1; publishId <= 45; publishId++) hintAt(publishId, at(1, publishId));
  hintAt(44, at(1, 99));
  expect(positionHint(44)).toEqual(at(1, 99));
  expect(positionHint(6)).not.toBeNull();
  expect(positionHint(5)).toBeNull();
});

it('returns nothing after the user changed or signed out, and treats damaged storage as empty', () => {
  hintAt(7, at(1, 1));
  hintAt(8, at(null, 1));
  storeHintsOf(null);
  expect([positionHint(7), positionHint(8)]).toEqual([null, at(null, 1)]);
  localStorage.setItem('shuzhou.places', '{"x":');
  expect(positionHint(8)).toBeNull();
});
