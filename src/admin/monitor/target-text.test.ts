import { expect, test } from 'vitest';
import { readTarget, writeTarget } from './target-text.ts';

test('converts between form values and target text in both directions', () => {
  const text = `demo.take('一, 二', true, 30)`;
  expect(readTarget(text)).toEqual({ name: 'demo.take', values: ['一, 二', true, 30] });
  expect(writeTarget('demo.take', readTarget(text).values)).toBe(text);
  expect(readTarget('session.sweep()')).toEqual({ name: 'session.sweep', values: [] });
});

test('a text argument cannot close its own quotes', () => {
  expect(writeTarget('demo.take', [`x') ; evil('`])).toBe(`demo.take('x) ; evil(')`);
});
