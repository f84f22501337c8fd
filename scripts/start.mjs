// One command from a fresh clone to a running product. It runs on the installed Node; the product runs on its own version.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build } from './build.mjs';
import { install, node, root } from './install.mjs';
import { port, portSentence, portState } from './server-on-port.mjs';

// Before the build, which takes minutes. Port 0 is any free port.
const state = port === 0 ? 'free' : await portState();
if (state !== 'free') {
  console.error(`没有启动：${portSentence(state)}`);
  process.exit(1);
}
install();
build();
const server = spawn(node, ['--disable-warning=ExperimentalWarning', join(root, 'server', 'main.ts')], { cwd: root, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
