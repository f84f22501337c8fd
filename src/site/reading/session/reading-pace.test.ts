// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { learnPace, minutesLeft, ownPace } from './reading-pace.ts';

beforeEach(() => localStorage.clear());
const book = { spine: [{ href: 'a.xhtml', title: '一', level: 1, start: 0, linear: true, characters: 9_000 }] };
const place = { documentIndex: 0, left: 4, pages: 10 };

test("the minutes left follow the user's own pace once some pages were read, not just turned past or left open", () => {
  expect(minutesLeft(book, place)).toBe(10);
  for (let page = 0; page < 7; page++) learnPace(300, 60_000);
  expect(ownPace()).toBe(450);
  learnPace(300, 60_000);
  expect(ownPace()).toBe(300);
  expect(minutesLeft(book, place)).toBe(15);
  for (const [characters, milliseconds] of [
    [300, 900],
    [300, 600_000],
    [10, 20_000],
  ] as const)
    learnPace(characters, milliseconds);
  expect(ownPace()).toBe(300);
});

test('ignores an invalid pace in the storage', () => {
  for (const bad of ['x', '{"pace":0,"pages":99}', '{"pace":"9","pages":99}', 'null']) {
    localStorage.setItem('shuzhou.pace', bad);
    expect(ownPace()).toBe(450);
  }
});
