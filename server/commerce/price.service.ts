import type { Cover } from '../../contract/catalog/book.ts';
import { publicationMachine } from '../../contract/catalog/publication.machine.ts';
import type { PublicationStatus } from '../../contract/catalog/publication.ts';
import { ORDER_CODES, SEATS } from '../../contract/commerce/order-limits.ts';
import type { PricedLine } from '../../contract/commerce/order.ts';
import type { Database, Tx } from '../db/database.ts';
import { sum, times } from '../../contract/money.ts';
import { inGroup } from '../../contract/state-machine.ts';
import { wireTime } from '../db/clock.ts';
import { configOf } from '../db/config-value.ts';
import { AppError } from '../http/app-error.ts';
import { authorAgreements } from './author-price.service.ts';
import { campaignsFor } from './campaign/campaign-price.service.ts';
import { discountedLines, discountName, NO_DISCOUNT, type Offer } from './discount.rule.ts';
import { ownedWorks } from './entitlement.queries.ts';
import { worksToSell } from './order.queries.ts';

const NOT_SOLD = '这部作品暂不销售';
export const OWNED = '您已拥有该作品';
const isPublic = (status: string): boolean => inGroup(publicationMachine, 'public', status as PublicationStatus);

interface CoverColumns {
  readonly coverUrl: string | null;
  readonly drawing: string | null;
  readonly coverColour: string | null;
  readonly coverFormat: Cover['format'] | null;
}
export const coverOf = ({ coverUrl, drawing, coverColour, coverFormat }: CoverColumns): Cover => ({
  url: coverUrl ?? '',
  drawing: (drawing as Cover['drawing'] | null) ?? 'lit',
  colour: coverColour ?? '',
  format: coverFormat ?? '',
});

interface SeatRules {
  readonly least: number;
  readonly most: number;
  readonly discountBp: number;
}

/** How copies to hand out are sold: from `least` copies on only `discountBp` of the price is paid. */
export async function seatRules(db: Database | Tx): Promise<SeatRules> {
  const of = async (name: keyof SeatRules): Promise<number> => {
    const text = await configOf({ db }, `pay.seats.${name}`);
    return text !== null && /^\d{1,5}$/.test(text) ? Number(text) : SEATS[name];
  };
  return { least: await of('least'), most: await of('most'), discountBp: await of('discountBp') };
}

export const totalsOf = (lines: readonly PricedLine[]) => ({
  totalFen: sum(lines.map(({ unitFen, qty }) => times(unitFen, qty))),
  discountFen: sum(lines.map(({ discountFen }) => discountFen)),
  payFen: sum(lines.map(({ payFen }) => payFen)),
});

type Work = Awaited<ReturnType<typeof worksToSell>>[number];

interface Found {
  readonly line: PricedLine;
  readonly work: Work | undefined;
}

/** The discounts that a work has for a user, besides that for copies. */
async function offersFor(db: Database | Tx, userId: number, works: readonly Work[]): Promise<Map<number, Offer[]>> {
  const agreements = await authorAgreements(
    db,
    userId,
    works.map(({ id }) => id),
  );
  const campaigns = await campaignsFor(db, works, Date.now());
  return new Map(
    works.map((work) => [
      work.id,
      [
        ...agreements
          .filter(({ publicationId, authorDiscountBp }) => publicationId === work.id && authorDiscountBp > 0)
          .map(({ protocolId, authorDiscountBp }) => ({
            kind: 'author' as const,
            id: protocolId,
            rateBp: authorDiscountBp,
            baseFen: work.listPriceFen > 0 ? work.listPriceFen : work.salePriceFen,
          })),
        ...(campaigns.get(work.id) ?? []).filter(({ leastLines, id }) => works.filter((one) => hasCampaign(campaigns, one, id)).length >= leastLines),
      ],
    ]),
  );
}
const hasCampaign = (campaigns: ReadonlyMap<number, readonly Offer[]>, { id }: Work, campaignId: number | null): boolean =>
  (campaigns.get(id) ?? []).some((one) => one.id === campaignId);

/** The price of copies of one work that the buyer hands out: a buyer who owns the work may buy them too. */
export async function pricedSeats(db: Database | Tx, userId: number, publishIds: readonly number[], qty: number): Promise<PricedLine[]> {
  const { least, most, discountBp } = await seatRules(db);
  if (!Number.isInteger(qty) || qty < 1 || qty > most || publishIds.length !== 1)
    throw new AppError(ORDER_CODES.quantity, publishIds.length === 1 ? `购买数量须为1至${most}` : '团购一次只能购买一部作品');
  const [found] = await fullLines(db, userId, publishIds);
  if (!found) return [];
  const { line, work } = found;
  const fault = line.fault === OWNED ? (line.unitFen > 0 ? '' : NOT_SOLD) : line.fault;
  const offers = work && fault === '' ? ((await offersFor(db, userId, [work])).get(work.id) ?? []) : [];
  const fen = times(line.unitFen, qty);
  const copies = offers.map((offer) => ({ ...offer, baseFen: times(offer.baseFen, qty) }));
  if (qty >= least) copies.push({ kind: 'seats', id: null, rateBp: discountBp, baseFen: fen });
  const [discounted] = discountedLines([{ fen, offers: copies }]);
  return [{ ...line, qty, fault, ...discounted }];
}

