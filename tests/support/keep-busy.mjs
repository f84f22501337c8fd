// Keeps every core busy while another command runs: `node tests/support/keep-busy.mjs npm test`.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

const [command, ...args] = process.argv.slice(2);
if (command === undefined) {
  console.error('usage: node tests/support/keep-busy.mjs <command> [arguments]');
  process.exit(2);
}
const workers = Array.from({ length: availableParallelism() }, () => new Worker('for (;;);', { eval: true }));
for (const worker of workers) worker.unref();
const child = spawn(command, args, { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
  console.error(error.message);
  process.exit(127);
});
child.on('exit', (code) => process.exit(code ?? 1));
