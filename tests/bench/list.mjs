// List and exact total of 100 000 works on SQLite, 20 connections: node tests/bench/list.mjs
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import autocannon from 'autocannon';
import { buildApp } from '../../server/app.ts';
import { suggestFor } from '../../server/catalog/search/suggestion.service.ts';
import { closeContext, openContext } from '../../server/open-context.ts';
import { readSettings } from '../../server/settings.ts';

const WORKS = 100_000;
const CONNECTIONS = 20;
const SECONDS = 10;

const dataDir = await mkdtemp(join(tmpdir(), 'shuzhou-bench-'));
const context = await openContext(readSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }));
const now = Date.now();
await context.db.transaction().execute(async (tx) => {
  for (let from = 0; from < WORKS; from += 500) {
    const rows = Array.from({ length: 500 }, (_, index) => {
      const n = from + index;
      return {
        publishNo: `B${n}`,
        kind: 'book',
        title: `第${n}本书`,
        authorsText: `作者${n % 977}`,
        edition: 1,
        isFree: n % 3 === 0 ? '1' : '0',
        salePriceFen: n % 9000,
        archiveTypeId: (n % 20) + 1,
        status: n % 10 === 0 ? 'draft' : 'listed',
        listTime: now - n * 1000,
        viewNum: (n * 7919) % 100_003,
        createTime: now,
        updateTime: now - n,
      };
    });
    await tx.insertInto('publication').values(rows).execute();
  }
});
await context.db.updateTable('publication').set({ remark: '' }).where('id', '=', 1).execute();

const app = await buildApp(context, null);
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address();
const delay = monitorEventLoopDelay({ resolution: 5 });

console.log(`${WORKS} works, ${CONNECTIONS} connections, ${SECONDS} s each`);
let slow = false;
for (const [name, query] of [
  ['newest', 'sort=new&pageSize=20'],
  ['most read', 'sort=hot&pageSize=20'],
  ['free, newest', 'price=free&sort=new&pageSize=20'],
]) {
  delay.reset();
  delay.enable();
  const url = `http://127.0.0.1:${port}/prod-api/cms/publish/queryPublishList?${query}`;
  const { rows, total } = await (await fetch(url)).json();
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, workers: 1 });
  delay.disable();
  const rate = result.requests.average;
  const worst = delay.max / 1e6;
  if (rate < 300 || worst > 100 || result.non2xx > 0) slow = true;
  console.log(
    `${name}: ${rate.toFixed(0)} req/s, p97.5 ${result.latency.p97_5} ms, loop delay at most ${worst.toFixed(0)} ms, ${rows.length} rows of ${total}, ${result.non2xx} requests failed`,
  );
}
const typed = [];
for (const keyword of ['zz', 'qu', '书', '第99', '999', 'a b']) {
  const from = performance.now();
  await suggestFor(context, null, '127.0.0.1', keyword);
  typed.push(performance.now() - from);
}
console.log(`search suggestions while typing: at most ${Math.max(...typed).toFixed(0)} ms on the main thread`);
await app.close();
await closeContext(context);
await rm(dataDir, { recursive: true });
console.log(slow ? 'failed: fewer than 300 req/s, or loop delay over 100 ms' : 'passed: at least 300 req/s, loop delay at most 100 ms');
process.exit(slow ? 1 : 0);
