import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MACHINES } from '../../contract/machines.ts';
import { targetsOf, type StateMachine } from '../../contract/state-machine.ts';
import { stateWrites, stateWritesOf } from '../support/state-writes.ts';
import { diagram } from '../../scripts/state-diagram.ts';
import { DICTIONARIES } from '../../server/seed/defaults/dictionaries.ts';
import { SYSTEM_DICTIONARIES } from '../../server/seed/defaults/system-dictionaries.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const machines = MACHINES.map((machine): [string, StateMachine] => [machine.id, machine]);
/** States that are set from outside the machine. */
const EXTERNAL: ReadonlySet<string> = new Set(['SM08 recalled']);

test('lists every machine of the contract', () => {
  const files = readdirSync(join(ROOT, 'contract'), { recursive: true }).filter((name) => String(name).endsWith('.machine.ts'));
  expect(files.length).toBe(MACHINES.length);
  expect(new Set(MACHINES.map((one) => one.entity)).size).toBe(MACHINES.length);
});

test.each(machines)('%s reaches every state from the initial one', (id, machine) => {
  const reached = new Set([machine.initial]);
  for (let before = 0; before !== reached.size; ) {
    before = reached.size;
    for (const event of Object.values(machine.events))
      if (event.from.some((from) => reached.has(from))) targetsOf(event).forEach((to) => reached.add(to));
  }
  expect(Object.keys(machine.states).filter((state) => !reached.has(state) && !EXTERNAL.has(`${id} ${state}`))).toEqual([]);
});

test.each(machines)('%s has a way out of every state that is not final, and none out of a final one', (_id, machine) => {
  const left = new Set(Object.values(machine.events).flatMap((event) => event.from.filter((from) => targetsOf(event).some((to) => to !== from))));
  expect(Object.entries(machine.states).filter(([state, { final }]) => left.has(state) === (final ?? false))).toEqual([]);
});

test.each(machines)('%s has a label for each state and event, and a permission or an actor for each event', (_id, machine) => {
  const unlabelled = [...Object.values(machine.states), ...Object.values(machine.events)].filter(({ label }) => label.trim() === '');
  const open = Object.entries(machine.events).filter(([, { permission, by }]) => permission === undefined && by === undefined);
  expect([unlabelled, open]).toEqual([[], []]);
});

test.each(machines)('%s has only groups of several different states, each group once', (_id, machine) => {
  const sets = Object.values(machine.groups).map((members) => [...members].toSorted().join(' '));
  expect(Object.entries(machine.groups).filter(([, members]) => members.length < 2 || new Set(members).size < members.length)).toEqual([]);
  expect(Object.values(machine.groups).flatMap((members) => members.filter((state) => !machine.states[state]))).toEqual([]);
  expect(new Set(sets).size).toBe(sets.length);
});

/** Areas whose sets of states are all groups of their machines. */
const GROUPED: Readonly<Record<string, readonly string[]>> = {
  manuscript: ['SM01', 'SM39', 'SM40', 'SM41', 'SM43'],
  contest: ['SM11', 'SM11E', 'SM12', 'SM13', 'SM14', 'SM45', 'SM48'],
  review: ['SM04', 'SM06', 'SM07'],
  proof: ['SM04', 'SM06', 'SM07'],
  composition: ['SM04', 'SM06', 'SM07', 'SM38'],
  protocol: ['SM05', 'SM26'],
  structure: ['SM18'],
  system: ['SM23', 'SM46', 'SM49'],
  topic: ['SM02', 'SM03'],
  tutor: ['SM22'],
  periodical: ['SM09', 'SM10'],
  commerce: ['SM15', 'SM16', 'SM27', 'SM28', 'SM32'],
  earnings: ['SM17', 'SM21', 'SM29', 'SM30', 'SM55', 'SM56', 'SM61'],
  workflow: ['SM20', 'SM46'],
};

test.each(Object.entries(GROUPED))('#47.2 the services of %s name sets of states only as groups of a machine', (area, ids) => {
  const states = new Set(MACHINES.filter((one) => ids.includes(one.id)).flatMap((one) => Object.keys(one.states)));
  expect(states.size).toBeGreaterThan(3);
  const files = readdirSync(join(ROOT, 'server', area), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join('server', area, name));
  const lists = files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/\[((?:\s*'[a-z_]+',?){2,})\s*\]/gi)]
      .filter(([, list = '']) => [...list.matchAll(/'([a-z_]+)'/gi)].every(([, word = '']) => states.has(word)))
      .map(([text]) => `${file}: ${text}: name this set in \`groups\` of the machine and write machine.groups.<name> here`),
  );
  expect(lists).toEqual([]);
});

