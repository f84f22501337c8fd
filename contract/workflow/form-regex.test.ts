import { parseExpressionAt } from 'acorn';
import { expect, test } from 'vitest';
import { canonicalRegex, parseRegex, probeInputs } from './form-regex.ts';

test.each([
  ['^A\\d{3}$', '/^A\\d{3}$/'],
  ['/^1(3|4|5)\\d{9}$/', '/^1(3|4|5)\\d{9}$/'],
  ['/a/gy', '/a/'],
  ['/a/iu', '/a/iu'],
  ['/^a/b$/', '/^a\\/b$/'],
  ['a\nb', '/a\\nb/'],
  ['a\u2028b', '/a\\u2028b/'],
  ['/', '/\\//'],
  ['//', '/(?:)/'],
  ['alert(1)', '/alert(1)/'],
])('form-designer point 20: reads %j as the single literal %s', (text, canonical) => {
  expect(canonicalRegex(text)).toBe(canonical);
  const node = parseExpressionAt(canonical, 0, { ecmaVersion: 2024 });
  expect(node).toMatchObject({ type: 'Literal', regex: {}, start: 0, end: canonical.length });
});

test.each(['/x/;alert(1)', '/x/.constructor', '/a/zz', '/a/uv', '/a/ii', '(', '/[/', ''])('form-designer point 20: rejects %j', (text) => {
  expect(typeof parseRegex(text)).toBe('string');
  expect(canonicalRegex(text)).toBeNull();
});

test('form-designer §4.3: rejects a pattern of more than 300 characters, and probes with its own literals', () => {
  expect(parseRegex('a'.repeat(301))).toBe('正则表达式不能超过300个字符');
  const inputs = probeInputs('^(x+x+)+y$');
  expect(inputs).toContain(`${'x'.repeat(30)}\u0001`);
  expect(inputs.length).toBeLessThan(70);
});

test('form-designer point 21: probes with repeated sequences of the literals and classes', () => {
  expect(probeInputs('^(ab|ab)*$')).toContain(`${'ab'.repeat(30)}\u0001`);
  expect(probeInputs('^(\\d[a-z]|\\d\\w)+$')).toContain(`${'1a'.repeat(30)}\u0001`);
  const long = probeInputs('abcdefghijklmnopqrstuvwxyz[0-9]\\d(x|y)'.repeat(7));
  expect(long.length).toBeLessThan(200);
  expect(Math.max(...long.map((one) => one.length))).toBeLessThanOrEqual(2_001);
});