/** The price of the server for each work with its best discount, in the order asked, and why a work cannot be sold to this user. */
export async function pricedLines(db: Database | Tx, userId: number, publishIds: readonly number[]): Promise<PricedLine[]> {
  const found = await fullLines(db, userId, publishIds);
  const offers = await offersFor(
    db,
    userId,
    found.flatMap(({ line, work }) => (work && line.fault === '' ? [work] : [])),
  );
  const discounted = discountedLines(
    found.map(({ line }) => ({ fen: line.payFen, offers: line.fault === '' ? (offers.get(line.publishId) ?? []) : [] })),
  );
  return found.map(({ line }, at) => ({ ...line, ...discounted[at] }));
}

/** What works cost without a discount. */
async function fullLines(db: Database | Tx, userId: number, publishIds: readonly number[]): Promise<Found[]> {
  const works = new Map((await worksToSell(db, publishIds)).map((work) => [work.id, work]));
  const owned = await ownedWorks(db, userId, publishIds, Date.now());
  return publishIds.map((publishId): Found => {
    const work = works.get(publishId);
    // A work without an electronic edition or a recording cannot be delivered.
    const content = work !== undefined && (work.editionId !== null || Number(work.tracks) > 0);
    const sold = content && work.status === 'listed' && work.isFree !== '1' && work.salePriceFen > 0;
    const unitFen = sold ? work.salePriceFen : 0;
    const line = {
      publishId,
      // A work that never was on sale is not named: its existence is not public.
      title: work && (isPublic(work.status) || owned.has(publishId)) ? work.title : '',
      workKind: work?.workKind ?? ('book' as const),
      cover: coverOf(work ?? { coverUrl: '', drawing: null, coverColour: '', coverFormat: '' }),
      unitFen,
      payFen: unitFen,
      qty: 1,
      ...NO_DISCOUNT,
      fault: owned.has(publishId) ? OWNED : sold ? '' : NOT_SOLD,
    };
    return { line, work };
  });
}

/** The campaign of a work for its page; null without one. `payFen` is what one copy costs alone. */
export async function campaignOf(
  db: Database | Tx,
  work: { readonly id: number; readonly archiveTypeId: number | null; readonly isFree: string; readonly salePriceFen: number },
): Promise<{ words: string; payFen: number; until: number } | null> {
  if (work.isFree === '1' || work.salePriceFen === 0) return null;
  const found = ((await campaignsFor(db, [work], Date.now())).get(work.id) ?? []).toSorted(
    (a, b) => a.leastLines - b.leastLines || a.rateBp - b.rateBp,
  );
  const [best] = found;
  if (!best) return null;
  const single = best.leastLines === 1;
  const [line] = discountedLines([{ fen: work.salePriceFen, offers: single ? [best] : [] }]);
  return {
    words: `${single ? '' : `满${best.leastLines}部`}${discountName(best)}，${endWords(best.to)}止`,
    payFen: line?.payFen ?? work.salePriceFen,
    until: best.to,
  };
}

/** 12月1日 09:00 */
function endWords(at: number): string {
  const [, month = '', day = '', time = ''] = /^\d+-(\d+)-(\d+) (\d+:\d+)/.exec(wireTime(at)) ?? [];
  return `${Number(month)}月${Number(day)}日 ${time}`;
}

/** Whether the campaign of a line still sells its work: money that arrives late buys it only then. */
export async function campaignHolds(
  tx: Tx,
  line: { readonly targetId: number; readonly discountKind: string; readonly discountId: number | null },
): Promise<boolean> {
  if (line.discountKind !== 'campaign') return true;
  const works = await worksToSell(tx, [line.targetId]);
  return ((await campaignsFor(tx, works, Date.now())).get(line.targetId) ?? []).some(({ id }) => id === line.discountId);
}

/** Throws when a line cannot be sold, or costs something else than the client showed. */
export function assertForSale(lines: readonly PricedLine[], shown: readonly { readonly shownFen: number }[]): void {
  for (const [index, line] of lines.entries()) {
    if (line.fault === OWNED) throw new AppError(ORDER_CODES.owned, line.fault);
    if (line.fault) throw new AppError(ORDER_CODES.notSold, line.fault);
    if (shown[index]?.shownFen !== line.payFen) throw new AppError(ORDER_CODES.price, '商品价格已变动，请刷新');
  }
}
