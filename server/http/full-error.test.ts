import { expect, test } from 'vitest';
import { fullError } from './full-error.ts';

test('#47.7 an error is shown with its stack, its fields and every cause', () => {
  const cause = Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' });
  const shown = fullError(new AggregateError([new Error('first part')], 'the start failed', { cause }));
  for (const part of ['the start failed', 'full-error.test.ts', 'connection refused', 'ECONNREFUSED', 'first part']) expect(shown).toContain(part);
});
