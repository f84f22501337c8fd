// The admin server with 100 000 rows: a signed-in list with its total compared with bare Fastify, and the export. Usage: node
// tests/bench/admin.mjs
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import autocannon from 'autocannon';
import fastify from 'fastify';
import { buildApp } from '../../server/app.ts';
import { wireTime } from '../../server/db/clock.ts';
import { closeContext, openContext } from '../../server/open-context.ts';
import { readSettings } from '../../server/settings.ts';
import { openSession } from '../../server/identity/session.service.ts';

const ROWS = 100_000;
const CONNECTIONS = 20;
const SECONDS = 8;
const MB = 1024 * 1024;

const dataDir = await mkdtemp(join(tmpdir(), 'shuzhou-bench-'));
const context = await openContext(readSettings({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }));
const now = Date.now();
await context.db.transaction().execute(async (tx) => {
  for (let from = 0; from < ROWS; from += 500) {
    const rows = Array.from({ length: 500 }, (_, index) => {
      const n = from + index;
      return { postCode: `p${n}`, postName: `岗位${n}`, postSort: n, remark: `第${n}个岗位的说明`, createTime: now - n, updateTime: now };
    });
    await tx.insertInto('post').values(rows).execute();
  }
  const stamps = { createTime: now, updateTime: now };
  await tx
    .insertInto('user')
    .values({ userName: 'clerk', nickName: 'clerk', passwordHash: 'none', ...stamps })
    .execute();
  await tx
    .insertInto('role')
    .values({ roleKey: 'admin', roleName: 'admin', roleSort: 1, ...stamps })
    .execute();
  await tx.insertInto('userRole').values({ userId: 1, roleId: 1 }).execute();
});
const token = await openSession(context, 1, { ip: '127.0.0.1', headers: {} });
const headers = { authorization: `Bearer ${token}` };

/** The same rows from the same database and the same Fastify, without authentication, validation, joined names or count. */
const bare = fastify();
bare.get('/list', async () => {
  const rows = await context.db.selectFrom('post').selectAll().where('delFlag', '=', '0').orderBy('id', 'desc').limit(20).execute();
  return { code: 200, rows: rows.map((row) => ({ ...row, createTime: wireTime(row.createTime), updateTime: wireTime(row.updateTime) })) };
});
await bare.listen({ port: 0, host: '127.0.0.1' });
const app = await buildApp(context, null);
await app.listen({ port: 0, host: '127.0.0.1' });
const ours = `http://127.0.0.1:${app.server.address().port}/prod-api/system/post`;
const query = 'pageNum=1&pageSize=20&orderByColumn=postId&isAsc=desc';

async function rate(url) {
  const before = process.cpuUsage();
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, headers, workers: 1 });
  const used = process.cpuUsage(before);
  if (result.non2xx > 0) throw new Error(`${result.non2xx} requests failed`);
  return { perSecond: result.requests.average, cpuMs: (used.user + used.system) / 1000 / result.requests.total };
}

const first = await (await fetch(`${ours}/list?${query}`, { headers })).json();
if (first.total !== ROWS || first.rows.length !== 20) throw new Error(JSON.stringify(first).slice(0, 200));
const floor = await rate(`http://127.0.0.1:${bare.server.address().port}/list`);
const listed = await rate(`${ours}/list?${query}`);
const share = listed.perSecond / floor.perSecond;
console.log(`bare Fastify, no count: ${floor.perSecond.toFixed(0)} req/s, ${floor.cpuMs.toFixed(2)} ms CPU per request`);
console.log(`authorized, exact total of ${first.total}: ${listed.perSecond.toFixed(0)} req/s, ${listed.cpuMs.toFixed(2)} ms CPU per request`);
console.log(`share ${share.toFixed(2)} (at least 0.60), CPU more than bare Fastify ${(listed.cpuMs - floor.cpuMs).toFixed(2)} ms (at most 0.8)`);

const delay = monitorEventLoopDelay({ resolution: 5 });
globalThis.gc?.();
const rssBefore = process.memoryUsage.rss();
let rssPeak = rssBefore;
const watch = setInterval(() => (rssPeak = Math.max(rssPeak, process.memoryUsage.rss())), 50);
delay.enable();
const started = performance.now();
const sheet = await fetch(`${ours}/export`, { method: 'POST', headers, body: new URLSearchParams() });
let bytes = 0;
for await (const chunk of sheet.body) bytes += chunk.length;
const seconds = (performance.now() - started) / 1000;
delay.disable();
clearInterval(watch);
const grown = (rssPeak - rssBefore) / MB;
const worst = delay.max / 1e6;
console.log(
  `export of ${ROWS} rows: ${seconds.toFixed(1)} s (at most 10), ${(bytes / MB).toFixed(1)} MB, RSS +${grown.toFixed(0)} MB (at most 100), loop delay at most ${worst.toFixed(0)} ms (at most 100)`,
);
await bare.close();
await app.close();
await closeContext(context);
await rm(dataDir, { recursive: true });
const hasPermission = share >= 0.6 && listed.cpuMs - floor.cpuMs <= 0.8 && seconds <= 10 && grown <= 100 && worst <= 100;
console.log(hasPermission ? 'passed: every figure is within its limit' : 'failed: a figure is outside its limit');
process.exit(hasPermission ? 0 : 1);
