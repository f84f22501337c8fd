import { useMemo } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Switch } from 'antd';
import HistoryOutlined from '@ant-design/icons/HistoryOutlined';
import { useNavigate } from 'react-router-dom';
import { jobLog } from '../../../contract/monitor/job-log.ts';
import { changeJobStatus, job, runJob } from '../../../contract/monitor/job.ts';
import { call } from '../../api/call.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { allOf } from '../../api/all-of.ts';
import { CronControl } from './cron-control.tsx';
import './monitor.css';
import { TargetControl } from './target-control.tsx';

const LOGS = '/monitor/job-log/index';
/** A manually started run is nearly always finished after this time. */
const RUN_MS = 1_500;

/** #146: scheduled jobs. */
export function JobPage() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const jobs = useMemo(
    () =>
      resource(job, {
        columns: ['jobName', 'jobGroup', 'invokeTarget', 'cronExpression', 'status', 'nextValidTime'],
        search: ['jobName', 'jobGroup', 'status', 'invokeTarget'],
        form: ['jobName', 'jobGroup', 'invokeTarget', 'cronExpression', 'misfirePolicy', 'concurrent', 'remark'],
        detail: [
          'jobName',
          'jobGroup',
          'invokeTarget',
          'cronExpression',
          'status',
          'nextValidTime',
          'misfirePolicy',
          'concurrent',
          'remark',
          'createBy',
          'createTime',
          'updateBy',
          'updateTime',
        ],
        empty: '暂无任务',
        widths: { jobName: 180, jobGroup: 90, invokeTarget: 200, cronExpression: 160, status: 110 },
        initial: { misfirePolicy: '2' },
        formColumns: 1,
        control: { cronExpression: (props) => <CronControl {...props} />, invokeTarget: (props) => <TargetControl {...props} /> },
        cell: {
          invokeTarget: (row) => <span className="code">{row.invokeTarget}</span>,
          cronExpression: (row) => <span className="code">{row.cronExpression}</span>,
          nextValidTime: (row) =>
            row.status === '0' ? <span style={{ whiteSpace: 'nowrap' }}>{row.nextValidTime}</span> : <span className="soft">已暂停</span>,
          status: (row, tools) => (
            <Switch
              checked={row.status === '0'}
              checkedChildren="正常"
              unCheckedChildren="暂停"
              disabled={!tools.may('monitor:job:changeStatus')}
              aria-label={`${row.jobName}按时执行`}
              onChange={(on) =>
                void tools.act(
                  () => call(changeJobStatus, { body: { jobId: row.jobId, status: on ? '0' : '1' } }),
                  on ? `「${row.jobName}」将按时执行` : `「${row.jobName}」已暂停`,
                )
              }
            />
          ),
        },
        rowActions: (row, tools) => [
          {
            key: 'run',
            label: '执行一次',
            permission: 'monitor:job:changeStatus',
            run: () =>
              tools.ask(
                { title: `立即执行一次「${row.jobName}」？`, content: `将调用 ${row.invokeTarget}，结果写入调度日志。`, verb: '执行' },
                async () => {
                  await call(runJob, { body: { jobId: row.jobId, jobGroup: row.jobGroup } });
                  setTimeout(() => void client.invalidateQueries(allOf(jobLog.list)), RUN_MS);
                },
                '已开始执行，结果见调度日志',
              ),
          },
          { key: 'log', label: '调度日志', run: () => void navigate(`${LOGS}/${row.jobId}`) },
        ],
        toolbar: () => (
          <Button icon={<HistoryOutlined />} onClick={() => void navigate(LOGS)}>
            调度日志
          </Button>
        ),
        lost: () => '删除后不再执行，不能恢复；已有的调度日志保留。只是暂时不用，可以改为暂停。',
      }),
    [client, navigate],
  );
  return <ResourcePage resource={jobs} />;
}
