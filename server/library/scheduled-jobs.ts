import { jobTarget, wholeNumber, type JobDefinition } from '../jobs/job-target.ts';
import { purgeBrowse } from './browse.service.ts';

/** What a scheduled job may call in this area. */
export const libraryJobs: readonly JobDefinition[] = [
  jobTarget(
    'browse.purge',
    '清理浏览记录',
    '删除这么多天以前的浏览记录，不影响作品的浏览量',
    [wholeNumber('days', '保留天数', 1, 90, 90)],
    ['info:browse:list'],
    async (context, [days]) => `删除${await purgeBrowse(context, days)}条浏览记录`,
  ),
];
