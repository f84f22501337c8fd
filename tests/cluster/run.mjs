// `npm run test:cluster`: the steps of the folder `steps` on real engines, a line for each, and the figures at the end.
// Usage: node scripts/test-cluster.mjs [--large] [--quick] [--only STEP[,STEP]] [--keep]. Only `start` is needed by the others and always runs.
import { openCluster } from './cluster.mjs';
import { installEngines, pathOf, postgresPrograms } from './install.mjs';
import { firstStart } from './steps/start.mjs';
import { journeys } from './steps/journeys.mjs';
import { uploads } from './steps/uploads.mjs';
import { killPreparing } from './steps/kill-preparing.mjs';
import { outages } from './steps/outages.mjs';
import { rolling } from './steps/rolling.mjs';
import { fullDisk } from './steps/full-disk.mjs';
import { backups } from './steps/backups.mjs';
import { bills } from './steps/bills.mjs';
import { moves } from './steps/moves.mjs';
import { upgrade } from './steps/upgrade.mjs';

const STEPS = [
  ['start', firstStart],
  ['journeys', journeys],
  ['uploads', uploads],
  ['kill', killPreparing],
  ['outages', outages],
  ['rolling', rolling],
  ['disk', fullDisk],
  ['backup', backups],
  ['bills', bills],
  ['move', moves],
  ['upgrade', upgrade],
];
const has = (name) => process.argv.includes(name);
const valueOf = (name) => (has(name) ? process.argv[process.argv.indexOf(name) + 1] : null);
const only = valueOf('--only')?.split(',') ?? STEPS.map(([name]) => name);
const say = (line) => console.log(`  ${line}`);

let passed = 0;
let failed = 0;
const figures = [];
/** What a step gets: `check` notes one result, `figure` a line of the table, `skip` what cannot run here. */
const result = {
  say,
  large: has('--large'),
  /** Fewer repetitions, to try a change of a step. */
  quick: has('--quick'),
  check(name, good, words = '') {
    if (good) passed += 1;
    else failed += 1;
    console.log(`${good ? '✓' : '✗'} ${name}${words ? `: ${words}` : ''}`);
  },
  figure: (what, value) => figures.push([what, value]),
  skip: (name, why) => console.log(`- ${name} is left out: ${why}`),
};

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
installEngines(say);
if (!postgresPrograms()) {
  console.log('- everything is left out: PostgreSQL is missing\n0 passed, 0 failed');
  process.exit(0);
}
const cluster = await openCluster(say);
try {
  for (const [name, step] of STEPS) {
    if (name !== 'start' && !only.includes(name)) continue;
    console.log(`# ${name}`);
    const began = performance.now();
    try {
      await step(cluster, result);
    } catch (error) {
      result.check(name, false, error.stack ?? String(error));
      if (name === 'start') break;
    }
    say(`${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
  if (!pathOf('haproxy')) result.skip('the proxy', 'HAProxy is missing, so one server was asked');
} finally {
  await cluster.close({ keep: has('--keep') || failed > 0 });
}
const width = Math.max(0, ...figures.map(([what]) => what.length));
if (figures.length > 0) console.log(`\nMeasured\n${figures.map(([what, value]) => `  ${what.padEnd(width)}  ${value}`).join('\n')}\n`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
