import { expect, test } from 'vitest';
import { flowFixture } from '../../tests/support/flow-fixture.ts';
import { WALKERS, walk } from '../../tests/support/flow-walk.ts';
import { testContext } from '../../tests/support/test-context.ts';

test('#35 300 random steps over generated definitions: the store equals the model after each step', async () => {
  const t = await testContext();
  const flow = flowFixture(t);
  await flow.addUsers(...WALKERS);
  const counts = await walk(t, flow, { seed: 20_261_126, steps: 300 });
  expect(counts['steps']).toBeGreaterThan(200);
  expect(Object.keys(counts)).toEqual(expect.arrayContaining(['complete', 'return', 'reject', 'sign', 'timer']));
  await t.close();
}, 120_000);
