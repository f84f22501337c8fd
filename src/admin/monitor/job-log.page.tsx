import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { cleanJobLog, jobLog } from '../../../contract/monitor/job-log.ts';
import { job } from '../../../contract/monitor/job.ts';
import { queryOf } from '../../api/query-client.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { CleanButton } from './clean-button.tsx';
import './monitor.css';

const logs = resource(jobLog, {
  columns: ['jobName', 'jobGroup', 'invokeTarget', 'jobMessage', 'status', 'startTime', 'endTime'],
  search: ['jobName', 'jobGroup', 'status', 'range'],
  detail: ['jobName', 'jobGroup', 'invokeTarget', 'status', 'startTime', 'endTime', 'jobMessage', 'exceptionInfo'],
  empty: '暂无日志',
  widths: { jobName: 160, jobGroup: 90, invokeTarget: 180, jobMessage: 280, status: 100 },
  cell: {
    invokeTarget: (row) => <span className="code">{row.invokeTarget}</span>,
    exceptionInfo: (row) => (row.exceptionInfo ? <pre className="monitor-json">{row.exceptionInfo}</pre> : <span className="soft">—</span>),
  },
  toolbar: (tools) => <CleanButton tools={tools} endpoint={cleanJobLog} permission="monitor:job:remove" name="调度日志" />,
});

/** #150: runs of all jobs, or of one. */
export function JobLogPage() {
  const jobId = Number(useParams()['jobId'] ?? 0);
  const found = useQuery({ ...queryOf(job.get, { params: { id: jobId } }), enabled: jobId > 0 });
  return (
    <ResourcePage
      resource={logs}
      {...(jobId > 0 ? { fixed: { jobId: String(jobId) } } : {})}
      heading={
        <h1 className="page-heading">
          {jobId > 0 ? (found.data?.jobName ?? `任务 ${jobId}`) : '全部任务'}
          <Link to="/monitor/job" style={{ marginInlineStart: 12, fontSize: 14 }}>
            定时任务
          </Link>
        </h1>
      }
    />
  );
}
