import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessFaults } from '../support/endpoint-grid.ts';
import { journalGrid } from '../support/journal-grid.ts';
import { testContext, type TestContext } from '../support/test-context.ts';
import { JOURNAL_ACCESS } from './journal-access.ts';

let town: TestContext;
beforeAll(async () => {
  town = await testContext();
});
afterAll(() => town.close());

const PATHS = /^\/cms\/journal\/(submission|review)(\/|$)/;
/** The choice of reviewers names all of them, which says nothing about this submission. */
const NAMES_ALL_REVIEWERS = new Set(['GET /cms/journal/review/people/{submissionId}']);

test(
  '#47.1 each role and relation gets from each endpoint of a submission what the table says, in each state, and authors and reviewers stay unknown to each other',
  { timeout: 600_000 },
  async () => {
    const { faults, calls } = await accessFaults(town, await journalGrid(town), PATHS, JOURNAL_ACCESS, NAMES_ALL_REVIEWERS);
    expect(calls).toBeGreaterThan(2_000);
    expect(faults).toEqual([]);
  },
);
