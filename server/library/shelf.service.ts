import { PUBLICATION_STATUSES } from '../../contract/catalog/publication.ts';
import { anyBookDetail, GONE } from '../catalog/book.service.ts';
import { rightTo } from '../commerce/entitlement.service.ts';
import type { House } from '../context.ts';
import { missing } from '../http/app-error.ts';
import type { Visitor } from '../http/current-user.ts';
import { progressIn, readingCounts } from '../reading/progress.service.ts';
import { collectTotal, hasCollected } from './favorite.service.ts';
import { downloadTotal } from './download.service.ts';
import { scoreOf } from './score.service.ts';

/** What the reader has to do with one work. */
export async function shelfState(house: House, visitor: Visitor, publishId: number) {
  const { entitled } = await rightTo(house, visitor, publishId);
  return {
    entitled,
    collected: await hasCollected(house, visitor, publishId),
    score: await scoreOf(house, visitor, publishId),
    progress: await progressIn(house, visitor, publishId),
  };
}

export async function myStatistics(house: House, visitor: Visitor) {
  const { all, finished } = await readingCounts(house, visitor);
  return { collects: await collectTotal(house, visitor), downloads: await downloadTotal(house, visitor), reading: all - finished, finished };
}

/** The detail of a work that may have left the sale, or not come to it yet, for somebody with the right to read it. */
export async function ownedBook(house: House, visitor: Visitor, publishId: number) {
  const { entitled } = await rightTo(house, visitor, publishId);
  if (!entitled) throw missing(GONE);
  return anyBookDetail(house, publishId, PUBLICATION_STATUSES);
}
