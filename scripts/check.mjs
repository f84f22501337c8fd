// Checks in seconds what changed since the last commit, or with --staged what the next commit has: types of the projects that contain a
// changed file, lint and format of the changed files, import rules, and the architecture tests that need no server. Only failures are printed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { install, node, root } from './install.mjs';

install();
const started = Date.now();
const staged = process.argv.includes('--staged');
const cache = join(root, '.cache', 'check');
mkdirSync(cache, { recursive: true });

/** Architecture tests that read sources or the contract, or start one server. */
const FAST_TESTS = ['conventions', 'device-storage', 'fields', 'grants', 'layout', 'money', 'plain-words', 'served', 'state-machines'];
const PROJECTS = ['contract', 'server', 'src', 'sw', 'tests'];

const bin = (name) => join(root, 'node_modules', name);
const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;
const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.split('\0').filter(Boolean);
const changed = staged
  ? git('diff', '--cached', '--name-only', '--no-renames', '-z')
  : [...git('diff', 'HEAD', '--name-only', '--no-renames', '-z'), ...git('ls-files', '--others', '--exclude-standard', '-z')];
const present = changed.filter((path) => existsSync(join(root, path)));
const code = present.filter((path) => /\.(ts|tsx|mjs)$/.test(path));

const buildInfo = (project) => join(cache, `${project}.tsbuildinfo`);

/** Returns whether a project compiles a changed file: one of its own folder, or one that its last check read. */
function isAffected(project) {
  const sources = changed.filter((path) => /\.tsx?$|tsconfig\.json$|^package-lock\.json$/.test(path));
  if (sources.some((path) => path.startsWith(`${project}/`) || !path.includes('/'))) return true;
  if (!existsSync(buildInfo(project))) return sources.length > 0;
  const { fileNames = [] } = JSON.parse(readFileSync(buildInfo(project), 'utf8'));
  const read = new Set(fileNames.map((name) => relative(root, resolve(dirname(buildInfo(project)), name)).replaceAll('\\', '/')));
  return sources.some((path) => read.has(path));
}

let good = true;

function check(name, help, args, env = {}) {
  return new Promise((done) => {
    const since = Date.now();
    const child = spawn(node, ['--disable-warning=ExperimentalWarning', ...args], {
      cwd: root,
      env: { NODE_COMPILE_CACHE: join(cache, 'compiled'), ...process.env, ...env },
    });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => output.push(part));
    child.on('close', (status) => {
      good &&= status === 0;
      if (status !== 0) process.stdout.write(Buffer.concat(output));
      console.log(`${status === 0 ? '✓' : '✗'} ${name} (${seconds(since)})${status === 0 ? '' : `: ${help}`}`);
      done();
    });
  });
}

const tasks = [];
if (code.length > 0) {
  tasks.push(() =>
    check(
      'architecture',
      'each line names a file and what to write in it',
      [bin('vitest/vitest.mjs'), 'run', '--project=server', '--reporter=dot', ...FAST_TESTS.map((name) => `tests/architecture/${name}.test.ts`)],
      { TEST_ENGINE: 'sqlite' },
    ),
  );
  for (const project of PROJECTS.filter(isAffected))
    tasks.push(() =>
      check(`types ${project}`, 'correct the lines above', [
        bin('typescript/bin/tsc'),
        '-p',
        project,
        '--checkers',
        '1',
        '--incremental',
        '--pretty',
        'false',
        '--tsBuildInfoFile',
        buildInfo(project),
      ]),
    );
  tasks.push(() => check('import rules', 'the rules and their reasons are in .dependency-cruiser.mjs', ['scripts/check-imports.mjs']));
  tasks.push(() => check('lint', 'correct the lines above; the rules are in .oxlintrc.json', [bin('oxlint/bin/oxlint'), '--deny-warnings', ...code]));
}
if (present.length > 0)
  tasks.push(() =>
    check('format', 'run `npm run format`', [bin('prettier/bin/prettier.cjs'), '--check', '--ignore-unknown', '--log-level=warn', ...present]),
  );

const worker = async () => {
  for (let task = tasks.shift(); task; task = tasks.shift()) await task();
};
await Promise.all([worker(), worker()]);
console.log(`${changed.length} changed files in ${seconds(started)}`);
process.exit(good ? 0 : 1);
