// Runs `tests/cluster` on the product's own Node: real engines, two servers, a proxy. Arguments are those of `tests/cluster/run.mjs`.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { install, node, root } from './install.mjs';

install();
const args = ['--disable-warning=ExperimentalWarning', join(root, 'tests', 'cluster', 'run.mjs'), ...process.argv.slice(2)];
process.exit(spawnSync(node, args, { stdio: 'inherit', cwd: root }).status ?? 1);
