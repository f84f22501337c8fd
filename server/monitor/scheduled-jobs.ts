import { DAY_MS } from '../../contract/clock.ts';
import { MB } from '../../contract/limits.ts';
import { runBackup } from '../backup/run-backup.ts';
import { jobTarget, wholeNumber, type JobDefinition } from '../jobs/job-target.ts';
import { sweepFiles } from './file-sweep.service.ts';
import { CHAINED_LOGS, purgeLog, trimByJob, verifyLog } from './log-table.service.ts';

/** Most days that a job may keep. */
const YEARS = 3_650;

/** What a scheduled job may call in this area. */
export const monitorJobs: readonly JobDefinition[] = [
  jobTarget(
    'log.purge',
    '清理日志',
    '删除这么多天以前的操作日志、登录日志和调度日志；操作日志和登录日志不会早于参数设置里的保留天数删除',
    [wholeNumber('days', '保留天数', 30, YEARS, 180)],
    ['monitor:operlog:remove', 'monitor:logininfor:remove', 'monitor:job:remove'],
    async (context, [days]) => {
      let removed = await purgeLog(context.db, 'jobLog', Date.now() - days * DAY_MS);
      for (const table of CHAINED_LOGS) removed += await trimByJob(context, table, days);
      return `删除${removed}条日志`;
    },
  ),
  jobTarget(
    'file.sweep',
    '清理不再需要的文件',
    '删除被新版本取代、或从回收站彻底删除这么多天的书籍和音视频的文件，以及没有记录的文件；读者留在旧版本里的位置不受影响',
    [wholeNumber('days', '保留天数', 1, YEARS, 30)],
    ['recycle:publication:purge'],
    async (context, [days]) => {
      const { editions, tracks, files, bytes } = await sweepFiles(context, days);
      return `清理了${editions}个版本、${tracks}段音视频，删除${files}个文件，腾出${Math.ceil(bytes / MB)}MB`;
    },
  ),
  jobTarget('log.verify', '校验日志', '重新计算操作日志和登录日志的校验链，发现被改动或删除的记录时任务失败', [], [], async (context) => {
    const reports = await Promise.all(CHAINED_LOGS.map((table) => verifyLog(context, table)));
    const broken = reports.find((one) => one.broken)?.broken;
    if (broken) throw new Error(`日志链在第${broken.seq}条断开（编号${broken.id ?? '缺失'}）：${broken.why}`);
    return reports.map((one, index) => `${CHAINED_LOGS[index]}校验${one.checked}条，链尾${one.headSeq}:${one.headHash}`).join('；');
  }),
  jobTarget('backup.run', '备份', '备份数据库、文件和密钥到 BACKUP_TO，读回核对，再按 BACKUP_KEEP 删除旧备份', [], [], async () => runBackup()),
  jobTarget('database.tidy', '整理数据库', '更新数据库的统计信息，使查询保持快', [], [], async (context) => {
    await context.db.engine.tidy(context.db);
    return '统计信息已更新';
  }),
];
