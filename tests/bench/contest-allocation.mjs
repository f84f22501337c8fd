// Allocates 3 000 entries to 60 judges, 5 each, with conflicts, and checks the result. Usage: node tests/bench/contest-allocation.mjs
import { allocate, seeded } from '../../server/contest/judging/allocation.ts';

const [ENTRIES, JUDGES, EACH, RUNS] = [3_000, 60, 5, 5];
const TARGET_MS = 5_000;

const next = seeded(7);
const against = new Set();
for (let work = 1; work <= ENTRIES; work += 1) for (let judge = 1; judge <= JUDGES; judge += 1) if (next() < 0.03) against.add(`${judge} ${work}`);
const input = {
  works: Array.from({ length: ENTRIES }, (_one, at) => ({ id: at + 1, group: ['甲组', '乙组', '丙组'][at % 3] })),
  judges: Array.from({ length: JUDGES }, (_one, at) => ({ id: at + 1, groups: [['甲组', '乙组', '丙组'][at % 3]] })),
  perWork: EACH,
  conflicts: (judge, work) => against.has(`${judge} ${work}`),
  seed: 11,
};
const times = [];
let made = allocate(input);
for (let run = 0; run < RUNS; run += 1) {
  const before = performance.now();
  made = allocate(input);
  times.push(performance.now() - before);
}
const { pairs, loads, shortages } = made;
const broken = pairs.filter(({ judgeId, workId }) => input.conflicts(judgeId, workId)).length;
const difference = Math.max(
  ...['甲组', '乙组', '丙组'].map((group) => {
    const own = loads.filter((one) => one.group === group).map(({ works }) => works);
    return Math.max(...own) - Math.min(...own);
  }),
);
const same = JSON.stringify(allocate(input)) === JSON.stringify(made);
const worst = Math.max(...times);
console.log(`${ENTRIES} × ${JUDGES} × ${EACH} with ${against.size} conflicts: ${times.map((one) => one.toFixed(0)).join(', ')} ms`);
console.log(
  `${pairs.length} tasks, ${shortages.length} shortages, ${broken} conflicts, loads differ by ${difference}, same seed ${same ? 'same' : 'another'} result`,
);
const good = worst <= TARGET_MS && pairs.length === ENTRIES * EACH && broken === 0 && difference <= 1 && same;
console.log(good ? '✓' : '✗ failed');
process.exit(good ? 0 : 1);
