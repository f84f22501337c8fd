import { PUBLICATION_STATUSES } from '../../contract/catalog/publication.ts';
import { NO_CHANNEL, REFUNDING } from '../../contract/commerce/order-limits.ts';
import { anyBookDetail, GONE } from '../catalog/book.service.ts';
import { rightKind, rightTo } from '../commerce/entitlement.service.ts';
import type { AppContext } from '../context.ts';
import { missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { channelNames } from '../payment/channels.ts';
import { progressIn, readingCounts } from '../reading/progress.service.ts';
import { collectTotal, hasCollected } from './favorite.service.ts';
import { downloadTotal } from './download.service.ts';
import { scoreOf } from './score.service.ts';

/** Returns the reader's state for one work. */
export async function shelfState(context: AppContext, currentUser: CurrentUser, publishId: number) {
  const { entitled } = await rightTo(context, currentUser, publishId);
  const right = await rightKind(context, currentUser, publishId, entitled);
  return {
    entitled,
    right,
    note: right === 'refunding' ? REFUNDING : !entitled && channelNames(context).length === 0 ? NO_CHANNEL : '',
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

/** Returns the detail of a work that is no longer or not yet on sale, for a user with the right to read it. */
export async function ownedBook(context: AppContext, currentUser: CurrentUser, publishId: number) {
  const { entitled } = await rightTo(context, currentUser, publishId);
  if (!entitled) throw missing(GONE);
  return anyBookDetail(context, publishId, PUBLICATION_STATUSES);
}
