import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';
import { UNKNOWN_FAILURE } from '../../contract/error.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { seedDefaults } from '../seed/defaults/seed-defaults.ts';

/** Unusual values that only broken or hostile clients send. */
const STRANGE: readonly unknown[] = ['__proto__', 'a\u0000b'];

let t: TestContext;
let root: Bearer;
beforeAll(async () => {
  t = await testContext();
  await t.context.db.transaction().execute((tx) => seedDefaults(tx, Date.now()));
  await t.addUser({ userName: 'root', roles: ['admin'] });
  root = await t.as('root');
});
afterAll(() => t.close());

function fieldsOf(schema: z.ZodType | undefined): string[] {
  if (!schema) return [];
  const shown = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as { properties?: object };
  return Object.keys(shown.properties ?? {});
}
const inQuery = (value: unknown): string => encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed());

/** Yields requests that put one unusual value into one field of an endpoint. */
function* requestsTo({ method, path, query, body }: Endpoint): Generator<{ url: string; payload?: object }> {
  const url = `/prod-api${path.replace(/\{\w+\}/g, '1')}`;
  for (const value of STRANGE) {
    for (const field of fieldsOf(query)) yield { url: `${url}?${encodeURIComponent(field)}=${inQuery(value)}` };
    if (method !== 'GET') for (const field of fieldsOf(body)) yield { url, payload: { [field]: value } };
  }
}

/** Excluded: these calls sign the test user out or start heavy work. */
const SEPARATE = /^\/(logout|tool\/gen\/.*|monitor\/job\/run|monitor\/online\/.*|unlockscreen)$/;

test('ASVS 15.3.5 answers any field value with a message within a second and without a server error', async () => {
  const faults: string[] = [];
  let asked = 0;
  for (const endpoint of t.app.endpoints.filter(({ method, path }) => method !== 'DELETE' && !SEPARATE.test(path))) {
    for (const { url, payload } of requestsTo(endpoint)) {
      asked += 1;
      const said = await t.app
        .inject({ method: endpoint.method, url, headers: root, ...(payload ? { payload } : {}) })
        .then(({ statusCode, body }) => (statusCode >= 500 || body.includes(UNKNOWN_FAILURE) ? body.slice(0, 80) : ''), String);
      if (said) faults.push(`${endpoint.key} ${url.slice(-80)} ${JSON.stringify(payload ?? null).slice(0, 80)} ${said}`);
    }
  }
  expect(asked).toBeGreaterThan(1_000);
  expect(faults).toEqual([]);
}, 120_000);
