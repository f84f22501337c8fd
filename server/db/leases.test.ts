import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../contract/clock.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { anyTable } from './any-table.ts';
import { endLeasesOfFastClocks, handBackLeases, LEASED, newHolder } from './leases.ts';

let t: TestContext;
beforeEach(async () => {
  t = await testContext();
});
afterEach(() => t.close());

const plainName = (camel: string): string => camel.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Times that are no lease, with the reason. */
const OTHER_TIMES: Readonly<Record<string, string>> = {
  'assignment.next_at': 'the next date of an assignment, set by its teacher',
  'report_subscription.next_at': 'the next date of a report in the calendar',
};

/** Writes a row with the needed columns; returns its key. */
async function row(table: string, values: Readonly<Record<string, unknown>>): Promise<void> {
  const plain = plainName(table);
  const { columns } = (await t.context.db.introspection.getTables()).find(({ name }) => name === plain) ?? { columns: [] };
  const needed = columns.filter(
    ({ isNullable, hasDefaultValue, isAutoIncrementing, name }) => !isNullable && !hasDefaultValue && !isAutoIncrementing && name !== 'id',
  );
  const filled = Object.fromEntries(needed.map(({ name, dataType }) => [name, /int|numeric|double|real/i.test(dataType) ? 0 : '']));
  const given = Object.fromEntries(Object.entries(values).map(([name, value]) => [plainName(name), value]));
  const all = Object.entries({ ...filled, ...given });
  await sql`insert into ${sql.table(plain)} (${sql.join(all.map(([name]) => sql.ref(name)))}) values (${sql.join(all.map(([, value]) => value))})`.execute(
    t.context.db,
  );
}
const read = (table: string) => anyTable(t.context.db).selectFrom(table).selectAll().executeTakeFirstOrThrow();

test('#53.2 every column that keeps work for one server is in the table of leases', async () => {
  const found = (await t.context.db.introspection.getTables()).flatMap(({ name, columns }) =>
    columns.filter((one) => /^(lease_until|next_attempt|next_at|ask_at)$/.test(one.name)).map((one) => `${name}.${one.name}`),
  );
  const known = LEASED.map(({ table, column }) => `${plainName(table)}.${plainName(column)}`);
  expect(found.filter((name) => !(name in OTHER_TIMES)).toSorted()).toEqual(known.toSorted());
});

/** Tables whose rows need no rows of other tables. */
const ALONE = LEASED.filter(({ table }) => ['job', 'preparation', 'mail', 'settleRun', 'importRun'].includes(table));

test.each(ALONE)(
  '#53.2 a time of $table that was written two days ahead is due when the clock is right again',
  async ({ table, column, longestMs }) => {
    await anyTable(t.context.db).deleteFrom(table).execute();
    const now = Date.now();
    await row(table, { [column]: now + longestMs + 2 * DAY_MS });
    await endLeasesOfFastClocks(t.context.db, now);
    expect(await read(table)).toMatchObject({ [column]: now });
    // A time that a server may set stays.
    await anyTable(t.context.db)
      .updateTable(table)
      .set({ [column]: now + longestMs })
      .execute();
    await endLeasesOfFastClocks(t.context.db, now);
    expect(await read(table)).toMatchObject({ [column]: now + longestMs });
  },
);

test.each(ALONE.filter((one) => one.named))(
  '#53.2 a server that must stop gives back what it holds of $table, and nothing of another one',
  async ({ table, column, counted }) => {
    await anyTable(t.context.db).deleteFrom(table).execute();
    const until = Date.now() + MINUTE_MS;
    const held = { [column]: until, ...(counted ? { attempts: 3 } : {}) };
    await row(table, { ...held, leaseBy: 'another.server' });
    await handBackLeases(t.context.db);
    expect(await read(table)).toMatchObject(held);
    await anyTable(t.context.db).updateTable(table).set({ leaseBy: newHolder() }).execute();
    await handBackLeases(t.context.db);
    expect(await read(table)).toMatchObject({ [column]: 0, ...(counted ? { attempts: 2 } : {}) });
  },
);
