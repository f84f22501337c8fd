// One command from a fresh clone to a served product. Runs on the machine's Node; the product runs on its own.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build } from './build.mjs';
import { install, node, root } from './install.mjs';

install();
build();
const server = spawn(node, ['--disable-warning=ExperimentalWarning', join(root, 'server', 'main.ts')], { cwd: root, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
