import { PUBLICATION_STATUSES } from '../../contract/catalog/publication.ts';
import { anyBookDetail, GONE } from '../catalog/book.service.ts';
import { rightTo } from '../commerce/entitlement.service.ts';
import type { AppContext } from '../context.ts';
import { missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { progressIn, readingCounts } from '../reading/progress.service.ts';
import { collectTotal, hasCollected } from './favorite.service.ts';
import { downloadTotal } from './download.service.ts';
import { scoreOf } from './score.service.ts';

/** What the reader has to do with one work. */
export async function shelfState(context: AppContext, currentUser: CurrentUser, publishId: number) {
  const { entitled } = await rightTo(context, currentUser, publishId);
  return {
    entitled,
    collected: await hasCollected(context, currentUser, publishId),
    score: await scoreOf(context, currentUser, publishId),
    progress: await progressIn(context, currentUser, publishId),
  };
}

export async function myStatistics(context: AppContext, currentUser: CurrentUser) {
  const { all, finished } = await readingCounts(context, currentUser);
  return {
    collects: await collectTotal(context, currentUser),
    downloads: await downloadTotal(context, currentUser),
    reading: all - finished,
    finished,
  };
}

/** The detail of a work that may have left the sale, or not come to it yet, for somebody with the right to read it. */
export async function ownedBook(context: AppContext, currentUser: CurrentUser, publishId: number) {
  const { entitled } = await rightTo(context, currentUser, publishId);
  if (!entitled) throw missing(GONE);
  return anyBookDetail(context, publishId, PUBLICATION_STATUSES);
}
