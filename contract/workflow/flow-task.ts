import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id } from '../page.ts';
import { searchTerm } from '../search-term.ts';
import { flowFilter, recordsOf } from './flow-definition.ts';

const TODO = 'flowable:task:todo';
const PROCESS = 'flowable:task:process';
const FINISHED = 'flowable:task:finished';
/** Instances are read from all lists; the server checks in addition that the user has to do with the instance. */
const READ = [TODO, PROCESS, FINISHED, 'flowable:definition:list'] as const;

/** Opinions by number; 1 to 6 as in compatible clients. */
export const COMMENT_LABELS: Readonly<Record<number, string>> = {
  1: '正常意见',
  2: '退回意见',
  3: '驳回意见',
  4: '委派意见',
  5: '转办意见',
  6: '终止流程',
  7: '加签',
  8: '减签',
  9: '抄送',
};
/** Tasks that one call may complete. */
export const BATCH_MAX = 50;

export const flowComment = z.object({ type: z.string(), comment: z.string() });

export const taskRow = z.object({
  taskId: z.string(),
  executionId: z.string(),
  taskName: z.string(),
  taskDefKey: z.string(),
  assigneeId: z.number().nullable(),
  assigneeName: z.string(),
  assigneeDeptName: z.string(),
  deptName: z.string(),
  startDeptName: z.string(),
  startUserId: z.string(),
  startUserName: z.string(),
  category: z.string(),
  deployId: z.string(),
  procDefId: z.string(),
  procDefKey: z.string(),
  procDefName: z.string(),
  procDefVersion: z.number(),
  procInsId: z.string(),
  hisProcInsId: z.string(),
  duration: z.string(),
  comment: flowComment.nullable(),
  candidate: z.string(),
  variables: z.looseObject({}).nullable(),
  createTime: z.string(),
  finishTime: z.string().nullable(),
  /** Ours: state of SM20 of the task, and of the instance. */
  status: z.string(),
  processStatus: z.string(),
  claimTime: z.string(),
  dueDate: z.string(),
  /** The delegator of a delegated task; `before` or `after` for a signer who was added. */
  ownerName: z.string(),
  signKind: z.string(),
  businessKey: z.string(),
  /** Of the business object, or what the starter wrote into the first text field. */
  title: z.string(),
});
export type FlowTaskRow = z.output<typeof taskRow>;

const list = <P extends `/${string}`, A extends typeof PROCESS | typeof FINISHED | typeof READ>(path: P, summary: string, access: A) =>
  endpoint(`GET ${path}` as const, { summary, access, query: flowFilter, data: recordsOf(taskRow) });

export const todoList = endpoint('GET /flowable/task/todoList', {
  summary: '待办任务',
  access: TODO,
  /** `taskId`: only this one. */
  query: flowFilter.extend({ taskId: z.union([z.literal('').transform(() => undefined), id]).optional() }),
  data: recordsOf(taskRow),
});
export const finishedList = list('/flowable/task/finishedList', '已办任务', FINISHED);
export const myProcess = list('/flowable/task/myProcess', '我的流程', PROCESS);
export const copyList = list('/flowable/task/copyList', '抄送我的', READ);

const comment = z
  .string()
  .trim()
  .max(500, '意见不能超过500个字')
  .nullish()
  .transform((text) => text ?? '');
const variables = z.record(z.string().max(200), z.unknown()).nullish();
const taskBody = z.object({ taskId: id, comment, variables, targetKey: z.string().max(100).nullish(), choices: z.unknown().optional() });
/** Compatible clients send the other person as `assignee` or as `userId`. */
const personBody = z.object({ taskId: id, comment, assignee: id.nullish(), userId: id.nullish() });
const userIds = z.array(id, '请选择用户').min(1, '请选择用户').max(50, '一次最多选择50人');

const action = <P extends `/${string}`, B extends z.ZodType>(path: P, summary: string, body: B) =>
  endpoint(`POST ${path}` as const, { summary, access: TODO, body });

export const completeTask = action('/flowable/task/complete', '审批任务', taskBody);
export const rejectTask = action('/flowable/task/reject', '驳回任务', taskBody);
export const returnTask = action(
  '/flowable/task/return',
  '退回任务',
  taskBody.extend({ targetKey: z.string('请选择退回节点').min(1, '请选择退回节点').max(100) }),
);
export const claimTask = action('/flowable/task/claim', '签收任务', taskBody);
export const unClaimTask = action('/flowable/task/unClaim', '取消签收', taskBody);
export const delegateTask = action('/flowable/task/delegate', '委派任务', personBody);
export const delegateTaskToo = action('/flowable/task/delegateTask', '委派任务（兼容地址）', personBody);
export const resolveTask = action('/flowable/task/resolveTask', '归还委派', taskBody);
export const withdrawDelegate = action('/flowable/task/withdrawDelegate', '收回委派', z.object({ taskId: id }));
export const assignTask = action('/flowable/task/assignTask', '转办任务', personBody);
export const assignTaskToo = action('/flowable/task/assign', '转办任务（兼容地址）', personBody);
export const addSign = action(
  '/flowable/task/addSign',
  '加签',
  z.object({ taskId: id, userIds, place: z.enum(['before', 'after'], '请选择前加签或后加签'), comment }),
);
/** 减签: the task of a signer; or the caller's own task with `userId`, for a signer who comes after it. */
export const removeSign = action('/flowable/task/removeSign', '减签', z.object({ taskId: id, userId: id.nullish(), comment }));
export const copyTask = action('/flowable/task/copy', '抄送', z.object({ taskId: id, userIds, comment }));

