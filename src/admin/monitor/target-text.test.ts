import { expect, test } from 'vitest';
import { readTarget, writeTarget } from './target-text.ts';

test('what the boxes of a form hold is what the text says, both ways', () => {
  const text = `demo.take('一, 二', true, 30)`;
  expect(readTarget(text)).toEqual({ name: 'demo.take', values: ['一, 二', true, 30] });
  expect(writeTarget('demo.take', readTarget(text).values)).toBe(text);
  expect(readTarget('session.sweep()')).toEqual({ name: 'session.sweep', values: [] });
});

test('a text cannot end itself early', () => {
  expect(writeTarget('demo.take', [`x') ; evil('`])).toBe(`demo.take('x) ; evil(')`);
});
