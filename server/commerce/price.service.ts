import type { Cover } from '../../contract/catalog/book.ts';
import { publicationMachine } from '../../contract/catalog/publication.machine.ts';
import type { PublicationStatus } from '../../contract/catalog/publication.ts';
import { ORDER_CODES, SEATS } from '../../contract/commerce/order-limits.ts';
import type { PricedLine } from '../../contract/commerce/order.ts';
import type { Database, Tx } from '../db/database.ts';
import { sum, times, timesBp, WHOLE_BP } from '../../contract/money.ts';
import { inGroup } from '../../contract/state-machine.ts';
import { configOf } from '../db/config-value.ts';
import { AppError } from '../http/app-error.ts';
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

/** The price of copies of one work that the buyer hands out: a buyer who owns the work may buy them too. */
export async function pricedSeats(db: Database | Tx, userId: number, publishIds: readonly number[], qty: number): Promise<PricedLine[]> {
  const { least, most, discountBp } = await seatRules(db);
  if (!Number.isInteger(qty) || qty < 1 || qty > most || publishIds.length !== 1)
    throw new AppError(ORDER_CODES.quantity, publishIds.length === 1 ? `购买数量须为1至${most}` : '团购一次只能购买一部作品');
  return (await pricedLines(db, userId, publishIds)).map((line): PricedLine => {
    const full = times(line.unitFen, qty);
    const payFen = qty >= least ? timesBp(full, Math.min(discountBp, WHOLE_BP)) : full;
    const fault = line.fault === OWNED ? (line.unitFen > 0 ? '' : NOT_SOLD) : line.fault;
    return { ...line, qty, discountFen: full - payFen, payFen, discountKind: payFen < full ? 'seats' : 'none', fault };
  });
}

/** The price of the server for each work, in the order asked, and why a work cannot be sold to this user. */
export async function pricedLines(db: Database | Tx, userId: number, publishIds: readonly number[]): Promise<PricedLine[]> {
  const works = new Map((await worksToSell(db, publishIds)).map((work) => [work.id, work]));
  const owned = await ownedWorks(db, userId, publishIds, Date.now());
  return publishIds.map((publishId): PricedLine => {
    const work = works.get(publishId);
    // A work without an electronic edition or a recording cannot be delivered.
    const content = work !== undefined && (work.editionId !== null || Number(work.tracks) > 0);
    const sold = content && work.status === 'listed' && work.isFree !== '1' && work.salePriceFen > 0;
    const unitFen = sold ? work.salePriceFen : 0;
    return {
      publishId,
      // A work that never was on sale is not named: its existence is not public.
      title: work && (isPublic(work.status) || owned.has(publishId)) ? work.title : '',
      workKind: work?.workKind ?? 'book',
      cover: coverOf(work ?? { coverUrl: '', drawing: null, coverColour: '', coverFormat: '' }),
      unitFen,
      discountFen: 0,
      payFen: unitFen,
      qty: 1,
      discountKind: 'none',
      fault: owned.has(publishId) ? OWNED : sold ? '' : NOT_SOLD,
    };
  });
}

/** Throws when a line cannot be sold, or costs something else than the client showed. */
export function assertForSale(lines: readonly PricedLine[], shown: readonly { readonly shownFen: number }[]): void {
  for (const [index, line] of lines.entries()) {
    if (line.fault === OWNED) throw new AppError(ORDER_CODES.owned, line.fault);
    if (line.fault) throw new AppError(ORDER_CODES.notSold, line.fault);
    if (shown[index]?.shownFen !== line.payFen) throw new AppError(ORDER_CODES.price, '商品价格已变动，请刷新');
  }
}
