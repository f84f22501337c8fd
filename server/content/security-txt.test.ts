import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../contract/clock.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';

let named: TestContext;
let silent: TestContext;
beforeAll(async () => {
  named = await testContext({ securityContact: 'mailto:security@press.test', publicUrl: 'https://read.press.test' });
  silent = await testContext();
});
afterAll(async () => {
  await named.close();
  await silent.close();
});

test('#33.32 serves security.txt with contact, expiry within a year and policy, and serves the policy', async () => {
  const { statusCode, headers, body } = await named.app.inject('/.well-known/security.txt');
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const fields = new Map(
    body
      .trim()
      .split('\n')
      .map((line) => line.split(': ') as [string, string]),
  );
  expect(Object.fromEntries(fields)).toMatchObject({
    Contact: 'mailto:security@press.test',
    Canonical: 'https://read.press.test/.well-known/security.txt',
    Policy: 'https://read.press.test/.well-known/security-policy',
  });
  const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / DAY_MS;
  expect(days).toBeGreaterThan(364);
  expect(days).toBeLessThan(365);
  const policy = await named.app.inject('/.well-known/security-policy');
  expect([policy.statusCode, policy.body.startsWith('# ')]).toEqual([200, true]);
});

test('#33.32 serves no security.txt when the installation sets no contact', async () => {
  expect((await silent.app.inject('/.well-known/security.txt')).statusCode).toBe(404);
});
