import type { TaskRow } from '../../server/workflow/flow-step.ts';
import { addSigners } from '../../server/workflow/flow-sign.service.ts';
import { claimTask, delegateTask, resolveTask, unclaimTask } from '../../server/workflow/flow-task.service.ts';
import { runNextTimer } from '../../server/workflow/flow-timer.service.ts';
import type { FlowFixture } from './flow-fixture.ts';
import { FlowModel, type OpenRow } from './flow-model.ts';
import { pick, randomChoices, randomOf, randomTree, sketchOf, type Block } from './flow-tree.ts';
import type { TestContext } from './test-context.ts';

export const WALKERS = ['starter', 'w1', 'w2', 'w3', 'w4', 'w5', 'z1', 'z2', 'z3'] as const;
const PEOPLE = WALKERS.slice(1, 6);
const SIGNERS = WALKERS.slice(6);
/** Steps after which an instance is left and another is started. */
const MOST_STEPS = 40;

interface Walk {
  readonly t: TestContext;
  readonly flow: FlowFixture;
  readonly random: () => number;
  readonly nameOf: ReadonlyMap<number, string>;
  readonly counts: Record<string, number>;
}

/** Runs random steps over random definitions and compares the database with the model after each. Throws at the first difference. */
export async function walk(t: TestContext, flow: FlowFixture, asked: { seed: number; steps: number }): Promise<Record<string, number>> {
  const random = randomOf(asked.seed);
  const nameOf = new Map(WALKERS.map((name) => [flow.person(name).userId, name as string]));
  const state: Walk = { t, flow, random, nameOf, counts: { definitions: 0, instances: 0, steps: 0 } };
  for (let left = asked.steps; left > 0; ) {
    const tree = randomTree(random, PEOPLE);
    const { procDefId } = await flow.deploy({ key: `walk${state.counts['definitions']}`, ...sketchOf(tree, (name) => flow.person(name).userId) });
    add(state, 'definitions');
    for (let run = 0; run < 2 && left > 0; run++) left -= await walkInstance(state, tree, procDefId, Math.min(left, MOST_STEPS), asked.seed);
  }
  return state.counts;
}

const add = ({ counts }: Walk, name: string): void => void (counts[name] = (counts[name] ?? 0) + 1);

async function walkInstance(state: Walk, tree: Block, procDefId: string, most: number, seed: number): Promise<number> {
  const choices = randomChoices(state.random, tree);
  const model = new FlowModel(tree, 'starter', choices);
  const id = await state.flow.start('starter', procDefId, choices);
  add(state, 'instances');
  const trail: string[] = [];
  let steps = 0;
  await compare(state, id, model, trail, seed);
  while (!model.ended && steps < most) {
    trail.push(await step(state, id, model));
    steps++;
    add(state, 'steps');
    await compare(state, id, model, trail, seed);
  }
  return Math.max(1, steps);
}

