// The pack of a class with ten assignments of thirty questions: its size without book and media, the time of the call, and how long the
// device takes to switch to a new version. Usage: node tests/bench/class-pack.mjs
import 'fake-indexeddb/auto';
import { openSchool } from './teaching-school.mjs';
import { readPacks, writePack } from '../../src/class-pack/pack-store.ts';

const MOST_BYTES = 2 * 1024 * 1024;
const MOST_MS = 500;
const RUNS = 5;

const school = await openSchool({ classes: 1, students: 3, items: 30, assignments: 10, rules: { attempts: 3 } });
const [{ people, classId }] = school.classes;
const [student] = people;
const failures = [];
const tookMs = async (work) => {
  const before = performance.now();
  const result = await work();
  return [result, performance.now() - before];
};
const calls = [];
let pack = null;
for (let run = 0; run < RUNS; run += 1) {
  const [answer, ms] = await tookMs(() => school.call(student.token, 'GET', `/cms/courseClass/${classId}/pack`));
  pack = answer;
  calls.push(ms);
}
const bytes = Buffer.byteLength(JSON.stringify(pack));
const papers = pack.assignments.reduce((sum, one) => sum + one.papers.length, 0);
console.log(
  `${pack.assignments.length} assignments, ${papers} tickets: ${(bytes / 1024).toFixed(0)} KB, call ${calls.map((ms) => ms.toFixed(0)).join(', ')} ms`,
);
if (bytes > MOST_BYTES) failures.push(`the pack has more than ${MOST_BYTES} bytes`);
if (papers !== 30) failures.push(`${papers} tickets`);
await school.close();

// The device: encryption and one write, as the page does it.
const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
await writePack(1, key, { pack, files: {} });
const switches = [];
for (let run = 0; run < RUNS; run += 1) {
  const next = { ...pack, version: `next-${run}` };
  const [, ms] = await tookMs(() => writePack(1, key, { pack: next, files: {} }));
  switches.push(ms);
  const [stored, ...others] = await readPacks(1, key);
  if (others.length > 0 || JSON.stringify(stored.pack) !== JSON.stringify(next)) failures.push('the device has another pack than the new one');
}
console.log(`switch to a new version: ${switches.map((ms) => ms.toFixed(0)).join(', ')} ms`);
if (Math.max(...switches) > MOST_MS) failures.push(`the switch takes more than ${MOST_MS} ms`);
for (const failure of failures) console.log(failure);
console.log(failures.length === 0 ? '✓ small enough, one version at a time' : '✗ failed');
process.exit(failures.length === 0 ? 0 : 1);
