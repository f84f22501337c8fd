import { EVERY_PERMISSION } from '../../../contract/identity/session.ts';
import { MB } from '../../../contract/limits.ts';
import type { AppContext } from '../../context.ts';
import { failed } from '../../http/app-error.ts';
import { worksForPublisher, type CurrentUser } from '../../http/current-user.ts';
import { bytesOwned, modesOf } from './storage-quota.queries.ts';

/** The mode that every reader has by default. */
const REGULAR = 'regular';

/**
 * Bytes of uploaded files that a user may store: the largest quota of the modes from the account and the roles.
 * Null means no limit: a mode with 0, or staff without a mode, whose uploads belong to the publisher.
 */
async function quotaOf(context: AppContext, currentUser: CurrentUser): Promise<number | null> {
  if (currentUser.permissions.has(EVERY_PERMISSION)) return null;
  const modes = await modesOf(context.db, currentUser.userId, worksForPublisher(currentUser) ? null : REGULAR);
  if (modes.length === 0 || modes.some((mode) => mode.quotaStorageMb === 0)) return null;
  return Math.max(0, ...modes.map((mode) => mode.quotaStorageMb)) * MB;
}

const size = (bytes: number): string => `${(bytes / MB).toFixed(1)} MB`;

/** Throws when `more` bytes would exceed the user's storage quota. */
export async function assertWithinQuota(context: AppContext, currentUser: CurrentUser, more: number): Promise<void> {
  const quota = await quotaOf(context, currentUser);
  if (quota === null) return;
  const used = await bytesOwned(context.db, currentUser.userId);
  if (used + more > quota) throw failed(`您的空间上限是${size(quota)}，已用${size(used)}，放不下这个文件；请删除不用的文件或联系管理员`);
}
