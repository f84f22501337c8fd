// Runs server and client with reload: `npm run dev`, then http://127.0.0.1:5173. PORT sets the server's port, 8080 by default. When a
// server already answers on that port, only the client starts.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { install, node, root } from './install.mjs';

install();
const quiet = '--disable-warning=ExperimentalWarning';
const watched = ['server', 'contract'].map((folder) => `--watch-path=${join(root, folder)}`);
const start = (...args) => spawn(node, args, { cwd: root, stdio: 'inherit' });
const health = `http://127.0.0.1:${process.env.PORT ?? 8080}/prod-api/health`;
const running = await fetch(health, { signal: AbortSignal.timeout(1_000) }).then(
  (answer) => answer.ok,
  () => false,
);
if (running) console.log(`服务已在运行：${health}`);
const client = start(join(root, 'node_modules/vite/bin/vite.js'), '--host', '127.0.0.1');
const children = running ? [client] : [client, start(quiet, ...watched, '--watch-preserve-output', join(root, 'server', 'main.ts'))];
const stop = () => children.forEach((child) => child.kill('SIGTERM'));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
for (const child of children) child.on('exit', (code) => (stop(), process.exit(code ?? 0)));
