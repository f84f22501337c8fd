// Everything that must hold: types, lint, import rules, unit and server tests on both databases, budgets, journeys.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { findBrowser } from './find-browser.mjs';
import { install, node, root } from './install.mjs';

install();
const only = process.argv.slice(2);
const reports = join(root, '.cache', 'reports');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

let passed = 0;
let failed = 0;

const bin = (name) => join(root, 'node_modules', name);

function run(args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(node, ['--disable-warning=ExperimentalWarning', ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
    });
    child.on('exit', (code) => resolve(code === 0));
  });
}

/** One check that passes or fails as a whole. */
async function check(name, args, env) {
  if (only.length > 0 && !only.some((word) => name.includes(word))) return;
  const started = Date.now();
  const good = await run(args, env);
  if (good) passed += 1;
  else failed += 1;
  console.log(`${good ? '✓' : '✗'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
}

/** A runner that writes a JSON report with its own counts. */
async function suite(name, args, report, count, env) {
  if (only.length > 0 && !only.some((word) => name.includes(word))) return;
  const started = Date.now();
  const good = await run(args, env);
  const counts = existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8'))) : { passed: 0, failed: 1 };
  if (!good && counts.failed === 0) counts.failed = 1;
  passed += counts.passed;
  failed += counts.failed;
  console.log(
    `${counts.failed === 0 ? '✓' : '✗'} ${name}: ${counts.passed} passed, ${counts.failed} failed (${((Date.now() - started) / 1000).toFixed(1)} s)`,
  );
}

const vitest = (file, ...more) => [
  bin('vitest/vitest.mjs'),
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${join(reports, file)}`,
  ...more,
];
const ofVitest = (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests + report.numFailedTestSuites * (report.numFailedTests === 0 ? 1 : 0),
});
const ofPlaywright = (report) => ({ passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected });

for (const part of ['contract', 'server', 'src', 'sw', 'tests']) await check(`types ${part}`, [bin('typescript/bin/tsc'), '-p', part]);
await check('lint', [bin('oxlint/bin/oxlint'), '--deny-warnings', '.']);
await check('format', [bin('prettier/bin/prettier.cjs'), '--check', '--log-level=warn', '.']);
await check('import rules', ['scripts/check-imports.mjs']);
await suite('unit and server tests on SQLite', vitest('sqlite.json'), join(reports, 'sqlite.json'), ofVitest, { TEST_ENGINE: 'sqlite' });
await suite('server tests on PostgreSQL', vitest('postgres.json', 'server'), join(reports, 'postgres.json'), ofVitest, { TEST_ENGINE: 'postgres' });
if (only.length === 0 || only.some((word) => 'size budgets journeys'.includes(word))) build();
await check('size budgets', ['scripts/check-budgets.mjs']);
if (only.length === 0 || only.some((word) => 'journeys'.includes(word))) {
  const journeys = join(reports, 'journeys.json');
  await suite('journeys', [bin('@playwright/test/cli.js'), 'test'], journeys, ofPlaywright, {
    CHROMIUM: await findBrowser(),
    PLAYWRIGHT_JSON_OUTPUT_NAME: journeys,
  });
}

console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
