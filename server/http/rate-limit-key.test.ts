import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { addressFamily, rateLimitKey } from './rate-limit-key.ts';

let town: TestContext;
beforeAll(async () => {
  town = await testContext();
});
afterAll(() => town.close());

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:10.0.0.7', '10.0.0.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['nonsense', 'nonsense'],
])('counts %s as %s', (ip, near) => {
  expect(rateLimitKey(ip)).toBe(near);
});

test.each([
  ['10.9.1.7', '10-9/16'],
  ['::ffff:10.9.200.7', '10-9/16'],
  ['2001:0db8:7:1::9', '2001:db8:7::/48'],
  ['2001:db8:7:ffff:1::9', '2001:db8:7::/48'],
])('#33.28 assigns %s to the network %s', (ip, network) => {
  expect(addressFamily(ip)).toBe(network);
});

test('limits a network of addresses as much as a single address', async () => {
  const say = async (remoteAddress: string): Promise<number> => {
    const payload = { type: 'bug', content: '这里有一个错' };
    return (await town.app.inject({ method: 'POST', url: '/prod-api/system/feedback', remoteAddress, payload })).json<{ code: number }>().code;
  };
  const codes = [];
  for (let index = 1; index <= 6; index += 1) codes.push(await say(`2001:db8:7:7:${index}::1`));
  expect(codes).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await say('2001:db8:7:8::1')).toBe(200);
});
