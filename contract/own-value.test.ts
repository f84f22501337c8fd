import { expect, it } from 'vitest';
import { fileKindOf } from './contest/contest-limits.ts';
import { ownValue } from './own-value.ts';

it('#43.11 a name from outside never finds what every object inherits', () => {
  for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
    expect([name, ownValue<string>({ a: 'b' }, name)]).toEqual([name, undefined]);
    expect([name, fileKindOf(`作品.${name}`)]).toEqual([name, 'document']);
  }
  expect(ownValue({ a: 'b' }, 'a')).toBe('b');
});
