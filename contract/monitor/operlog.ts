import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { shown, shownNumber, time } from '../field.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';

/** Result of verifying the hash chain of a log: the first row that does not match, or none. */
export const chainReport = z.object({
  ok: z.boolean(),
  /** Number of verified rows. */
  checked: z.number(),
  /** Rows older than the hash chain. */
  unchained: z.number(),
  /** Position and hash of the newest row. A copy stored elsewhere later proves that no earlier row was rewritten. */
  headSeq: z.number(),
  headHash: z.string(),
  /** `id` is null if a row is missing. */
  broken: z.object({ seq: z.number(), id: z.number().nullable(), why: z.string() }).nullable(),
});

/** The operation log of the back office, newest first. It never contains passwords or tokens. */
export const operlog = crud('/monitor/operlog', {
  name: '操作日志',
  permission: 'monitor:operlog',
  log: true,
  key: 'operId',
  title: 'title',
  fields: {},
  shown: {
    title: shown('系统模块'),
    businessType: shownNumber('操作类型', 'choice', { dict: 'sys_oper_type' }),
    operName: shown('操作人员'),
    deptName: shown('部门'),
    operIp: shown('操作地址'),
    operLocation: shown('操作地点'),
    /** 0 succeeded, 1 rejected or failed. */
    status: shownNumber('状态', 'choice', { dict: 'sys_common_status' }),
    operTime: time('操作时间'),
    /** Milliseconds. */
    costTime: shownNumber('耗时（毫秒）'),
    requestMethod: shown('请求方式'),
    operUrl: shown('请求地址'),
    method: shown('操作方法'),
    operatorType: shownNumber('操作类别'),
    operParam: shown('请求参数', 'long'),
    jsonResult: shown('返回结果', 'long'),
    errorMsg: shown('失败原因', 'long'),
  },
  filter: { title: 'like', operName: 'like', operIp: 'like', businessType: 'equal', businessTypes: 'own', status: 'equal' },
  range: 'operTime',
  sort: ['operId', 'operName', 'operTime', 'costTime'],
  calls: ['list', 'get', 'remove', 'export'],
});

/** Removes rows whose retention period is over; `msg` contains the number. Newer rows are never removed. */
export const cleanOperlog = endpoint('DELETE /monitor/operlog/clean', {
  summary: '清理到期的操作日志',
  access: 'monitor:operlog:remove',
  confirm: true,
  answer: z.object({ msg: z.string() }),
});

export const verifyOperlog = endpoint('GET /monitor/operlog/verify', {
  summary: '校验操作日志',
  access: 'monitor:operlog:query',
  data: chainReport,
  timeout: DOWNLOAD_TIMEOUT_MS,
});
