import { afterAll, beforeAll, expect, test } from 'vitest';
import { NODE_METHODS, type NodeMethod } from '../../contract/workflow/node-settings.ts';
import { answerOf, APPLY, byPerson, END, flowFixture, START, taskNode, type FlowFixture } from '../../tests/support/flow-fixture.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';

let t: TestContext;
let flow: FlowFixture;
const nameOf = new Map<number, string>();
const groups: Record<'first' | 'second', number[]> = { first: [], second: [] };
beforeAll(async () => {
  t = await testContext();
  flow = flowFixture(t);
  const names = ['starter', 'a1', 'a2', 'a3', 'b1', 'b2', 'b3'];
  const ids = await flow.addUsers(...names);
  ids.forEach((id, index) => nameOf.set(id, names[index] ?? ''));
  groups.first = ids.slice(1, 4);
  groups.second = ids.slice(4);
});
afterAll(() => t.close());

/** Completes every task of a node until the instance leaves it. */
async function finishNode(id: number, nodeKey: string, people: readonly number[]): Promise<void> {
  for (let guard = 0; guard < 10; guard++) {
    const [task] = (await flow.open(id)).filter((one) => one.nodeKey === nodeKey);
    if (!task) return;
    await flow.complete(nameOf.get(task.assignee ?? people[0] ?? 0) ?? '', task.id);
  }
}
/** How many tasks a fresh visit of a node has. */
const freshTasks = (method: NodeMethod): number => (method === 'claim' || method === 'sequence' ? 1 : 3);
const pairs = NODE_METHODS.flatMap((target) => NODE_METHODS.map((from) => [target, from] as const));

test.each(pairs)(
  '#35.2 a return into a node of kind %s from one of kind %s opens it for all its people, with earlier opinions kept',
  async (target, from) => {
    const { procDefId } = await flow.deploy({
      nodes: [
        START,
        APPLY,
        taskNode('first', { who: byPerson(...groups.first), method: target, ratio: 6_000 }),
        taskNode('second', { who: byPerson(...groups.second), method: from, ratio: 6_000 }),
        END,
      ],
      flows: ['s -> apply', 'apply -> first', 'first -> second', 'second -> e'],
    });
    const id = await flow.start('starter', procDefId);
    await finishNode(id, 'first', groups.first);
    const opinions = (await flow.history(id)).filter((one) => one.nodeKey === 'first' && one.status === 'completed');
    expect(opinions.length).toBeGreaterThan(0);
    const second = await flow.open(id);
    expect([second.length, second[0]?.nodeKey]).toEqual([freshTasks(from), 'second']);
    const [returning] = second;
    const by = nameOf.get(returning?.assignee ?? groups.second[0] ?? 0) ?? '';
    await flow.back(by, returning?.id ?? 0, 'first');
    const open = await flow.open(id);
    expect(open.map((one) => one.nodeKey)).toEqual(Array.from({ length: freshTasks(target) }, () => 'first'));
    if (target !== 'claim') expect(open.map((one) => one.assignee)).toEqual(groups.first.slice(0, freshTasks(target)));
    const history = await flow.history(id);
    expect(
      history.filter((one) => opinions.some((other) => other.id === one.id && one.status === 'completed' && one.comment === '同意')).length,
    ).toBe(opinions.length);
    for (const cancelled of second.slice(1)) {
      expect(history.find((one) => one.id === cancelled.id)?.status).toBe('terminated');
      expect((await flow.messages(nameOf.get(cancelled.assignee ?? 0) ?? '')).at(-1)?.content).toContain(`已由${by}退回到「first」`);
    }
    await finishNode(id, 'first', groups.first);
    expect((await flow.open(id)).map((one) => one.nodeKey)).toEqual(Array.from({ length: freshTasks(from) }, () => 'second'));
    await finishNode(id, 'second', groups.second);
    expect(await flow.instance(id)).toMatchObject({ status: 'completed' });
  },
);

test('a return out of one branch of a fork cancels the other branches; into another branch or an unvisited node it is refused', async () => {
  const [a1 = 0, a2 = 0, a3 = 0] = groups.first;
  const { procDefId } = await flow.deploy({
    nodes: [
      START,
      APPLY,
      taskNode('pre', { who: byPerson(a1) }),
      ['f', 'parallelGateway'],
      taskNode('left', { who: byPerson(a2) }),
      taskNode('right', { who: byPerson(a3) }),
      ['j', 'parallelGateway'],
      taskNode('last', { who: byPerson(a1) }),
      END,
    ],
    flows: ['s -> apply', 'apply -> pre', 'pre -> f', 'f -> left', 'f -> right', 'left -> j', 'right -> j', 'j -> last', 'last -> e'],
  });
  const id = await flow.start('starter', procDefId);
  const at = async (key: string): Promise<number> => (await flow.open(id)).find((one) => one.nodeKey === key)?.id ?? 0;
  await flow.complete('a1', await at('pre'));
  await flow.complete('a2', await at('left'));
  expect(await answerOf(flow.back('a3', await at('right'), 'left'))).toEqual([22004, '目标节点不可退回']);
  expect(await answerOf(flow.back('a3', await at('right'), 'last'))).toEqual([22004, '目标节点不可退回']);
  await flow.complete('a3', await at('right'));
  expect(await answerOf(flow.back('a1', await at('last'), 'left'))).toEqual([22004, '当前节点相对于目标节点，不属于串行关系，无法回退']);
  await flow.back('a1', await at('last'), 'pre');
  await flow.complete('a1', await at('pre'));
  await flow.back('a3', await at('right'), 'pre');
  expect((await flow.open(id)).map((one) => one.nodeKey)).toEqual(['pre']);
  await flow.complete('a1', await at('pre'));
  await flow.complete('a2', await at('left'));
  await flow.complete('a3', await at('right'));
  await flow.complete('a1', await at('last'));
  expect(await flow.instance(id)).toMatchObject({ status: 'completed' });
});

test('after a return, changed values decide about the way: conditions read the current variables', async () => {
  const [a1 = 0, a2 = 0] = groups.first;
  const { procDefId } = await flow.deploy({
    nodes: [
      START,
      APPLY,
      taskNode('check', { who: byPerson(a1) }),
      ['x', 'exclusiveGateway', { default: 'flow_x_short' }],
      taskNode('long', { who: byPerson(a2) }),
      taskNode('short', { who: byPerson(a1) }),
      END,
    ],
    flows: ['s -> apply', 'apply -> check', 'check -> x', 'x -> long ${days > 3}', 'x -> short', 'long -> e', 'short -> e'],
  });
  const id = await flow.start('starter', procDefId, { days: 5 });
  const at = async (): Promise<number> => (await flow.open(id))[0]?.id ?? 0;
  await flow.complete('a1', await at());
  expect((await flow.open(id)).map((one) => one.nodeKey)).toEqual(['long']);
  await flow.back('a2', await at(), 'apply');
  await flow.complete('starter', await at(), { days: 1 });
  await flow.complete('a1', await at());
  expect((await flow.open(id)).map((one) => one.nodeKey)).toEqual(['short']);
});
