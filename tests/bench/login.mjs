// The effect of many simultaneous sign-ins on other users: p95 of a signed-in list and of a public one, before and during a burst of
// sign-ins with wrong and right passwords. The hash runs on other threads.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PORT = Number(process.env.BENCH_PORT ?? 8159);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 10);
const STORM = 8;
const AT_MOST = 2;
const PASSWORD = 'Bench-pass-31';
const root = join(import.meta.dirname, '..', '..');
const base = `http://127.0.0.1:${PORT}/prod-api`;
const dataDir = mkdtempSync(join(tmpdir(), 'shuzhou-login-'));
const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/main.ts'], {
  cwd: root,
  stdio: 'ignore',
  env: { ...process.env, PORT: String(PORT), DATA_DIR: dataDir, DEMO: '1', DEMO_PASSWORD: PASSWORD, CAPTCHA: 'off', LOG_LEVEL: 'silent' },
});

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
/** Uses its own address on this machine, because sign-ins per address are limited. */
const logIn = (username, localAddress = '127.0.0.1') =>
  new Promise((resolve, reject) => {
    const options = { method: 'POST', headers: { 'content-type': 'application/json' }, localAddress, family: 4 };
    const sent = request(`${base}/login`, options, async (answer) => resolve(JSON.parse((await answer.toArray()).join(''))));
    sent.on('error', reject).end(JSON.stringify({ username, password: PASSWORD }));
  });

/** Returns the milliseconds of calls made one after another for this many seconds. */
async function times(path, headers, seconds) {
  const found = [];
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await wait(5)) {
    const started = performance.now();
    const answer = await (await fetch(base + path, { headers })).json();
    if (answer.code !== 200) throw new Error(`${path} answered ${answer.code} ${answer.msg}`);
    found.push(performance.now() - started);
  }
  return found.sort((one, other) => one - other);
}
const p95 = (sorted) => sorted[Math.floor(sorted.length * 0.95)] ?? NaN;

let code = 1;
try {
  for (let tries = 0; tries < 240; tries += 1) {
    if (
      await fetch(`${base}/ready`).then(
        (one) => one.ok,
        () => false,
      )
    )
      break;
    await wait(500);
  }
  // The demo books are prepared after the start; that must not count in the sign-in figures.
  await wait(Number(process.env.BENCH_SETTLE_MS ?? 20_000));
  const { token } = await logIn('admin');
  const headers = { authorization: `Bearer ${token}` };
  const routes = ['/system/post/list', '/cms/publish/queryPublishList'];
  const both = (seconds) => Promise.all(routes.map((path) => times(path, headers, seconds)));
  await both(2);
  const calm = await both(SECONDS);
  const going = { on: true };
  let done = 0;
  const storm = Array.from({ length: STORM }, async (_one, at) => {
    while (going.on) {
      const answer = await logIn(`reader${at + 1}`, `127.0.0.${at + 2}`);
      if (answer.code === 200) done += 1;
      else await wait(50);
    }
  });
  const busy = await both(SECONDS);
  going.on = false;
  await Promise.all(storm);
  let worst = 0;
  for (const [at, path] of routes.entries()) {
    const ratio = p95(busy[at]) / p95(calm[at]);
    worst = Math.max(worst, ratio);
    console.log(`${path}: p95 ${p95(calm[at]).toFixed(1)} ms, during the sign-in burst ${p95(busy[at]).toFixed(1)} ms (${ratio.toFixed(2)}×)`);
  }
  console.log(`${(done / SECONDS).toFixed(1)} sign-ins per second; other calls at most ${AT_MOST}× slower: ${worst <= AT_MOST ? 'yes' : 'NO'}`);
  code = worst <= AT_MOST && done > 0 ? 0 : 1;
} finally {
  server.kill();
  await wait(500);
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(code);
