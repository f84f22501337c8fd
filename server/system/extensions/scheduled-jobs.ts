import { jobTarget, wholeNumber, type JobDefinition } from '../../jobs/job-target.ts';
import { removeTemporaryFiles } from '../file/file.service.ts';
import { purgeExpired } from '../recycle-item.service.ts';

const HOUR = 3_600_000;
/** Most days that a job may keep. */
const YEARS = 3_650;

/** What a scheduled job may call in this area. */
export const systemJobs: readonly JobDefinition[] = [
  jobTarget(
    'recycle.purge',
    '清理回收站',
    '彻底删除在回收站里放了这么多天的内容，不能恢复',
    [wholeNumber('days', '保留天数', 1, YEARS, 30)],
    ['recycle:content:purge', 'recycle:publication:purge', 'recycle:user:purge'],
    async (context, [days]) => {
      let removed = 0;
      for (let part = await purgeExpired(context, days); part > 0; part = await purgeExpired(context, days)) removed += part;
      return `彻底删除${removed}项`;
    },
  ),
  jobTarget(
    'upload.sweep',
    '清理临时文件',
    '删除导出时生成、这么多小时没有取走的文件',
    [wholeNumber('hours', '保留小时', 1, 720, 1)],
    [],
    async (context, [hours]) => {
      return `删除${await removeTemporaryFiles(context, Date.now() - hours * HOUR)}个临时文件`;
    },
  ),
];
