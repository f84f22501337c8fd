// Kills a process with SIGKILL while it completes workflow tasks on SQLite, 30 times, and checks after each start that no acknowledged step
// is lost, none is doubled, and state and tasks of every instance agree. Usage: node tests/bench/workflow-kill.mjs [rounds]
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseCache } from '../../server/cache/database-cache.ts';
import { openDatabase } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import { APPLY, byPerson, END, flowFixture, START, taskNode } from '../support/flow-fixture.ts';

const [, , first = '30'] = process.argv;
if (first === 'work') await work(process.argv[3]);
else await check(Number(first));

/** A test context over an existing folder: database only. */
async function contextIn(dataDir) {
  const db = openDatabase({ dataDir, databaseUrl: null, dbTimeoutMs: 30_000 });
  await migrate(db);
  const addUser = async ({ userName }) => {
    const found = await db.selectFrom('user').select('id').where('userName', '=', userName).executeTakeFirst();
    if (found) return found.id;
    const row = { userName, nickName: userName, passwordHash: 'none', loginDate: null, createTime: 1, updateTime: 1 };
    return (await db.insertInto('user').values(row).returning('id').executeTakeFirstOrThrow()).id;
  };
  return { context: { db, cache: databaseCache(db), settings: { secret: Buffer.alloc(32), publicUrl: '' } }, addUser };
}

/** Starts instances and completes their tasks until it is killed; prints each acknowledged step. */
async function work(dataDir) {
  const t = await contextIn(dataDir);
  const flow = flowFixture(t);
  const [, ann, bob] = await flow.addUsers('starter', 'ann', 'bob');
  const sketch = {
    nodes: [
      START,
      APPLY,
      ['f', 'parallelGateway'],
      taskNode('left', { who: byPerson(ann, bob), method: 'all' }),
      taskNode('right', { who: byPerson(ann) }),
      ['j', 'parallelGateway'],
      END,
    ],
    flows: ['s -> apply', 'apply -> f', 'f -> left', 'f -> right', 'left -> j', 'right -> j', 'j -> e'],
  };
  const { procDefId } = await flow.deploy(sketch);
  const names = new Map([
    [ann, 'ann'],
    [bob, 'bob'],
  ]);
  process.stdout.write('ready\n');
  for (;;) {
    const id = await flow.start('starter', procDefId, { n: 1 });
    process.stdout.write(`started ${id}\n`);
    for (let open = await flow.open(id); open.length > 0; open = await flow.open(id)) {
      await flow.complete(names.get(open[0].assignee), open[0].id);
      process.stdout.write(`completed ${open[0].id}\n`);
    }
  }
}

async function check(rounds) {
  const dataDir = await mkdtemp(join(tmpdir(), 'shuzhou-kill-'));
  const acknowledged = { started: new Set(), completed: new Set() };
  let faults = 0;
  for (let round = 0; round < rounds; round++) {
    await killed(dataDir, acknowledged, 60 + ((round * 37) % 400));
    const { context } = await contextIn(dataDir);
    const instances = new Map((await context.db.selectFrom('flowInstance').selectAll().execute()).map((row) => [row.id, row]));
    const tasks = await context.db.selectFrom('flowTask').selectAll().execute();
    const status = new Map(tasks.map((row) => [row.id, row.status]));
    for (const id of acknowledged.started) if (!instances.has(id)) faults++;
    for (const id of acknowledged.completed) if (status.get(id) !== 'completed') faults++;
    for (const { id, state, status: at } of instances.values()) {
      const { tokens, visits } = JSON.parse(state);
      const waiting = tokens
        .filter((one) => one.via === undefined)
        .map((one) => String(one.id))
        .toSorted();
      const open = tasks.filter((row) => row.instanceId === id && ['claimed', 'unclaimed', 'delegated'].includes(row.status));
      const doubled =
        new Set(tasks.filter((row) => row.instanceId === id).map((row) => `${row.token} ${row.assignee}`)).size !==
        tasks.filter((row) => row.instanceId === id).length;
      const agree =
        waiting.join() === Object.keys(visits).toSorted().join() &&
        (at === 'completed') === (tokens.length === 0) &&
        waiting.every((one) => open.some((row) => String(row.token) === one));
      if (doubled || !agree) faults++;
    }
    await context.db.destroy();
  }
  await rm(dataDir, { recursive: true, force: true });
  console.log(
    `${rounds} kills, ${acknowledged.started.size} starts and ${acknowledged.completed.size} completions acknowledged, ${faults} lost or doubled`,
  );
  process.exit(faults === 0 ? 0 : 1);
}

/** Runs the worker and kills it so many milliseconds after it is ready. */
function killed(dataDir, acknowledged, afterMs) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', import.meta.filename, 'work', dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.on('data', (part) => {
      if (text === '') setTimeout(() => child.kill('SIGKILL'), afterMs);
      text += part;
    });
    child.on('close', () => {
      for (const [, what, id] of text.matchAll(/^(started|completed) (\d+)\n/gm)) acknowledged[what].add(Number(id));
      resolve();
    });
  });
}
