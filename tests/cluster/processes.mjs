// Programs that the run starts, each by its own process id: frozen, killed and started again. Whatever is left ends with the run.
import { spawn } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const living = new Set();
process.on('exit', () => living.forEach((child) => signalTree(child, 'SIGKILL')));

/** The process ids of a process and of all that it started. */
function treeOf(pid) {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
    return [pid, ...children.flatMap(treeOf)];
  } catch {
    return [pid];
  }
}

function commandLine(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function signalTree(child, name) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  for (const pid of treeOf(child.pid)) {
    try {
      process.kill(pid, name);
    } catch {
      // It ended in between.
    }
  }
}

/** A program that can be frozen, killed and started again. `options` are those of `spawn`; its words go to the file `log`. */
export function program(file, args, { log, ...options }) {
  const one = {
    child: null,
    start() {
      const words = createWriteStream(log, { flags: 'a' });
      const child = spawn(file, args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] });
      child.stdout.pipe(words, { end: false });
      child.stderr.pipe(words, { end: false });
      living.add(child);
      child.once('exit', () => living.delete(child));
      one.child = child;
      return child;
    },
    freeze: () => signalTree(one.child, 'SIGSTOP'),
    thaw: () => signalTree(one.child, 'SIGCONT'),
    /** Ends the program and all that it started; resolves when it is gone. */
    async kill(name = 'SIGKILL') {
      const { child } = one;
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      if (name === 'SIGKILL') signalTree(child, name);
      else child.kill(name);
      await gone;
    },
    /** Returns whether a process that it started has these words in its command line. */
    runs(words) {
      return treeOf(one.child.pid)
        .slice(1)
        .some((pid) => commandLine(pid).includes(words));
    },
    alive: () => one.child !== null && one.child.exitCode === null && one.child.signalCode === null,
  };
  return one;
}

export const freePort = () =>
  new Promise((resolve) => {
    const socket = createServer().listen(0, '127.0.0.1', () => {
      const { port } = socket.address();
      socket.close(() => resolve(port));
    });
  });

/** Asks again and again until `ask` returns a value that is not undefined, false or null. Throws after `ms`. */
export async function until(ask, ms, what) {
  for (const end = performance.now() + ms; ; await pause(100)) {
    const found = await ask();
    if (found) return found;
    if (performance.now() > end) throw new Error(`${what} within ${Math.round(ms / 1000)} s`);
  }
}
