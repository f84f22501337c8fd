import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, ids } from '../page.ts';

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
