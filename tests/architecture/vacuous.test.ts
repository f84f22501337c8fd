import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { vacuousTests } from '../support/vacuous-tests.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const FILES = globSync(['{contract,server,src,sw,scripts,tests}/**/*.test.{ts,tsx}', 'tests/journeys/*.spec.ts'], { cwd: ROOT });

test('#47.7 no test passes because a list is empty', () => {
  expect(FILES.length).toBeGreaterThan(500);
  const found = FILES.flatMap((file) =>
    vacuousTests(file, readFileSync(join(ROOT, file), 'utf8')).map(
      ({ line, over, why }) =>
        `${file}:${line}: ${why === 'every' ? 'expect(….every(…)) is true of an empty list' : 'every expectation is inside a loop'}; expect first that this is not empty: ${over}`,
    ),
  );
  expect(found).toEqual([]);
});

const linesOf = (body: string): string[] =>
  vacuousTests('one.test.ts', `test('one', async () => { ${body} });`).map(({ why, over }) => `${why} ${over}`);

test('#47.7 the check finds lists that may be empty, and accepts lists that are written or measured', () => {
  expect(linesOf('expect(rows.every((row) => row.done)).toBe(true);')).toEqual(['every rows']);
  expect(linesOf('for (const row of await list()) expect(row.done).toBe(true);')).toEqual(['loop await list()']);
  expect(linesOf('rows.forEach((row) => expect(row.done).toBe(true));')).toEqual(['loop rows']);
  expect(linesOf('for (const row of rows) for (const one of [1, 2]) expect(one).toBe(row);')).toEqual(['loop rows']);
  expect(linesOf('expect(rows).toEqual([]); expect(rows.every(Boolean)).toBe(true);')).toEqual(['every rows']);
  for (const body of [
    'expect(rows.length).toBeGreaterThan(0); expect(rows.every((row) => row.done)).toBe(true);',
    'expect(rows).toHaveLength(3); for (const row of rows) expect(row.done).toBe(true);',
    "for (const name of ['a', 'b']) expect(name).toBe(name);",
    'const names = [1, 2] as const; for (const [at, one] of names.entries()) expect(one).toBe(at);',
    'for (const one of rows) expect(one).toBe(1); expect(total).toBe(1);',
  ])
    expect([body, linesOf(body)]).toEqual([body, []]);
});
