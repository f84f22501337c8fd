import { randomUUID } from 'node:crypto';
import { DAY_MS } from '../../../../contract/clock.ts';
import { unloggedWrite } from '../../../audit/operation-log.ts';
import { addCampaignOf, handleCampaignEvent } from '../../../commerce/campaign/campaign.service.ts';
import { place } from '../../../commerce/order.service.ts';
import { pricedLines } from '../../../commerce/price.service.ts';
import { addOwnSpreadOf, addSpreadOf, handleOwnSpreadEvent, handleSpreadEvent } from '../../../commerce/spread/spread.service.ts';
import type { AppContext } from '../../../context.ts';
import { wireDate, wireTime } from '../../../db/clock.ts';
import type { CurrentUser } from '../../../http/current-user.ts';

interface People {
  readonly person: (userName: string) => Promise<CurrentUser>;
  readonly clerk: CurrentUser;
  readonly second: CurrentUser;
  /** Pays an order of a buyer. */
  readonly pay: (buyer: CurrentUser, orderNo: string) => Promise<unknown>;
  readonly open: (buyer: CurrentUser, publishId: number) => Promise<unknown>;
  readonly buyers: readonly CurrentUser[];
}
type Work = { readonly id: number; readonly salePriceFen: number };

/** Devices that open a link; the last ones buy. */
const CLICKS = 23;

/** Six links in every state with clicks and orders, and two campaigns. Needs the agreements of the demo's authors. */
export async function addSpreads(context: AppContext, works: readonly Work[], { person, clerk, second, pay, open, buyers }: People): Promise<void> {
  const { db } = context;
  if (!context.settings.demo || (await db.selectFrom('spread').select('id').limit(1).executeTakeFirst())) return;
  const write = unloggedWrite(context);
  const [author, promoter] = [await person('author1'), await person('reader3')];
  const agreed = await db
    .selectFrom('manuscript')
    .select('publicationId')
    .where('ownerId', '=', author.userId)
    .where('publicationId', 'is not', null)
    .orderBy('id')
    .execute();
  const own = works.find(({ id }) => agreed.some(({ publicationId }) => publicationId === id));
  const [chosen] = works;
  if (!chosen) return;
  const day = (days: number): string => wireDate(Date.now() + days * DAY_MS);
  const add = (userName: string, publishId: number | null, rateBp: number, validTo = '') =>
    addSpreadOf(clerk, { userName, publishId, rateBp, validTo }, write);
  const site = await add(promoter.userName, null, 300, day(60));
  await add('reader4', chosen.id, 1000);
  const raised = await add('reader5', chosen.id, 800, day(30));
  await handleSpreadEvent(second, { event: 'approve', spreadId: raised.spreadId }, '', write);
  const ended = await add('reader6', chosen.id, 500);
  await handleSpreadEvent(clerk, { event: 'end', spreadId: ended.spreadId }, '', write);
  const mine = own ? [await addOwnSpreadOf(context, author, own.id), await addOwnSpreadOf(context, author, own.id)] : [];
  if (mine[1]) await handleOwnSpreadEvent(context, author, { event: 'pause', spreadId: mine[1].spreadId });
  for (const [index, { spreadId }] of [site, ...mine.slice(0, 1)].entries()) {
    const device = (at: number): string => `demo-${spreadId}-${at}`;
    for (let at = 0; at < CLICKS + index; at += 1) {
      const now = Date.now() - (at % 6) * DAY_MS;
      await db
        .insertInto('spreadClick')
        .values({ spreadId, deviceHash: device(at), day: wireDate(now), at: now })
        .execute();
    }
    await db
      .updateTable('spread')
      .set({ clickNum: CLICKS + index })
      .where('id', '=', spreadId)
      .execute();
    const work = index === 0 ? works[1] : own;
    for (const [at, buyer] of buyers.slice(index * 4, index * 4 + 4).entries()) {
      if (!work) continue;
      const [priced] = await pricedLines(db, buyer.userId, [work.id]);
      if (priced?.fault !== '') continue;
      const lines = [{ publishId: work.id, shownFen: work.salePriceFen }];
      const order = { requestId: randomUUID(), lines, client: 'mobile' as const, fromCart: false };
      const { orderNo, status } = await place(context, buyer, order, device(at));
      // An order that the buyer left unpaid is opened again; it came by no link.
      if (status !== 'unpaid') continue;
      await pay(buyer, orderNo);
      if (at % 2 === 0) await open(buyer, work.id);
    }
  }
  const sold = works.at(-1) ?? chosen;
  const campaign = { scope: 'works' as const, rateBp: 8000, leastLines: 1, from: wireTime(Date.now()).slice(0, 16), to: `${day(14)} 23:59` };
  const live = await addCampaignOf(clerk, { ...campaign, name: '冬日读书周', ids: [sold.id] }, write);
  await handleCampaignEvent(clerk, { event: 'submit', campaignId: live.campaignId }, '', write);
  await handleCampaignEvent(second, { event: 'approve', campaignId: live.campaignId }, '', write);
  const three = {
    ...campaign,
    name: '三本八五折',
    rateBp: 8500,
    leastLines: 3,
    from: `${day(20)} 00:00`,
    to: `${day(30)} 23:59`,
    ids: works.slice(0, 6).map(({ id }) => id),
  };
  const waiting = await addCampaignOf(clerk, three, write);
  await handleCampaignEvent(clerk, { event: 'submit', campaignId: waiting.campaignId }, '', write);
}
