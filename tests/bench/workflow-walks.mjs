// Random walks over generated workflow definitions on SQLite: after each step the store is compared with a model without tokens. Usage:
// node tests/bench/workflow-walks.mjs [steps] [seed]
import { flowFixture } from '../support/flow-fixture.ts';
import { WALKERS, walk } from '../support/flow-walk.ts';
import { testContext } from '../support/test-context.ts';

const STEPS = Number(process.argv[2] ?? 10_000);
const SEED = Number(process.argv[3] ?? 1);
/** A new database after so many steps, so that the lists of all tasks stay short. */
const PART = 1_000;

const total = {};
const started = performance.now();
for (let done = 0, seed = SEED; done < STEPS; seed++) {
  const t = await testContext();
  const flow = flowFixture(t);
  await flow.addUsers(...WALKERS);
  const counts = await walk(t, flow, { seed, steps: Math.min(PART, STEPS - done) });
  for (const [name, count] of Object.entries(counts)) total[name] = (total[name] ?? 0) + count;
  done += counts.steps;
  await t.close();
}
console.log(`${total.steps} steps, 0 differences, ${((performance.now() - started) / 1000).toFixed(0)} s`);
console.log(total);
