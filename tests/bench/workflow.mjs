// A step (complete: state, tasks, history, message, operation log) with 1 000 waiting instances, and bytes per waiting instance. Usage: node
// tests/bench/workflow.mjs (SQLite), with DATABASE_URL for a PostgreSQL, or TEST_ENGINE=postgres for one in memory.
import { bpmnOf } from '../../server/workflow/engine/bpmn-sketch.ts';
import { APPLY, byPerson, END, flowFixture, START, taskNode } from '../support/flow-fixture.ts';
import { testContext } from '../support/test-context.ts';

const WAITING = 1_000;
const STEPS = 400;
const TARGET_MS = 80;
const TARGET_BYTES = 10 * 1024;

const t = await testContext(process.env.DATABASE_URL ? { databaseUrl: process.env.DATABASE_URL } : {});
const flow = flowFixture(t);
const [starter, ann, bob] = await flow.addUsers('starter', 'ann', 'bob');
const sketch = {
  nodes: [
    START,
    APPLY,
    taskNode('check', { who: byPerson(ann) }),
    ['f', 'parallelGateway'],
    taskNode('left', { who: byPerson(ann, bob), method: 'all' }),
    taskNode('right', { who: byPerson(bob) }),
    ['j', 'parallelGateway'],
    taskNode('last', { who: byPerson(ann) }),
    END,
  ],
  flows: ['s -> apply', 'apply -> check', 'check -> f', 'f -> left', 'f -> right', 'left -> j', 'right -> j', 'j -> last', 'last -> e'],
};
const { procDefId } = await flow.deploy(sketch);
const values = {
  title: '一部关于方言与童谣的随笔',
  reason: '市场上同类选题少，作者有十二年的积累。'.repeat(20),
  days: 12,
  amount: '30000.00',
  office: 'literature',
};
const instances = [];
for (let index = 0; index < WAITING; index++) instances.push(await flow.start('starter', procDefId, values));

const times = [];
const people = new Map([
  [starter, 'starter'],
  [ann, 'ann'],
  [bob, 'bob'],
]);
for (let index = 0; times.length < STEPS; index++) {
  const [task] = await flow.open(instances[index % WAITING]);
  if (!task) continue;
  const before = performance.now();
  await flow.complete(people.get(task.assignee), task.id);
  times.push(performance.now() - before);
}
times.sort((one, other) => one - other);
const rows = await t.context.db.selectFrom('flowInstance').select(['state', 'variables', 'path']).execute();
const bytes = rows.map((row) => Buffer.byteLength(row.state + row.variables + row.path));
const most = Math.max(...bytes);
const at = (share) => times[Math.floor(times.length * share)].toFixed(1);
console.log(
  `${process.env.DATABASE_URL ? 'postgresql' : (process.env.TEST_ENGINE ?? 'sqlite')}: step p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, ${WAITING} waiting instances, ${most} bytes at most, ${bytes.reduce((sum, one) => sum + one, 0) / bytes.length} on average`,
);
console.log(`definition ${Buffer.byteLength(bpmnOf({ key: 'test', name: 'x', ...sketch }))} bytes, stored once`);
await t.close();
if (Number(at(0.95)) > TARGET_MS || most > TARGET_BYTES) process.exit(1);
