import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessFaults } from '../support/endpoint-grid.ts';
import { contestGrid } from '../support/contest-grid.ts';
import { testContext, type TestContext } from '../support/test-context.ts';
import { CONTEST_ACCESS } from './contest-access.ts';

let town: TestContext;
beforeAll(async () => {
  town = await testContext();
});
afterAll(() => town.close());

const PATHS = /^\/cms\/contest(\/|$)/;
test(
  '#47.1 each role and relation gets from each endpoint of a contest what the table says, in each state, and entrants and judges stay unknown to each other',
  { timeout: 600_000 },
  async () => {
    const { faults, calls } = await accessFaults(town, await contestGrid(town), PATHS, CONTEST_ACCESS);
    expect(calls).toBeGreaterThan(2_000);
    expect(faults).toEqual([]);
  },
);
