import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isOutage } from '../../outage/outage.ts';
import { sqlite } from './sqlite.ts';

interface Tables {
  work: { id: number; title: string };
}

const ROWS = 6_000;
const READ_MS = 60_000;

let folder: string;
let db: Kysely<Tables>;
const opened: Kysely<Tables>[] = [];

async function open(readMs: number): Promise<Kysely<Tables>> {
  const made = new Kysely<Tables>({ dialect: sqlite(join(folder, 'shuzhou.db'), readMs).dialect });
  opened.push(made);
  await sql`select 1`.execute(made);
  return made;
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shuzhou-sqlite-'));
  db = await open(READ_MS);
  await sql`create table work (id integer primary key autoincrement, title text not null)`.execute(db);
  await sql`insert into work (title) with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ROWS}) select 'w' || i from n`.execute(
    db,
  );
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.destroy();
  await rm(folder, { recursive: true, force: true });
});

/** A read that takes half a second or more: a quarter of the rows with every row. */
const longRead = (from: Kysely<Tables>) =>
  from
    .selectFrom(['work', 'work as other'])
    .select((eb) => eb.fn.countAll<number>().as('pairs'))
    .where('work.id', '<', ROWS / 4)
    .where(sql<boolean>`length(work.title || other.title) > 3`)
    .executeTakeFirstOrThrow();

test('#46.2 a long read delays neither other statements nor the timers of the server', async () => {
  let done = false;
  const long = longRead(db).finally(() => (done = true));
  for (let count = 0; count < 20; count += 1) {
    await db.selectFrom('work').selectAll().where('id', '=', 7).execute();
    await db
      .insertInto('work')
      .values({ title: '新' } as never)
      .execute();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(done).toBe(false);
  expect(Number((await long).pairs)).toBeGreaterThan(ROWS);
});

test('#46.2 a read that exceeds its time is ended with an error, and the next one is answered', async () => {
  const hurried = await open(50);
  const late = await longRead(hurried).catch((error: unknown) => error);
  expect(late).toMatchObject({ code: '57014' });
  expect(isOutage(late)).toBe(true);
  const patient = await open(READ_MS);
  expect(
    await patient
      .selectFrom('work')
      .select((eb) => eb.fn.countAll().as('rows'))
      .executeTakeFirst(),
  ).toEqual({ rows: ROWS });
});

test('#46.2 long reads beyond the number that may wait are refused at once, and the waiting ones are answered', async () => {
  const count = () =>
    db
      .selectFrom('work')
      .select((eb) => eb.fn.countAll().as('rows'))
      .executeTakeFirst();
  const answers = await Promise.allSettled(Array.from({ length: 300 }, count));
  const refused = answers.flatMap((one) => (one.status === 'rejected' ? [one.reason as { code?: string }] : []));
  expect(refused.length).toBeGreaterThan(0);
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['57014']));
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(200);
});

test('#46.2 a read in another process sees every committed row, and in a transaction the rows of that transaction', async () => {
  const titles = (from: Kysely<Tables>) =>
    from
      .selectFrom('work')
      .select('title')
      .where(sql<boolean>`title like '新%'`)
      .execute();
  await db
    .insertInto('work')
    .values({ title: '新一' } as never)
    .execute();
  expect(await titles(db)).toEqual([{ title: '新一' }]);
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('work')
      .values({ title: '新二' } as never)
      .execute();
    expect(await titles(tx)).toHaveLength(2);
    expect(await titles(db)).toHaveLength(1);
  });
  expect(await titles(db)).toHaveLength(2);
});

test('#46.2 a loop of short statements lets other work in, also inside a transaction', async () => {
  const passed = { turns: 0 };
  let going = true;
  const count = (): void => {
    passed.turns += 1;
    if (going) setImmediate(count);
  };
  setImmediate(count);
  // The driver gives way by time, so a fast machine needs more statements: the loop ends with the third turn.
  const turnsDuring = async (from: Pick<Kysely<Tables>, 'selectFrom'>): Promise<number> => {
    const before = passed.turns;
    for (let at = 1; at < 200_000 && passed.turns - before < 3; at += 1) {
      await from.selectFrom('work').selectAll().where('id', '=', at).execute();
    }
    return passed.turns - before;
  };
  const outside = await turnsDuring(db);
  const inside = await db.transaction().execute((tx) => turnsDuring(tx));
  going = false;
  expect(outside).toBe(3);
  expect(inside).toBe(3);
});

test('#46.2 transactions run one after another, and a statement outside them waits', async () => {
  const order: string[] = [];
  const part = (name: string) =>
    db.transaction().execute(async (tx) => {
      order.push(`${name} begins`);
      await tx
        .insertInto('work')
        .values({ title: name } as never)
        .execute();
      await new Promise((resolve) => setImmediate(resolve));
      order.push(`${name} ends`);
    });
  const outside = async () => {
    await db
      .insertInto('work')
      .values({ title: 'c' } as never)
      .execute();
    order.push('c');
  };
  await Promise.all([part('a'), part('b'), outside()]);
  expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c']);
});

test('#46.2 a transaction that fails leaves nothing, and the next one runs', async () => {
  const failed = db.transaction().execute(async (tx) => {
    await tx
      .insertInto('work')
      .values({ title: '失败' } as never)
      .execute();
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(await db.selectFrom('work').select('id').where('title', '=', '失败').execute()).toEqual([]);
});

test('#46.3 a list of 50 000 values is one parameter', async () => {
  const ids = Array.from({ length: 50_000 }, (_, at) => at + 1);
  const found = db.selectFrom('work').select((eb) => eb.fn.countAll().as('rows'));
  expect(await found.where('id', 'in', ids).executeTakeFirst()).toEqual({ rows: ROWS });
  expect(await found.where('id', 'not in', ids.slice(1)).executeTakeFirst()).toEqual({ rows: 1 });
  expect(
    await found
      .where(
        'title',
        'in',
        ids.map((id) => `w${id}`),
      )
      .executeTakeFirst(),
  ).toEqual({ rows: ROWS });
});
