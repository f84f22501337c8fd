import { afterAll, beforeAll, expect, test } from 'vitest';
import { addListedWork } from '../../../tests/support/listed-work.ts';
import { pick, randomOf } from '../../../tests/support/flow-tree.ts';
import { testContext, type TestContext } from '../../../tests/support/test-context.ts';
import { walkSteps } from '../../../tests/support/test-database.ts';
import { CAMPAIGN_EVENTS, type CampaignEvent, type CampaignState } from '../../../contract/commerce/campaign/campaign.ts';
import { SPREAD_EVENTS, type SpreadState } from '../../../contract/commerce/spread/spread.ts';
import { unloggedWrite, type Write } from '../../audit/operation-log.ts';
import { AppError } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { addCampaignOf, handleCampaignEvent } from '../campaign/campaign.service.ts';
import { addSpreadOf, handleSpreadEvent } from './spread.service.ts';

const STEPS = walkSteps(10_000, 0.1);
const HOUR_MS = 3_600_000;
let town: TestContext;
let write: Write;
let people: CurrentUser[];
let publishId = 0;

beforeAll(async () => {
  town = await testContext();
  write = unloggedWrite(town.context);
  publishId = await addListedWork(town.context, { title: '灯塔', priceFen: 5800 });
  const made: CurrentUser[] = [];
  for (const userName of ['one', 'oneAgain', 'two', 'three']) {
    const userId = await town.addUser({ userName });
    made.push({
      userId,
      userName,
      nickName: userName,
      permissions: new Set(['*:*:*']),
      roles: new Set<string>(),
      sessionId: 'walk',
      confirmedAt: 0,
      factorDue: false,
      accounts: new Set([userId]),
      deptId: null,
      deptName: '',
    });
  }
  await town.context.db.updateTable('user').set({ identityKey: 'one person' }).where('userName', 'in', ['one', 'oneAgain']).execute();
  people = made;
});
afterAll(() => town.close());

/** `one` and `oneAgain` are one person. */
const person = ({ userName }: CurrentUser): string => userName.replace('Again', '');
const REASON = '随机的原因写够字数';
const code = (error: unknown): number => (error instanceof AppError ? error.code : -1);
async function outcome(work: () => Promise<unknown>): Promise<number> {
  try {
    await work();
    return 200;
  } catch (error) {
    if (code(error) === -1) throw error;
    return code(error);
  }
}

test('SM31 random steps agree with a small model of the campaigns', async () => {
  const next = randomOf(311);
  const rows: { id: number; state: CampaignState; writer: string; submitter: string }[] = [];
  const { db } = town.context;
  // What an accepted event leads to; everything else is 23101.
  const to: Readonly<Partial<Record<`${CampaignState} ${CampaignEvent}`, CampaignState>>> = {
    'draft submit': 'pending',
    'pending approve': 'active',
    'pending reject': 'draft',
    'active end': 'ended',
  };
  for (let at = 0; at < STEPS; at += 1) {
    const user = pick(next, people);
    if (rows.length < 3 || next() < 0.02) {
      const now = Date.now();
      const wire = (time: number) => new Date(time + 8 * HOUR_MS).toISOString().slice(0, 16).replace('T', ' ');
      const draft = { name: '随机活动', scope: 'works' as const, ids: [publishId], rateBp: 8000, leastLines: 1 };
      const { campaignId } = await addCampaignOf(user, { ...draft, from: wire(now), to: wire(now + HOUR_MS) }, write);
      rows.push({ id: campaignId, state: 'draft', writer: person(user), submitter: '' });
      continue;
    }
    const row = pick(next, rows);
    const event = pick(next, CAMPAIGN_EVENTS);
    const target = to[`${row.state} ${event}`];
    const own = event === 'approve' && [row.writer, row.submitter].includes(person(user));
    const expected = target === undefined ? 23_101 : own ? 23_102 : 200;
    const got = await outcome(() => handleCampaignEvent(user, { event, campaignId: row.id }, REASON, write));
    expect({ at, event, state: row.state, got }).toEqual({ at, event, state: row.state, got: expected });
    if (got !== 200 || target === undefined) continue;
    row.state = target;
    if (event === 'submit') row.submitter = person(user);
    if (event === 'reject') row.submitter = '';
    if (target === 'ended') rows.splice(rows.indexOf(row), 1);
  }
  for (const { id, state } of rows)
    expect((await db.selectFrom('campaign').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status).toBe(state);
});

test('E71 random steps agree with a small model of the links', async () => {
  const next = randomOf(71);
  const rows: { id: number; state: SpreadState; maker: string; promoter: string }[] = [];
  const to: Readonly<Record<string, SpreadState>> = {
    'pending approve': 'active',
    'pending reject': 'ended',
    'active pause': 'paused',
    'paused resume': 'active',
    'pending end': 'ended',
    'active end': 'ended',
    'paused end': 'ended',
  };
  for (let at = 0; at < STEPS; at += 1) {
    const user = pick(next, people);
    if (rows.length < 4 || next() < 0.02) {
      if (rows.length > 80) continue;
      const promoter = pick(next, people);
      const rateBp = next() < 0.6 ? 800 : 500;
      const made = await addSpreadOf(user, { userName: promoter.userName, publishId: null, rateBp, validTo: '' }, write);
      expect(made.status).toBe(rateBp > 500 ? 'pending' : 'active');
      rows.push({ id: made.spreadId, state: made.status, maker: person(user), promoter: person(promoter) });
      continue;
    }
    const row = pick(next, rows);
    // The end is rare, so that the other steps have links to work on.
    const event = next() < 0.1 ? 'end' : pick(next, SPREAD_EVENTS.slice(0, 4));
    const target = to[`${row.state} ${event}`];
    const own = event === 'approve' && [row.maker, row.promoter].includes(person(user));
    const expected = target === undefined ? 25_801 : own ? 25_802 : 200;
    const got = await outcome(() => handleSpreadEvent(user, { event, spreadId: row.id }, REASON, write));
    expect({ at, event, state: row.state, got }).toEqual({ at, event, state: row.state, got: expected });
    if (got !== 200 || target === undefined) continue;
    row.state = target;
    if (target === 'ended') rows.splice(rows.indexOf(row), 1);
  }
  for (const { id, state } of rows)
    expect((await town.context.db.selectFrom('spread').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status).toBe(state);
});
