import { expect, test } from 'vitest';
import { isOutage, isTooLong } from './outage.ts';

const coded = (code: string): Error => Object.assign(new Error(code), { code });

test.each([
  ['a refused connection', coded('ECONNREFUSED')],
  ['a server that is starting', coded('57P03')],
  ['a cancelled statement', coded('57014')],
  ['no free connection', new Error('timeout exceeded when trying to connect')],
  ['a store that answers 503', Object.assign(new Error('x'), { $metadata: { httpStatusCode: 503 } })],
  ['Redis after its retries', new Error('Reached the max retries per request limit (which is 1).')],
  ['an outage inside another error', new Error('x', { cause: coded('ETIMEDOUT') })],
  ['an outage on every address of a host', new AggregateError([coded('ECONNREFUSED')])],
])('#33.34 treats %s as an outage', (_what, error) => {
  expect(isOutage(error)).toBe(true);
});

test.each([
  ['a programming error', new TypeError('x is not a function')],
  ['a value that must be unique', coded('23505')],
  ['a missing object', Object.assign(new Error('NoSuchKey'), { $metadata: { httpStatusCode: 404 } })],
  ['nothing', null],
])('#33.34 does not treat %s as an outage', (_what, error) => {
  expect(isOutage(error)).toBe(false);
});

test('#46.2 only an ended statement asks for a narrower search', () => {
  expect([coded('57014'), coded('57P03'), new Error('x'), null].map(isTooLong)).toEqual([true, false, false, false]);
});
