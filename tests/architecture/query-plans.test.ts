import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiDocs } from '../../server/tool/api-docs.service.ts';
import { getCalls, type ApiDescription } from '../support/get-calls.ts';
import { LARGE_INSTALLATION } from '../support/large-installation.ts';
import { testContext, type TestContext } from '../support/test-context.ts';
import { fileOf, onPostgres } from '../support/test-database.ts';

/** Statements that read all rows of a large table, by a part of their text, and why. Each runs in a reader process. */
const ALLOWED: readonly (readonly [part: RegExp, why: string])[] = [
  [/^select count\(\*\) as "(total|count)" from "\w+"( |$)/, 'an exact total, counted once a second for a filter'],
  [/as "source", "item_id", "title"/, 'all tasks of a person, computed once until something of the work is written'],
  [/^select "t"."id", "t"."task_name", case/, 'tasks of a person, who may be assignee, owner or candidate; asked before an account is closed'],
  [/^select "title", "status" from "manuscript"/, 'manuscripts of an author or co-author; asked before an account is closed'],
  [/^select "publication_id", count\(\*\) as "count" from "score"/, 'a statistic of all scores'],
  [/^select "id", "version", "status", "content"/, 'comments that wait for a decision, which are few'],
  [/from "notice_read"|from "session"|^select "manuscript_hold"/, 'begins with a small table, whose size the planner of this test does not know'],
  [/^select count\(distinct "user_id"\) as "count" from "reading_progress"/, 'a number of the dashboard, computed once in ten seconds'],
  [/^select \("create_time" \+ 28800000\).* from "user"/, 'a number of the dashboard, computed once until a user is written'],
  [/^select "i"."id" as "instance_id"/, 'instances in which a person takes part in one of several ways'],
];

let t: TestContext;
let raw: DatabaseSync;
beforeAll(async () => {
  t = await testContext();
  // Statements of background work depend on the time.
  await t.context.jobs.stop();
  await t.addUser({ userName: 'boss', roles: ['admin'] });
  raw = new DatabaseSync(fileOf(t.context.settings.dataDir));
  raw.exec('analyze');
  const add = raw.prepare('insert into sqlite_stat1 (tbl, idx, stat) values (?, ?, ?)');
  for (const [table, indexes] of Object.entries(LARGE_INSTALLATION)) {
    raw.prepare('delete from sqlite_stat1 where tbl = ?').run(table);
    for (const [index, numbers] of Object.entries(indexes)) add.run(table, index || null, numbers);
  }
  raw.exec('analyze sqlite_schema');
});
afterAll(async () => {
  raw?.close();
  await t.close();
});

/** Returns the large tables that a statement reads from end to end. A page in the order of an index ends after its rows. */
function scans(sql: string): string[] {
  const plan = raw
    .prepare(`explain query plan ${sql}`)
    .all()
    .map((row) => String(row['detail']));
  const isPage = /limit \?( offset \?)?$/.test(sql) && !plan.some((line) => line.includes('TEMP B-TREE'));
  return plan.flatMap((line, at) => {
    const [, name = ''] = /^SCAN (\w+)/.exec(line) ?? [];
    const table = new RegExp(`"(\\w+)" as "${name}"`).exec(sql)?.[1] ?? name;
    return table in LARGE_INSTALLATION && !(isPage && at === 0) ? [table] : [];
  });
}

test.skipIf(onPostgres())(
  '46.1 no GET of the server reads a large table from end to end, but those that are listed',
  { timeout: 120_000 },
  async () => {
    const statements = new Set<string>();
    const { times } = t.context.db;
    const note = times.note.bind(times);
    times.note = (event) => {
      if (event.query.sql.startsWith('select')) statements.add(event.query.sql);
      note(event);
    };
    const boss = await t.as('boss');
    for (const call of getCalls(apiDocs(t.app.endpoints, '') as ApiDescription)) {
      await t.app.inject({ url: call.address({}), headers: boss });
      if (call.isPublic) await t.app.inject({ url: call.address({}) });
    }
    expect(statements.size).toBeGreaterThan(300);
    const found = [...statements].flatMap((sql) => {
      const tables = scans(sql);
      return tables.length > 0 && !ALLOWED.some(([part]) => part.test(sql)) ? [`${tables.join()}: ${sql}`] : [];
    });
    expect(found).toEqual([]);
    const unused = ALLOWED.filter(([part]) => ![...statements].some((sql) => part.test(sql) && scans(sql).length > 0));
    expect(unused).toEqual([]);
  },
);
