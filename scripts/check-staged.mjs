// Checks format and lint of the staged files, and the types of the projects they belong to.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { install, node, root } from './install.mjs';

install();
const git = spawnSync('git', ['diff', '--cached', '--name-only', '--diff-filter=ACMR', '-z'], { cwd: root, encoding: 'utf8' });
const staged = git.stdout.split('\0').filter(Boolean);
const code = staged.filter((path) => /\.(ts|tsx|mjs)$/.test(path));
const bin = (name) => join(root, 'node_modules', name);

function check(name, args) {
  if (spawnSync(node, args, { cwd: root, stdio: 'inherit' }).status === 0) return true;
  console.error(`✗ ${name}`);
  return false;
}

let good =
  staged.length === 0 ||
  check('format: run `npm run format`', [bin('prettier/bin/prettier.cjs'), '--check', '--ignore-unknown', '--log-level=warn', ...staged]);
if (code.length > 0) {
  good = check('lint', [bin('oxlint/bin/oxlint'), '--deny-warnings', ...code]) && good;
  const projects = ['contract', 'server', 'src', 'sw', 'tests'].filter((name) => code.some((path) => path.startsWith(`${name}/`)));
  for (const name of projects) good = check(`types ${name}`, [bin('typescript/bin/tsc'), '-p', name]) && good;
}
process.exit(good ? 0 : 1);