/** Tasks whose node asks for no field are completed together; the others are answered with the reason. */
export const completeBatch = endpoint('POST /flowable/task/completeBatch', {
  summary: '批量审批',
  access: TODO,
  body: z.object({ taskIds: z.array(id).min(1, '请选择任务').max(BATCH_MAX, `一次最多审批${BATCH_MAX}个任务`), comment }),
  data: z.array(z.object({ taskId: z.string(), ok: z.boolean(), msg: z.string() })),
});

const target = z.object({ id: z.string(), name: z.string() });
export const returnList = endpoint('POST /flowable/task/returnList', {
  summary: '可退回的节点',
  access: TODO,
  body: taskBody,
  data: z.array(target),
});

const nextNode = z.object({
  /** assignee, candidateUsers, candidateGroups or multiInstance. */
  type: z.string(),
  /** dynamic when the user chooses the people, otherwise fixed. */
  dataType: z.string(),
  vars: z.string(),
  /** Ours: the node, for `choices`. */
  node: z.string(),
  name: z.string(),
});
export const nextFlowNode = endpoint('POST /flowable/task/nextFlowNode', {
  summary: '下一节点',
  access: TODO,
  body: z.object({ taskId: id, variables }),
  data: nextNode.nullable(),
});
export const nextFlowNodeByStart = endpoint('POST /flowable/task/nextFlowNodeByStart', {
  summary: '发起后的下一节点',
  access: PROCESS,
  body: z.object({ deploymentId: id, variables }),
  data: nextNode.nullable(),
});

export const processVariables = endpoint('GET /flowable/task/processVariables/{taskId}', {
  summary: '流程变量',
  access: READ,
  params: z.object({ taskId: id }),
  data: z.looseObject({}),
});

const viewerNode = z.object({ key: z.string(), completed: z.boolean() });
export const flowViewer = endpoint('GET /flowable/task/flowViewer/{procInsId}/{executionId}', {
  summary: '流程走过的节点',
  access: READ,
  params: z.object({ procInsId: id, executionId: z.string().max(64) }),
  data: z.array(viewerNode),
});

export const flowXmlAndNode = endpoint('GET /flowable/task/flowXmlAndNode', {
  summary: '流程文件和走过的节点',
  access: READ,
  query: z.object({ procInsId: searchTerm(20), deployId: searchTerm(20) }),
  data: z.object({ xmlData: z.string(), nodeData: z.array(viewerNode) }),
});

export const flowFormData = endpoint('GET /flowable/task/flowFormData', {
  summary: '流程表单',
  access: READ,
  query: z.object({ deployId: searchTerm(20) }),
  data: z.looseObject({}),
});

export const flowTaskForm = endpoint('GET /flowable/task/flowTaskForm', {
  summary: '任务表单',
  access: READ,
  query: z.object({ taskId: id }),
  data: z.looseObject({ formJson: z.looseObject({}).nullable() }),
});

const recordRow = taskRow.extend({ comments: z.array(z.object({ userName: z.string(), type: z.string(), comment: z.string(), time: z.string() })) });
export type FlowRecordRow = z.output<typeof recordRow>;
export const flowRecord = endpoint('GET /flowable/task/flowRecord', {
  summary: '流转记录',
  access: READ,
  query: z.object({ procInsId: id, deployId: searchTerm(20) }),
  data: z.object({ flowList: z.array(recordRow), formData: z.looseObject({}).nullable() }),
});

export const flowTaskInfo = endpoint('GET /flowable/task/flowTaskInfo', {
  summary: '节点的办理情况',
  access: READ,
  query: z.object({ procInsId: id, elementId: z.string().min(1).max(100) }),
  data: z
    .object({
      taskId: z.string(),
      taskName: z.string(),
      createTime: z.string(),
      finishTime: z.string().nullable(),
      assigneeId: z.number().nullable(),
      assigneeName: z.string(),
      deptName: z.string(),
      candidate: z.string(),
      duration: z.string(),
      comment: flowComment.nullable(),
    })
    .nullable(),
});

/** People for dialogs of delegation, transfer, signing and choice: names only. */
export const flowPeople = endpoint('GET /flowable/task/people', {
  summary: '可选办理人',
  access: [TODO, PROCESS, FINISHED],
  query: z.object({ name: searchTerm(30) }),
  data: z.array(z.object({ userId: z.number(), nickName: z.string(), deptName: z.string() })),
});
