import { expect, test } from 'vitest';
import { allocate, seeded, type AllocationInput } from './allocation.ts';

const list = (count: number) => Array.from({ length: count }, (_one, at) => at + 1);

function big(seed: number): AllocationInput {
  const next = seeded(7);
  const against = new Set<string>();
  for (const work of list(3000)) for (const judge of list(60)) if (next() < 0.03) against.add(`${judge} ${work}`);
  return {
    works: list(3000).map((id) => ({ id, group: id % 3 === 0 ? '学生组' : '公开组' })),
    judges: list(60).map((id) => ({ id, groups: id <= 20 ? ['学生组'] : ['公开组'] })),
    perWork: 5,
    conflicts: (judge, work) => against.has(`${judge} ${work}`),
    seed,
  };
}

test('allocates 3 000 entries to 60 judges, 5 each: no conflict, loads of a group differ by one, the same seed gives the same result', () => {
  const input = big(11);
  const { pairs, loads, shortages } = allocate(input);
  expect([shortages, pairs.length, new Set(pairs.map(({ workId, judgeId }) => `${workId} ${judgeId}`)).size]).toEqual([[], 15_000, 15_000]);
  expect(pairs.filter(({ workId, judgeId }) => input.conflicts(judgeId, workId))).toEqual([]);
  const counts = new Map<number, number>();
  for (const { workId } of pairs) counts.set(workId, (counts.get(workId) ?? 0) + 1);
  expect([...new Set(counts.values())]).toEqual([5]);
  for (const group of ['学生组', '公开组']) {
    const each = loads.filter((one) => one.group === group).map(({ works }) => works);
    expect(Math.max(...each) - Math.min(...each)).toBeLessThanOrEqual(1);
  }
  expect(allocate(input)).toEqual(allocate(big(11)));
  expect(allocate(big(12)).pairs).not.toEqual(pairs);
});

test('explains which group lacks how many judges', () => {
  const works = [
    { id: 1, group: '甲' },
    { id: 2, group: '乙' },
  ];
  const judges = [
    { id: 1, groups: ['甲'] },
    { id: 2, groups: ['甲'] },
    { id: 3, groups: ['乙'] },
  ];
  const { pairs, shortages } = allocate({ works, judges, perWork: 2, conflicts: () => false, seed: 1 });
  expect(shortages).toEqual([{ group: '乙', works: 1, lacking: 1, why: '「乙」每件需要2位评委，只有1位' }]);
  expect(pairs.map(({ workId }) => workId)).toEqual([1, 1]);
  const blocked = allocate({ works: works.slice(0, 1), judges: judges.slice(0, 2), perWork: 2, conflicts: (judge) => judge === 1, seed: 1 });
  expect(blocked.shortages).toEqual([{ group: '甲', works: 1, lacking: 1, why: '「甲」有1件作品去掉回避的评委后不够2位，最多的一件还差1位' }]);
});

/** The smallest possible sum of squared loads, by trying everything. */
function best(works: number, judges: number, perWork: number, may: (work: number, judge: number) => boolean): number {
  let least = Infinity;
  const loads = Array.from({ length: judges }, () => 0);
  const choose = (work: number, from: number, left: number): void => {
    if (work === works) {
      least = Math.min(
        least,
        loads.reduce((sum, load) => sum + load * load, 0),
      );
      return;
    }
    if (left === 0) return choose(work + 1, 0, perWork);
    for (let judge = from; judge < judges; judge += 1) {
      if (!may(work, judge)) continue;
      loads[judge] = (loads[judge] ?? 0) + 1;
      choose(work, judge + 1, left - 1);
      loads[judge] = (loads[judge] ?? 0) - 1;
    }
  };
  choose(0, 0, perWork);
  return least;
}

test('has the smallest cost that the conflicts allow, compared with every possible allocation of small contests', () => {
  const next = seeded(3);
  for (let round = 0; round < 300; round += 1) {
    const [works, judges, perWork] = [1 + Math.floor(next() * 5), 2 + Math.floor(next() * 3), 1 + Math.floor(next() * 2)];
    const against = new Set<string>();
    for (let work = 1; work <= works; work += 1) for (let judge = 1; judge <= judges; judge += 1) if (next() < 0.35) against.add(`${judge} ${work}`);
    const { loads, shortages } = allocate({
      works: list(works).map((id) => ({ id, group: '' })),
      judges: list(judges).map((id) => ({ id, groups: [] })),
      perWork,
      conflicts: (judge, work) => against.has(`${judge} ${work}`),
      seed: round + 1,
    });
    const least = best(works, judges, perWork, (work, judge) => !against.has(`${judge + 1} ${work + 1}`));
    expect([round, shortages.length > 0]).toEqual([round, least === Infinity]);
    if (shortages.length === 0) expect([round, loads.reduce((sum, one) => sum + one.works * one.works, 0)]).toEqual([round, least]);
  }
});
