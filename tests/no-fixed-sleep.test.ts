import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const TESTS = ['{contract,server,src,sw,scripts}/**/*.test.{ts,tsx}', 'tests/{architecture,journeys,support}/**/*.{ts,mjs}', 'tests/*.test.ts'];

/** Code that waits for time instead of a condition. */
const SLEEPS = [
  /\bwaitForTimeout\(/,
  /\bsetTimeout\((resolve|done|ok|go|r)\b/,
  /new Promise(<\w+>)?\(\(\w+\) => (void )?(setTimeout|later)\(/,
  /from 'node:timers\/promises'/,
  /\bAtomics\.wait\(/,
];

/** Number of such places that a file may contain, and why. */
const ALLOWED: Readonly<Record<string, readonly [count: number, reason: string]>> = {
  'tests/support/until.ts': [1, 'interval between two checks of a condition'],
  'tests/support/event-loop.ts': [1, 'turns of the event loop: zero milliseconds'],
  'tests/support/journey.ts': [1, 'slow server inside a route handler'],
  'src/reader-engine/frame/frame-pool.test.ts': [1, 'the next task: zero milliseconds'],
  'src/reader-engine/turn-queue.test.ts': [1, 'under a fake clock'],
  'server/outage/breaker.test.ts': [2, 'under a fake clock'],
};

test('tests wait for conditions and not for a fixed time', () => {
  const found: string[] = [];
  for (const file of globSync(TESTS, { cwd: ROOT })) {
    const lines = readFileSync(join(ROOT, file), 'utf8').split('\n');
    const sleeps = lines.flatMap((line, at) => (SLEEPS.some((sleep) => sleep.test(line)) ? [`${file}:${at + 1}`] : []));
    if (sleeps.length > (ALLOWED[file]?.[0] ?? 0)) found.push(...sleeps);
  }
  expect(found).toEqual([]);
});
