// Runs all checks: types, lint, import rules, unit and server tests on both databases, size budgets, browser tests.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { databaseTests } from './database-tests.mjs';
import { findBrowser } from './find-browser.mjs';
import { install, node, root } from './install.mjs';

install();
const only = process.argv.slice(2);
const reports = join(root, '.cache', 'reports');
/** Every process of a run loads the same packages, so they share V8's compile cache. */
const compiled = join(root, '.cache', 'compiled');
for (const old of [reports, compiled]) rmSync(old, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

let passed = 0;
let failed = 0;
/** What failed, with the first lines of each reason: printed again at the end, because a log may be cut at its start. */
const failures = [];

/** How much of a failed check's output is repeated at the end. */
const LAST_CHARACTERS = 3000;
const REASON_LINES = 12;

const bin = (name) => join(root, 'node_modules', name);

const asked = (name) => only.length === 0 || only.some((word) => name.includes(word));

/** Returns whether the process succeeded; with `quiet` also its output, which is otherwise printed at once. */
function run(args, env = {}, quiet = false) {
  return new Promise((resolve) => {
    const child = spawn(node, ['--disable-warning=ExperimentalWarning', ...args], {
      cwd: root,
      stdio: ['ignore', ...(quiet ? ['pipe', 'pipe'] : ['inherit', 'inherit'])],
      env: { NODE_COMPILE_CACHE: compiled, ...process.env, ...env },
    });
    const said = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => said.push(part));
    child.on('close', (code) => resolve({ good: code === 0, said: Buffer.concat(said).toString() }));
  });
}

const seconds = (started) => `${((Date.now() - started) / 1000).toFixed(1)} s`;

/** Runs one check that passes or fails; its output is printed in one block, because other checks run at the same time. */
async function check(name, args) {
  if (!asked(name)) return true;
  const started = Date.now();
  const { good, said } = await run(args, {}, true);
  if (good) passed += 1;
  else {
    failed += 1;
    failures.push(`${name}\n${said.trimEnd().slice(-LAST_CHARACTERS)}`);
  }
  if (said) process.stdout.write(said);
  console.log(`${good ? '✓' : '✗'} ${name} (${seconds(started)})`);
  return good;
}

/** Runs two tasks at a time, in order: each task uses one core. */
async function twoAtATime(tasks) {
  const waiting = [...tasks];
  const worker = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) await task();
  };
  await Promise.all([worker(), worker()]);
}

/** Runs a test runner that writes a JSON report with its own counts. */
async function suite(name, args, report, count, env) {
  if (!asked(name)) return;
  const started = Date.now();
  const { good } = await run(args, env);
  const counts = existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : { passed: 0, failed: 1, failures: ['no report was written'] };
  if (!good && counts.failed === 0) counts.failed = 1;
  failures.push(...counts.failures.map((one) => `${name}: ${one}`));
  if (!good && counts.failures.length === 0) failures.push(`${name}: the runner ended with an error and no failed test`);
  passed += counts.passed;
  failed += counts.failed;
  console.log(`${counts.failed === 0 ? '✓' : '✗'} ${name}: ${counts.passed} passed, ${counts.failed} failed (${seconds(started)})`);
}

/** In CI a failed test runs once more, as a failed journey does: the report marks it as flaky. */
const again = process.env.CI ? ['--retry=1'] : [];
const vitest = (file, ...more) => [
  bin('vitest/vitest.mjs'),
  'run',
  ...again,
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${join(reports, file)}`,
  ...more,
];
const plain = (text) =>
  text
    .replace(/\u001b\[[0-9;]*m/g, '')
    .split('\n')
    .slice(0, REASON_LINES)
    .join('\n');
const ofVitest = (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests + report.numFailedTestSuites * (report.numFailedTests === 0 ? 1 : 0),
  failures: report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const bad = assertionResults.filter((one) => one.status === 'failed');
    if (bad.length === 0 && status === 'failed') return [`${relative(root, name)}\n${plain(message ?? '')}`];
    return bad.map((one) => `${relative(root, name)} › ${one.fullName}\n${plain(one.failureMessages.join('\n'))}`);
  }),
});
const failedSpecs = (part) => [
  ...(part.specs ?? [])
    .filter((spec) => !spec.ok)
    .map((spec) => {
      const errors = spec.tests.flatMap(({ results }) => results.flatMap((one) => (one.error?.message ? [one.error.message] : [])));
      return `${spec.file}:${spec.line} › ${spec.title}\n${plain(errors[0] ?? '')}`;
    }),
  ...(part.suites ?? []).flatMap(failedSpecs),
];
const ofPlaywright = (report) => ({
  passed: report.stats.expected + report.stats.flaky,
  failed: report.stats.unexpected,
  failures: report.suites.flatMap(failedSpecs),
});

let built = true;
/** Builds the production client for the measurements and browser tests below. */
async function build() {
  if (!['size budgets', 'lighthouse', 'journeys'].some(asked)) return;
  const started = Date.now();
  const { good, said } = await run(['scripts/build.mjs'], {}, true);
  process.stdout.write(said);
  built = good;
  if (!good) {
    failed += 1;
    failures.push(`build\n${said.trimEnd().slice(-LAST_CHARACTERS)}`);
  }
  console.log(`${good ? '✓' : '✗'} build (${seconds(started)})`);
}

// One checker each: four of them, the default, repeat so much of the work that they take twice the processor time.
const types = ['server', 'tests', 'src', 'contract', 'sw'].map(
  (part) => () => check(`types ${part}`, [bin('typescript/bin/tsc'), '-p', part, '--checkers', '1']),
);
await twoAtATime([
  build,
  ...types,
  () => check('format', [bin('prettier/bin/prettier.cjs'), '--check', '--log-level=warn', '.']),
  () => check('lint', [bin('oxlint/bin/oxlint'), '--deny-warnings', '.']),
  () => check('import rules', ['scripts/check-imports.mjs']),
]);
await suite('unit and server tests on SQLite', vitest('sqlite.json'), join(reports, 'sqlite.json'), ofVitest, { TEST_ENGINE: 'sqlite' });
await suite('server tests on PostgreSQL', vitest('postgres.json', ...databaseTests(root)), join(reports, 'postgres.json'), ofVitest, {
  TEST_ENGINE: 'postgres',
});
if (built) await check('size budgets', ['scripts/check-budgets.mjs']);
// Alone: on a loaded machine pages do not become idle in time, and an audit has no value then.
if (built) await check('lighthouse', ['scripts/lighthouse.mjs', '--once']);
if (built && asked('journeys')) {
  const journeys = join(reports, 'journeys.json');
  await suite('journeys', [bin('@playwright/test/cli.js'), 'test'], journeys, ofPlaywright, {
    CHROMIUM: await findBrowser({ shell: true }),
    PLAYWRIGHT_JSON_OUTPUT_NAME: journeys,
  });
}

if (failures.length > 0) console.log(`\nFailed:\n${failures.map((one) => `✗ ${one}`).join('\n\n')}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
