import { afterAll, beforeAll, expect, test } from 'vitest';
import { addListedWork } from '../../tests/support/listed-work.ts';
import { pressStaff, type PressStaff } from '../../tests/support/press-staff.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { rightKind, rightTo } from '../commerce/entitlement.service.ts';

let town: TestContext;
let staff: PressStaff;
const ids: Record<string, number> = {};
beforeAll(async () => {
  town = await testContext();
  staff = await pressStaff(town);
  for (const userName of ['coauthor', 'asked', 'stranger']) ids[userName] = await town.addUser({ userName });
  ids['owner'] = staff.ids.author;
});
afterAll(() => town.close());

const reader = (who: string) => ({ userId: ids[who] ?? 0, permissions: new Set<string>() });
const reads = async (who: string, publishId: number) => (await rightTo(town.context, reader(who), publishId)).entitled;

/** A checked work of the manuscript of three authors, of whom one has not confirmed. */
async function checkedWork(title: string): Promise<number> {
  const { db } = town.context;
  const archiveId = await staff.submitted('other', title);
  const publishId = await addListedWork(town.context, { title, priceFen: 5800 });
  const authors = ['owner', 'coauthor', 'asked'].map((name) => ({ name, role: '著', share: 3333, userId: ids[name] ?? null }));
  await staff.put(archiveId, { status: 'published', publicationId: publishId, authors: JSON.stringify(authors) });
  await db.updateTable('publication').set({ status: 'checking' }).where('id', '=', publishId).execute();
  for (const [name, status] of [
    ['coauthor', 'replaced'],
    ['coauthor', 'confirmed'],
    ['asked', 'sent'],
  ] as const)
    await db
      .insertInto('authorConfirm')
      .values({
        archiveId,
        name,
        role: '著',
        userId: ids[name] ?? 0,
        tokenHash: `${title}${name}${status}`,
        status,
        sentAt: 1,
        dueAt: 2,
        answeredAt: null,
        answeredBy: null,
        evidenceFileId: null,
        createTime: 1,
        updateTime: 1,
      })
      .execute();
  return publishId;
}

test('#48.2 all authors, the owner and confirmed co-authors, read the own work from the day it is on sale, and that is no sale', async () => {
  const publishId = await checkedWork('岛与岛');
  expect(await reads('owner', publishId)).toBe(false);
  expect((await staff.ask('manager', 'PUT', `/cms/publish/approve/${publishId}`, {})).code).toBe(200);
  const who = async (name: string) => [name, await reads(name, publishId)];
  expect(await Promise.all(['owner', 'coauthor', 'asked', 'stranger'].map(who))).toEqual([
    ['owner', true],
    ['coauthor', true],
    ['asked', false],
    ['stranger', false],
  ]);
  expect(await rightKind(town.context, reader('coauthor'), publishId, true)).toBe('granted');
  const rows = await town.context.db
    .selectFrom('entitlement')
    .select(['userId', 'source', 'sourceId'])
    .where('publicationId', '=', publishId)
    .execute();
  expect(rows.map(({ source, sourceId }) => [source, sourceId])).toEqual([
    ['gift', 0],
    ['gift', 0],
  ]);
  for (const table of ['order', 'orderItem', 'ledgerTransaction'] as const)
    expect([table, await town.context.db.selectFrom(table).select('id').execute()]).toEqual([table, []]);
});

test('#48.2 the right of the authors survives delisting, as a purchase does, and relisting gives no second one', async () => {
  const publishId = await checkedWork('潮间带');
  await staff.ask('manager', 'PUT', `/cms/publish/approve/${publishId}`, {});
  expect((await staff.ask('manager', 'PUT', `/cms/publish/delist/${publishId}`, { reason: '换封面' })).code).toBe(200);
  expect([await reads('owner', publishId), await reads('coauthor', publishId), await reads('stranger', publishId)]).toEqual([true, true, false]);
  await town.context.db.updateTable('publication').set({ status: 'checking' }).where('id', '=', publishId).execute();
  await staff.ask('manager', 'PUT', `/cms/publish/approve/${publishId}`, {});
  expect(await town.context.db.selectFrom('entitlement').select('id').where('publicationId', '=', publishId).execute()).toHaveLength(2);
});
