import { expect, test } from 'vitest';
// @ts-expect-error -- a script without types
import { faultOf } from './check-commit.mjs';

test.each([
  'fix(reader): turn back immediately when the wheel direction reverses',
  'feat!: drop Node 18',
  'docs: describe the probes',
  'Merge branch main',
])('accepts the commit subject %s', (subject) => {
  expect(faultOf(subject)).toBeNull();
});

test.each([
  'reading: a hand on the wheel that goes back at once turns back',
  'fix reader',
  'fix(reader): ends with a full stop.',
  `feat(reader): ${'long '.repeat(14)}end`,
  'Fix(reader): wrong case of the type',
])('rejects the commit subject %s', (subject) => {
  expect(faultOf(subject)).not.toBeNull();
});
