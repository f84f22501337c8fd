import { HOUR_MS } from '../../../contract/clock.ts';
import type { AppContext } from '../../context.ts';
import { wireTime } from '../../db/clock.ts';
import { peopleWithPermission } from '../../identity/permission/permission-holder.service.ts';
import { sendMessage } from '../../inbox/message.service.ts';
import { takeLateBackup } from './runtime.queries.ts';

/** A backup that is made every night is late when the last one is older than this. */
export const LATE_MS = 30 * HOUR_MS;

/** Warns everybody who may see 运行状态, once, that the newest backup failed or is late; an installation that never made one is not warned. */
export async function warnOfLateBackup({ db }: AppContext): Promise<boolean> {
  const now = Date.now();
  return db.transaction().execute(async (tx) => {
    const run = await takeLateBackup(tx, now - LATE_MS, now);
    if (!run) return false;
    const content =
      run.state === 'failed' ? `${wireTime(run.startedAt)}的备份失败：${run.reason}` : `最近一次备份是${wireTime(run.startedAt)}，之后没有再备份`;
    for (const { userId } of await peopleWithPermission(tx, 'monitor:runtime:list', {}))
      await sendMessage(tx, { userId, type: 'system', title: '备份没有按时完成', content, link: '/monitor/runtime' });
    return false;
  });
}