test('every dictionary of states has the labels of its machine', () => {
  const labels = [...DICTIONARIES, ...SYSTEM_DICTIONARIES].map(([, , entries]) => JSON.stringify(entries.map(([value, label]) => [value, label])));
  const missing = MACHINES.filter(({ id }) => id.startsWith('SM')).filter(
    ({ states }) => !labels.includes(JSON.stringify(Object.entries(states).map(([value, { label }]) => [value, label]))),
  );
  expect(missing.map((one) => one.id)).toEqual([]);
});

test.each(machines)('the diagram of %s in docs/state-machines.md is up to date (npm run diagram)', (_id, machine) => {
  expect(readFileSync(join(ROOT, 'docs', 'state-machines.md'), 'utf8')).toContain(diagram(machine));
});

test('no service writes the transition log itself', () => {
  const files = readdirSync(join(ROOT, 'server'), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.ts'));
  const writing = files.filter((name) => readFileSync(join(ROOT, 'server', name), 'utf8').includes("insertInto('flowLog')"));
  expect(writing.filter((name) => !name.startsWith('seed') && !name.endsWith('.test.ts'))).toEqual([join('state-machine', 'transition-log.ts')]);
});

/** Files that write a column of that name which no machine moves, or that a machine has moved before, with the reason. */
const OWN_STATE: Readonly<Record<string, string>> = {
  'server/manuscript/manuscript-file.service.ts': 'which file of a role is the newest: a mark of the file, which no event leaves',
  'server/periodical/journal-file.service.ts': 'which file of a role is the newest: a mark of the file, which no event leaves',
  'server/textbook/access-code/access-code.queries.ts': 'whether a code is unused, used or void: claimed by an update that one of many readers wins',
  'server/workflow/flow-step.ts': '`saveStep` writes once what the events of SM46 have set during the step',
};

test('#47.2 only the engine writes the state of a row', () => {
  const writes = stateWritesOf(ROOT);
  const others = writes.filter(({ file }) => !Object.hasOwn(OWN_STATE, file));
  expect(
    others.map(({ file, line }) => `${file}:${line}: make this an event of a machine and run it with transition()`),
    'states are written by server/state-machine/transition.ts',
  ).toEqual([]);
  const unused = Object.keys(OWN_STATE).filter((file) => !writes.some((write) => write.file === file));
  expect(unused, 'these files no longer write a state: remove them from OWN_STATE').toEqual([]);
});

test('#47.2 the check finds a state in each way of writing it, and leaves switches alone', () => {
  const finds = (text: string) => stateWrites(text).length;
  expect(finds("tx.updateTable('letter').set({ status: 'sent' })")).toBe(1);
  expect(finds("tx.updateTable('letter')\n  .set((eb) => ({ version: eb('version', '+', 1), status: to }))")).toBe(1);
  expect(finds("await writeState(tx, 'minutes', row, { status, signedAt: now })")).toBe(1);
  expect(finds("tx.updateTable('contestFile').set({ blindState: 'ready' })")).toBe(1);
  expect(finds("tx.updateTable('dept').set({ status: '0' })")).toBe(0);
  expect(finds("tx.updateTable('turn').set({ turn: submitted ? 'editor' : 'author', at: row.status })")).toBe(0);
});

/** Files that had more when the limit was set, mostly to say which buttons a person gets. Numbers only go down. */
const COMPARES: Readonly<Record<string, number>> = {
  'server/comment/moderation.queries.ts': 4,
  'server/commerce/order.policy.ts': 3,
  'server/commerce/recon/recon-repair.service.ts': 6,
  'server/manuscript/edit-task.service.ts': 3,
  'server/periodical/own-submission.service.ts': 4,
  'server/periodical/review/review-invite.service.ts': 3,
  'server/proof/proof.service.ts': 3,
  'server/structure/apply-for-log.service.ts': 3,
  'server/system/real-name.service.ts': 3,
  'server/tutor/tutor-thread.service.ts': 4,
  'server/tutor/tutor.service.ts': 5,
};
const MOST_COMPARED = 2;

test('#47.2 an event states its own rules: no chain of comparisons with names of events', () => {
  const found = readdirSync(join(ROOT, 'server'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('seed'))
    .map((name) => ({ path: `server/${name}`, count: [...readFileSync(join(ROOT, 'server', name), 'utf8').matchAll(/\bevent [!=]== '/g)].length }));
  expect(found.length).toBeGreaterThan(1_000);
  expect(
    found
      .filter(({ path, count }) => count > (COMPARES[path] ?? MOST_COMPARED))
      .map(
        ({ path, count }) => `${path} compares names of events ${count} times: give each event its entry in \`on\` of transition() or pressTask()`,
      ),
  ).toEqual([]);
  expect(found.filter(({ path, count }) => count < (COMPARES[path] ?? 0)).map(({ path, count }) => `${path}: write ${count}`)).toEqual([]);
});
