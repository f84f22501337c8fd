import type { BookDetail } from '../../../contract/catalog/book.ts';

/** The campaign of a work, unless it has ended since the page was stored. */
export const campaignNow = ({ campaign }: Pick<BookDetail, 'campaign'>): BookDetail['campaign'] =>
  campaign && campaign.until > Date.now() ? campaign : undefined;

/** What a copy costs everybody now. */
export const priceNow = (work: Pick<BookDetail, 'salePriceFen' | 'campaign'>): number => campaignNow(work)?.payFen ?? work.salePriceFen;
