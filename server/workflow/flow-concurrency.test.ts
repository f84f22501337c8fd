import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOf, APPLY, byPerson, END, flowFixture, START, taskNode, type FlowFixture } from '../../tests/support/flow-fixture.ts';
import { onRealPostgres, realPostgres } from '../../tests/support/real-postgres.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { revokeInstance } from './flow-instance.service.ts';
import { runNextTimer } from './flow-timer.service.ts';

onRealPostgres('workflow steps at the same time, on a PostgreSQL with several connections', () => {
  let server: Awaited<ReturnType<typeof realPostgres>>;
  let t: TestContext;
  let flow: FlowFixture;
  let ids: number[] = [];
  const PEOPLE = Array.from({ length: 20 }, (_, index) => `p${index}`);
  beforeAll(async () => {
    server = await realPostgres();
    t = await testContext({ databaseUrl: server.url });
    flow = flowFixture(t);
    ids = (await flow.addUsers('starter', ...PEOPLE)).slice(1);
  });
  afterAll(async () => {
    await t?.close();
    await server?.close();
  });

  const line = (check: Parameters<typeof taskNode>[1]) =>
    flow.deploy({
      nodes: [START, APPLY, taskNode('check', check), taskNode('next', { who: byPerson(...ids) }), END],
      flows: ['s -> apply', 'apply -> check', 'check -> next', 'next -> e'],
    });
  const states = async (id: number, node: string): Promise<Record<string, number>> => {
    const counts: Record<string, number> = {};
    for (const task of await flow.history(id)) if (task.nodeKey === node) counts[task.status] = (counts[task.status] ?? 0) + 1;
    return counts;
  };

  test('20 users who sign one node, each twice, all count once', async () => {
    const id = await flow.start('starter', (await line({ who: byPerson(...ids), method: 'all' })).procDefId);
    const open = await flow.open(id);
    const answers = await Promise.all(open.flatMap((task, index) => [0, 1].map(() => answerOf(flow.complete(PEOPLE[index] ?? '', task.id)))));
    expect(answers.filter(([code]) => code === 200)).toHaveLength(20);
    expect([await states(id, 'check'), await states(id, 'next')]).toEqual([{ completed: 20 }, { unclaimed: 1 }]);
  });

  test('20 users who claim one task: one has it, the others are told', async () => {
    const id = await flow.start('starter', (await line({ who: byPerson(...ids) })).procDefId);
    const [task] = await flow.open(id);
    const answers = await Promise.all(PEOPLE.map((name) => answerOf(flow.complete(name, task?.id ?? 0))));
    expect(answers.filter(([code]) => code === 200)).toHaveLength(1);
    expect(answers.map(([code]) => code).filter((code) => ![200, 403, 409, 22001, 22002].includes(code))).toEqual([]);
    expect([await states(id, 'check'), await states(id, 'next')]).toEqual([{ completed: 1 }, { unclaimed: 1 }]);
  });

  test('a timer, a completion and a withdrawal at once leave one consistent state', async () => {
    const { procDefId } = await line({ who: byPerson(ids[0] ?? 0), timeout: { hours: 1, action: 'pass' } });
    for (let round = 0; round < 10; round++) {
      const id = await flow.start('starter', procDefId);
      await t.context.db.updateTable('flowTimer').set({ dueAt: 1 }).where('instanceId', '=', id).execute();
      const [task] = await flow.open(id);
      const errors: unknown[] = [];
      await Promise.all([
        runNextTimer(t.context).catch((error: unknown) => errors.push(error)),
        answerOf(flow.complete('p0', task?.id ?? 0)),
        answerOf(flow.step('starter', (caller) => revokeInstance(caller, id))),
      ]);
      expect(errors).toEqual([]);
      const { tokens, visits } = await flow.state(id);
      const open = await flow.open(id);
      expect([tokens.length, Object.keys(visits), new Set(open.map((one) => String(one.token)))]).toEqual([
        1,
        [String(tokens[0]?.id)],
        new Set([String(tokens[0]?.id)]),
      ]);
      expect(open).toHaveLength(1);
    }
  });
});
