import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const NODE = join(ROOT, 'node_modules/node/bin/node');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shuzhou-dev-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  new Promise<{ code: number; said: string }>((done) => {
    const child = execFile(NODE, args, { cwd: ROOT, env: { PATH: process.env['PATH'] ?? '', ...env } }, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code ?? 1) : 0, said: `${stdout}${stderr}` }),
    );
    child.stdin?.end();
  });
const reset = (args: readonly string[] = [], env = {}) => run(['scripts/dev-reset.mjs', ...args], { DATA_DIR: folder, ...env });

test('#47.7 dev:reset empties the data folder only when it is one, unused and confirmed', async () => {
  writeFileSync(join(folder, 'letter.txt'), 'mine');
  expect(await reset(['--yes'])).toMatchObject({ code: 1, said: expect.stringContaining('没有书舟的数据库') });
  writeFileSync(join(folder, 'shuzhou.db'), '');
  mkdirSync(join(folder, 'files'));
  expect(await reset()).toMatchObject({ code: 1, said: expect.stringContaining('--yes') });
  expect(await reset(['--yes'], { NODE_ENV: 'production' })).toMatchObject({ code: 1, said: expect.stringContaining('生产环境不能清空数据') });
  expect(await reset(['--yes'], { DATABASE_URL: 'postgres://x/y' })).toMatchObject({ code: 1, said: expect.stringContaining('内置数据库') });
  writeFileSync(join(folder, 'server.pid'), String(process.pid));
  expect(await reset(['--yes'])).toMatchObject({ code: 1, said: expect.stringContaining(`书舟（进程 ${process.pid}）正在使用`) });
  expect(existsSync(join(folder, 'shuzhou.db'))).toBe(true);
  writeFileSync(join(folder, 'server.pid'), '');
  expect(await reset(['--yes'])).toMatchObject({ code: 0, said: expect.stringContaining('已清空') });
  expect(readdirSync(folder)).toEqual([]);
});

async function answering(status: number, body: string): Promise<Server> {
  const server = createServer((_request, response) => response.writeHead(status).end(body));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return server;
}

test('#47.7 npm start says in a sentence who uses the port, before it builds', async () => {
  for (const [status, body, words] of [
    [200, '{}', '没有启动：书舟已经在端口'],
    [503, '{"msg":"书舟正在启动，请稍候再试"}', '没有启动：书舟正在端口'],
    [404, 'another program', '被别的程序占用'],
  ] as const) {
    const server = await answering(status, body);
    const { port } = server.address() as AddressInfo;
    expect(await run(['scripts/start.mjs'], { PORT: String(port) })).toMatchObject({ code: 1, said: expect.stringContaining(words) });
    await new Promise((closed) => server.close(closed));
  }
});
