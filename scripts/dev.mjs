// Runs server and client with reload: `npm run dev`, then http://127.0.0.1:5173. PORT sets the server's port, 8080 by default.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { install, node, root } from './install.mjs';

install();
const quiet = '--disable-warning=ExperimentalWarning';
const watched = ['server', 'contract'].map((folder) => `--watch-path=${join(root, folder)}`);
const start = (...args) => spawn(node, args, { cwd: root, stdio: 'inherit' });
const server = start(quiet, ...watched, '--watch-preserve-output', join(root, 'server', 'main.ts'));
const client = start(join(root, 'node_modules/vite/bin/vite.js'), '--host', '127.0.0.1');
const stop = () => [server, client].forEach((child) => child.kill('SIGTERM'));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
for (const child of [server, client]) child.on('exit', (code) => (stop(), process.exit(code ?? 0)));
