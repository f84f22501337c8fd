import { jobTarget, type JobDefinition } from '../jobs/job-target.ts';
import { storeSnapshots } from './report-snapshot.service.ts';
import { readReport } from './report.service.ts';
import { reportSources } from './report-source.service.ts';

/** What a scheduled job may call in this area. */
export const reportJobs: readonly JobDefinition[] = [
  jobTarget(
    'report.snapshot',
    '保存报表快照',
    '保存上个月、上个季度和上一年的报表，每个时期一次；以后读这些时期时用保存的数字',
    [],
    [],
    async (context) => {
      const made = await storeSnapshots(context, reportSources(), readReport);
      return made === 0 ? '没有新的快照' : `保存了${made}份快照`;
    },
  ),
];
