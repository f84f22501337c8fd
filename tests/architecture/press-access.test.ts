import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessFaults } from '../support/endpoint-grid.ts';
import { pressGrid } from '../support/press-grid.ts';
import { testContext, type TestContext } from '../support/test-context.ts';
import { PRESS_ACCESS } from './press-access.ts';

let town: TestContext;
beforeAll(async () => {
  town = await testContext();
});
afterAll(() => town.close());

const PATHS = /^\/(cms\/archive(?!Type)|doc|press\/(audit|proofread|protocol|composition|editor|hold|board))(\/|$)/;
/** The choice of people for a task names all of the staff, which says nothing about this manuscript. */
const NAMES_ALL_STAFF = new Set(['GET /press/editor/people', 'GET /press/proofread/people/{proofId}', 'GET /press/composition/people']);

test(
  '#47.1 each role and relation gets from each endpoint of a manuscript what the table says, in each state, and no author learns who reviews it',
  { timeout: 600_000 },
  async () => {
    const { faults, calls } = await accessFaults(town, await pressGrid(town), PATHS, PRESS_ACCESS, NAMES_ALL_STAFF);
    expect(calls).toBeGreaterThan(10_000);
    expect(faults).toEqual([]);
  },
);
