import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { choice, entry, remark, text, time } from '../field.ts';
import { flag, id } from '../page.ts';
import { requiredText } from '../required-text.ts';

/** A scheduled job. A new job is always stored as paused. */
export const job = crud('/monitor/job', {
  name: '任务',
  permission: 'monitor:job',
  key: 'jobId',
  title: 'jobName',
  fields: {
    jobName: text('任务名称', 64),
    jobGroup: entry('任务分组', 'sys_job_group', 'DEFAULT'),
    /** `name(literal, …)` with a name from the list of targets. */
    invokeTarget: text('调用目标', 500),
    /** Fields from seconds to weekday, and an optional year; time zone Asia/Shanghai. */
    cronExpression: text('Cron表达式', 255),
    /** 0 is the same as 2; 1 runs all missed executions, 2 runs once, 3 runs nothing. */
    misfirePolicy: choice('错过执行时', 'monitor_job_misfire', ['0', '1', '2', '3'], '3'),
    /** 0 allows overlapping runs, 1 does not. */
    concurrent: choice('是否并发', 'monitor_job_concurrent', ['0', '1'], '1'),
    status: choice('状态', 'sys_job_status', ['0', '1'], '1'),
    remark: remark(),
  },
  shown: { nextValidTime: time('下次执行') },
  filter: { jobName: 'like', jobGroup: 'equal', status: 'equal', invokeTarget: 'like' },
  sort: ['jobId', 'jobName', 'createTime'],
});

export const changeJobStatus = endpoint('PUT /monitor/job/changeStatus', {
  summary: '恢复或暂停任务',
  access: 'monitor:job:changeStatus',
  body: z.object({ jobId: id, status: flag }),
});

/** Runs the job once, immediately, even when it is paused. */
export const runJob = endpoint('PUT /monitor/job/run', {
  summary: '立即执行一次',
  access: 'monitor:job:changeStatus',
  body: z.object({ jobId: id, jobGroup: z.string().nullish() }),
});

/** Returns the next five execution times of an expression. An invalid expression is rejected with the reason. */
export const nextTimes = endpoint('GET /monitor/job/nextTimes', {
  summary: '接下来五次执行时间',
  access: 'monitor:job:list',
  query: z.object({ cronExpression: requiredText('请填写Cron表达式').max(255, 'Cron表达式长度不能超过255个字符') }),
  data: z.array(z.string()),
});

const jobTarget = z.object({
  name: z.string(),
  label: z.string(),
  help: z.string(),
  args: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      kind: z.enum(['whole', 'text', 'yes']),
      min: z.number().optional(),
      max: z.number().optional(),
      initial: z.union([z.number(), z.string(), z.boolean()]),
    }),
  ),
});
export type JobTarget = z.output<typeof jobTarget>;

/** All targets that a job may call. */
export const jobTargets = endpoint('GET /monitor/job/targets', { summary: '可调用的目标', access: 'monitor:job:list', data: z.array(jobTarget) });