async function step(state: Walk, id: number, model: FlowModel): Promise<string> {
  const { flow, random } = state;
  const rows = model.rows();
  const row = pick(random, rows);
  const person = row.person ?? pick(random, model.candidatesOf(row.node));
  const task = await taskOf(state, id, row);
  const chance = random();
  const { userId } = flow.person(person);
  const done = (what: string): string => {
    add(state, what);
    return `${what} ${row.node} ${person}`;
  };
  if (chance < 0.12) {
    const target = pick(random, ['apply', ...model.passed]);
    if (model.canReturn(row.node, target)) {
      await flow.back(person, task.id, target);
      model.back(row.node, target);
      return `${done('return')} -> ${target}`;
    }
    if (target !== row.node) {
      const answer = await flow.back(person, task.id, target).then(
        () => 'accepted',
        (error: Error) => error.message,
      );
      if (!/不可退回|无法回退/.test(answer)) throw new Error(`a return from ${row.node} to ${target} was ${answer}`);
      return done('refusedReturn');
    }
  }
  if (chance < 0.16 && row.node !== 'apply') {
    await flow.reject(person, task.id);
    model.back(row.node, 'apply');
    return done('reject');
  }
  const signer = pick(random, SIGNERS);
  if (chance < 0.28 && !model.isBusy(row.node, signer) && signer !== person && !row.signer) {
    const place = random() < 0.5 ? 'before' : 'after';
    await flow.step(person, (caller) => addSigners(caller, task.id, place, [flow.person(signer).userId], ''));
    model.sign(row.node, person, signer, place);
    return `${done('sign')} ${place} ${signer}`;
  }
  if (chance < 0.34 && row.person !== null) {
    const other = pick(
      random,
      SIGNERS.filter((one) => one !== person),
    );
    await flow.step(person, (caller) => delegateTask(caller, task.id, flow.person(other).userId, ''));
    await flow.step(other, (caller) => resolveTask(caller, task.id, '意见'));
    return done('delegate');
  }
  if (chance < 0.38 && row.person === null) {
    await flow.step(person, (caller) => claimTask(caller, task.id));
    await flow.step(person, (caller) => unclaimTask(caller, task.id));
    return done('claim');
  }
  if (chance < 0.5 && (await expire(state, id, row.node))) {
    model.expire(row.node);
    return done('timer');
  }
  if (model.isBlocked(row.node, person) && !row.signer) {
    const answer = await flow.complete(person, task.id).then(
      () => 'accepted',
      (error: Error) => error.message,
    );
    if (!answer.includes('前加签')) throw new Error(`${person} completed ${row.node} before the signers: ${answer}`);
    return done('refusedComplete');
  }
  await flow.complete(person, task.id);
  model.complete(row.node, person, row.signer);
  return `${done('complete')}${userId ? '' : '?'}`;
}

/** Makes the time limit of a node due and fires it. */
async function expire({ t }: Walk, id: number, node: string): Promise<boolean> {
  const timer = await t.context.db.selectFrom('flowTimer').select('id').where('instanceId', '=', id).where('nodeKey', '=', node).executeTakeFirst();
  if (!timer) return false;
  await t.context.db.updateTable('flowTimer').set({ dueAt: 1 }).where('id', '=', timer.id).execute();
  return runNextTimer(t.context);
}

async function taskOf({ flow, nameOf }: Walk, id: number, row: OpenRow): Promise<TaskRow> {
  const found = (await flow.open(id)).find(
    (one) => one.nodeKey === row.node && (one.assignee === null ? null : nameOf.get(one.assignee)) === row.person && (one.kind !== '') === row.signer,
  );
  if (!found) throw new Error(`no task ${JSON.stringify(row)}`);
  return found;
}

async function compare({ flow, nameOf }: Walk, id: number, model: FlowModel, trail: readonly string[], seed: number): Promise<void> {
  const stored = (await flow.open(id)).map((one) => ({
    node: one.nodeKey,
    person: one.assignee === null ? null : (nameOf.get(one.assignee) ?? '?'),
    signer: one.kind !== '',
  }));
  const instance = await flow.instance(id);
  const state = await flow.state(id);
  const completed = (await flow.history(id)).filter((one) => one.status === 'completed').length;
  const text = (rows: readonly OpenRow[]): string =>
    rows
      .map((row) => `${row.node} ${row.person} ${row.signer}`)
      .toSorted()
      .join('\n');
  const visits = Object.keys(state.visits).toSorted().join();
  const waiting = state.tokens
    .filter((one) => one.via === undefined)
    .map((one) => String(one.id))
    .toSorted()
    .join();
  const differences = [
    text(stored) === text(model.rows()) ? '' : `open tasks:\n${text(stored)}\nmodel:\n${text(model.rows())}`,
    instance.status === (model.ended ? 'completed' : 'running') ? '' : `status ${instance.status}, model ended ${model.ended}`,
    completed === model.completed ? '' : `${completed} completed tasks, model ${model.completed}`,
    visits === waiting ? '' : `visits ${visits}, waiting tokens ${waiting}`,
  ].filter(Boolean);
  if (differences.length > 0) throw new Error(`seed ${seed}, instance ${id}, after\n${trail.join('\n')}\n${differences.join('\n')}`);
}
