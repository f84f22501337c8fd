// Runs server and client with reload: `npm run dev`, then http://127.0.0.1:5173. PORT sets the server's port, 8080 by default. When this
// product already answers on that port, only the client starts.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { install, node, root } from './install.mjs';
import { portSentence, portState } from './server-on-port.mjs';

install();
const quiet = '--disable-warning=ExperimentalWarning';
const watched = ['server', 'contract'].map((folder) => `--watch-path=${join(root, folder)}`);
const start = (...args) =>
  spawn(node, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --stack-trace-limit=100` },
  });
const state = await portState();
if (state !== 'free') console.log(portSentence(state));
if (state === 'other') process.exit(1);
if (state !== 'free') console.log('只启动界面。要让服务端也随改动重启，请先停止它，再运行 npm run dev');
const client = start(join(root, 'node_modules/vite/bin/vite.js'), '--host', '127.0.0.1');
const children = state === 'free' ? [client, start(quiet, ...watched, '--watch-preserve-output', join(root, 'server', 'main.ts'))] : [client];
const stop = () => children.forEach((child) => child.kill('SIGTERM'));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
for (const child of children) child.on('exit', (code) => (stop(), process.exit(code ?? 0)));
