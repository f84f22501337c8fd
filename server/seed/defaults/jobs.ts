import type { Tx } from '../../db/database.ts';
import type { Stamps } from './seed-menus.ts';

type Job = readonly [key: string, jobName: string, invokeTarget: string, cronExpression: string, misfirePolicy: string, remark: string];

/** Scheduled jobs of an installation; all run at night, a quarter of an hour or more apart. */
const JOBS: readonly Job[] = [
  ['recycle', '清理回收站', 'recycle.purge(30)', '0 15 3 * * ?', '2', '回收站里的内容保留30天'],
  ['log', '清理日志', 'log.purge(180)', '0 30 3 * * ?', '2', '日志保留180天（不少于六个月）'],
  ['verify', '校验日志', 'log.verify()', '0 0 5 * * ?', '2', '发现操作日志或登录日志被改动时，调度日志里这次执行为失败'],
  ['session', '清理过期登录', 'session.sweep()', '0 5 * * * ?', '3', ''],
  ['closing', '注销到期的账号', 'account.close()', '0 20 2 * * ?', '2', '申请注销满15天的账号'],
  ['upload', '清理临时文件', 'upload.sweep(1)', '0 45 * * * ?', '3', ''],
  ['file', '清理不再需要的文件', 'file.sweep(30)', '0 45 3 * * ?', '2', '旧版本和彻底删除的内容，文件保留30天'],
  ['browse', '清理浏览记录', 'browse.purge(90)', '0 15 2 * * ?', '2', '浏览记录保留90天'],
  ['wechat', '生成公众号榜单', 'wechat.rank()', '0 30 1 * * ?', '2', '生成后由编辑核对、发布'],
  ['report', '保存报表快照', 'report.snapshot()', '0 45 1 * * ?', '2', '每个月、季度、年度结束后保存一次'],
  ['topic', '选题到期失效', 'topic.expire(24)', '0 15 1 * * ?', '2', '通过论证24个月还没有签约的选题失效，需重新申报'],
  ['backup', '备份', 'backup.run()', '0 30 4 * * ?', '2', '备份到 BACKUP_TO；没有设置时不备份'],
  ['database', '整理数据库', 'database.tidy()', '0 0 4 ? * SUN', '2', ''],
];

/** Inserts new jobs as running; the scheduler computes their first time. */
export async function seedJobs(tx: Tx, isNew: (key: string) => boolean, base: Stamps): Promise<void> {
  for (const [key, jobName, invokeTarget, cronExpression, misfirePolicy, remark] of JOBS) {
    if (!isNew(`job ${key}`)) continue;
    if (await tx.selectFrom('job').select('id').where('jobName', '=', jobName).where('jobGroup', '=', 'SYSTEM').executeTakeFirst()) continue;
    await tx
      .insertInto('job')
      .values({ jobName, jobGroup: 'SYSTEM', invokeTarget, cronExpression, misfirePolicy, concurrent: '1', status: '0', remark, ...base })
      .execute();
  }
}
