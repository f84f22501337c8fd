import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { shown, shownNumber, shownOther, time } from '../field.ts';

const unwritten = (label: string) => shownOther(label, z.string());

/** Runs of jobs, newest first. */
export const jobLog = crud('/monitor/jobLog', {
  name: '调度日志',
  permission: 'monitor:job',
  log: true,
  key: 'jobLogId',
  title: 'jobName',
  fields: {},
  shown: {
    jobId: shownNumber('任务编号'),
    jobName: shown('任务名称'),
    jobGroup: shown('任务分组', 'choice', { dict: 'sys_job_group' }),
    invokeTarget: shown('调用目标'),
    jobMessage: shown('执行结果'),
    status: shown('执行状态', 'choice', { dict: 'sys_common_status' }),
    exceptionInfo: shown('异常信息', 'long'),
    startTime: time('开始时间'),
    endTime: time('结束时间'),
    createTime: time('执行时间', { notInSheet: true }),
    createBy: unwritten('创建人'),
    updateBy: unwritten('修改人'),
    updateTime: unwritten('修改时间'),
    remark: unwritten('备注'),
  },
  filter: { jobId: 'equal', jobName: 'like', jobGroup: 'equal', status: 'equal', invokeTarget: 'like' },
  range: 'startTime',
  sort: ['jobLogId', 'startTime'],
  calls: ['list', 'get', 'remove', 'export'],
});

export const cleanJobLog = endpoint('DELETE /monitor/jobLog/clean', { summary: '清空调度日志', access: 'monitor:job:remove', confirm: true });
