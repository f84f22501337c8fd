import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, ids } from '../page.ts';
import { searchTerm } from '../search-term.ts';
import { flowFilter, recordsOf } from './flow-definition.ts';

const PROCESS = 'flowable:task:process';

/** 取消申请, by the starter. */
export const stopProcess = endpoint('POST /flowable/task/stopProcess', {
  summary: '取消申请',
  access: PROCESS,
  body: z.object({ instanceId: id, comment: z.string().trim().max(500, '意见不能超过500个字').nullish() }),
});

/** 撤回, by the person who handled the last node. */
export const revokeProcess = endpoint('POST /flowable/task/revokeProcess', {
  summary: '撤回流程',
  access: ['flowable:task:finished', PROCESS],
  body: z.object({ instanceId: id }),
});

/** 催办, by the starter, at most once in 24 hours. */
export const urgeProcess = endpoint('POST /flowable/instance/urge', {
  summary: '催办',
  access: PROCESS,
  once: true,
  body: z.object({ instanceId: id }),
});

export const updateInstanceState = endpoint('PUT /flowable/instance/updateState', {
  summary: '激活或挂起流程实例',
  access: 'flowable:definition:edit',
  query: z.object({ instanceId: id, state: z.enum(['1', '2'], '状态不正确') }),
});

export const deleteInstances = endpoint('DELETE /flowable/instance/delete/{ids}', {
  summary: '删除流程实例',
  access: [PROCESS, 'flowable:definition:remove'],
  params: z.object({ ids }),
  query: z.object({ deleteReason: z.string().max(500, '原因不能超过500个字').optional() }),
});

/** What a start page needs of a deployment. Nothing is started: a start is `POST /flowable/definition/start/{procDefId}`. */
export const startFlow = endpoint('GET /flowable/process/startFlow/{deployId}', {
  summary: '流程发起页',
  access: PROCESS,
  params: z.object({ deployId: id }),
  data: z.object({ procDefId: z.string(), deployId: z.string(), name: z.string(), hasForm: z.boolean() }),
});

const MANAGE = 'flowable:instance:list';
const RESCUE = 'flowable:instance:edit';
const reason = z.string('请填写原因').trim().min(2, '请填写原因，至少2个字').max(200, '原因不能超过200个字');

/** Where an instance waits: one place for each token, with the people who can go on. */
const place = z.object({
  token: z.number(),
  nodeKey: z.string(),
  nodeName: z.string(),
  since: z.string(),
  tasks: z.array(
    z.object({
      taskId: z.string(),
      status: z.string(),
      /** The person who has it, or those who may claim it. */
      holder: z.string(),
      holderId: z.number().nullable(),
      /** Nobody of them can sign in any more. */
      gone: z.boolean(),
      since: z.string(),
    }),
  ),
  /** Why a service task has not gone on; empty otherwise. */
  failure: z.string(),
});

export const instanceRow = z.object({
  procInsId: z.string(),
  deployId: z.string(),
  procDefName: z.string(),
  version: z.number(),
  title: z.string(),
  status: z.string(),
  startUserName: z.string(),
  startTime: z.string(),
  places: z.array(place),
});
export type FlowInstanceRow = z.output<typeof instanceRow>;

/** All instances that are not over, for those who manage flows. */
export const instanceList = endpoint('GET /flowable/instance/list', {
  summary: '运行中的流程',
  access: MANAGE,
  query: flowFilter.extend({ starter: searchTerm(30), holder: searchTerm(30), gone: z.union([z.literal(''), z.literal('1')]).optional() }),
  data: recordsOf(instanceRow),
});

export const handOverTask = endpoint('POST /flowable/instance/handOver', {
  summary: '交接任务',
  access: RESCUE,
  body: z.object({ taskId: id, userId: id, reason }),
});

export const jumpTargets = endpoint('GET /flowable/instance/targets', {
  summary: '可以跳到的节点',
  access: RESCUE,
  query: z.object({ instanceId: id, token: id }),
  data: z.array(z.object({ id: z.string(), name: z.string() })),
});

export const jumpInstance = endpoint('POST /flowable/instance/jump', {
  summary: '跳到其他节点',
  access: RESCUE,
  body: z.object({ instanceId: id, token: id, targetKey: z.string('请选择节点').min(1, '请选择节点').max(100), reason }),
});

export const endByManager = endpoint('POST /flowable/instance/end', {
  summary: '结束流程',
  access: RESCUE,
  body: z.object({ instanceId: id, reason }),
});

/** Tries a service task again that has failed. */
export const retryWork = endpoint('POST /flowable/instance/retry', {
  summary: '重试服务任务',
  access: RESCUE,
  body: z.object({ instanceId: id, token: id }),
});

/** People to whom a task can be handed over. */
export const instancePeople = endpoint('GET /flowable/instance/people', {
  summary: '可以接手任务的人',
  access: RESCUE,
  query: z.object({ name: searchTerm(30) }),
  data: z.array(z.object({ userId: z.number(), nickName: z.string(), deptName: z.string() })),
});
