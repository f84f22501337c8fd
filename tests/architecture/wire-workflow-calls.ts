import { bpmnOf } from '../../server/workflow/engine/bpmn-sketch.ts';
import { BASE, one, PAGE, table, under, type WireCall } from './wire-call.ts';

const EXPRESSION = `id name expression dataType status ${BASE}`;
const LISTENER = `id name type eventType valueType value status ${BASE}`;
const expression = { name: '发起人', expression: '${INITIATOR}', dataType: 'dynamic', status: 0, remark: '' };
const deployment = {
  name: '请假',
  category: 'office',
  key: 'leave',
  tenantId: '',
  deployTime: null,
  derivedFrom: null,
  derivedFromRoot: null,
  parentDeploymentId: null,
  engineVersion: '6.4.1',
};
const listener = {
  name: '办结告知',
  type: '1',
  eventType: 'complete',
  valueType: 'classListener',
  value: 'house.TellStarter',
  status: 0,
  remark: '',
};

const FORM = `formId formName formContent ${BASE}`;
const form = {
  formName: '请假单',
  formContent: JSON.stringify({
    fields: [{ __config__: { label: '事由', tag: 'el-input', tagIcon: 'input', layout: 'colFormItem', formId: 101 }, __vModel__: 'reason' }],
  }),
  remark: '',
};

const SAVE = 'flowable:definition:add';
const TODO = 'flowable:task:todo';
const PROCESS = 'flowable:task:process';
const FINISHED = 'flowable:task:finished';
/** A definition as the designer of compatible clients writes it: the starter, then the person in `approval`, twice. */
const xml = bpmnOf({
  key: 'wire',
  name: '请假',
  nodes: [
    ['s', 'startEvent', { 'flowable:initiator': 'INITIATOR' }],
    ['a', 'userTask', { name: '提交', 'flowable:assignee': '${INITIATOR}' }],
    ['b', 'userTask', { name: '审核', 'flowable:assignee': '${approval}', 'flowable:dataType': 'dynamic', 'flowable:userType': 'assignee' }],
    ['c', 'userTask', { name: '审批', 'flowable:assignee': '${approval}', 'flowable:dataType': 'dynamic', 'flowable:userType': 'assignee' }],
    ['e', 'endEvent'],
  ],
  flows: ['s -> a', 'a -> b', 'b -> c', 'c -> e'],
});
const records = (names: string): string => `data.total data.size data.current ${under('data.records', names)}`;
const TASK_ROW =
  `taskId executionId taskName taskDefKey assigneeId assigneeName assigneeDeptName deptName startDeptName startUserId startUserName category
  deployId procDefId procDefKey procDefName procDefVersion procInsId hisProcInsId duration comment candidate variables createTime finishTime`.replace(
    /\s+/g,
    ' ',
  );
const USER = 'userId deptId userName nickName email phonenumber sex avatar status delFlag dept roles roleIds postIds roleId admin';
const task = { taskId: '##flowTaskId', instanceId: '##flowInstanceId', comment: '同意', variables: { approval: '#bossId' } };

/** Definitions, tasks and instances. */
const ENGINE: readonly WireCall[] = [
  { call: 'POST /flowable/definition/save', permission: SAVE, body: { name: '请假', category: 'hr', xml }, keys: 'data.deployId data.procDefId' },
  {
    call: 'GET /flowable/definition/list',
    permission: 'flowable:definition:list',
    query: { ...PAGE, name: '请' },
    keys: records('id name flowKey category formName formId version deploymentId suspensionState deploymentTime'),
  },
  { call: 'GET /flowable/definition/userList', permission: SAVE, keys: under('data', `${USER} loginIp loginDate pwdUpdateDate ${BASE}`) },
  { call: 'GET /flowable/definition/roleList', permission: SAVE, keys: under('data', `roleId roleName roleKey roleSort dataScope admin ${BASE}`) },
  { call: 'GET /flowable/definition/readXml/{flowDeployId}', permission: TODO, keys: 'data' },
  {
    call: 'POST /flowable/task/nextFlowNodeByStart',
    permission: PROCESS,
    body: { deploymentId: '##flowDeployId', variables: { days: 3 } },
    keys: one('type dataType vars'),
  },
  { call: 'POST /flowable/definition/start/{procDefId}', permission: PROCESS, body: { days: 3, approval: '#bossId' } },
  { call: 'GET /flowable/task/myProcess', permission: PROCESS, query: PAGE, keys: records(TASK_ROW) },
  { call: 'GET /flowable/task/todoList', permission: TODO, query: { ...PAGE, name: '请假' }, keys: records(TASK_ROW) },
  { call: 'GET /flowable/task/processVariables/{flowTaskId}', permission: TODO, keys: one('days approval') },
  { call: 'GET /flowable/task/flowTaskForm', permission: TODO, query: { taskId: '##flowTaskId' }, keys: one('days formJson') },
  {
    call: 'GET /flowable/task/flowXmlAndNode',
    permission: TODO,
    query: { procInsId: '##flowInstanceId' },
    keys: 'data.xmlData data.nodeData.key data.nodeData.completed',
  },
  { call: 'GET /flowable/task/flowViewer/{flowInstanceId}/{flowInstanceId}', permission: TODO, keys: under('data', 'key completed') },
  {
    call: 'GET /flowable/task/flowTaskInfo',
    permission: TODO,
    query: { procInsId: '##flowInstanceId', elementId: 'b' },
    keys: one('taskId taskName assigneeName deptName candidate duration'),
  },
  { call: 'POST /flowable/task/nextFlowNode', permission: TODO, body: { taskId: '##flowTaskId' }, keys: one('type dataType vars') },
  { call: 'POST /flowable/task/returnList', permission: TODO, body: task, keys: under('data', 'id name') },
  { call: 'POST /flowable/task/complete', permission: TODO, body: task },
  { call: 'POST /flowable/task/return', permission: TODO, body: { ...task, targetKey: 'b' } },
  { call: 'POST /flowable/task/reject', permission: TODO, body: { ...task, comment: '请修改' } },
  { call: 'POST /flowable/task/complete', permission: TODO, body: task },
  { call: 'POST /flowable/task/delegate', permission: TODO, body: { ...task, assignee: '##readerId' } },
  { call: 'GET /flowable/task/finishedList', permission: FINISHED, query: PAGE, keys: records(TASK_ROW) },
  {
    call: 'GET /flowable/task/flowRecord',
    permission: FINISHED,
    query: { procInsId: '##flowInstanceId', deployId: '##flowDeployId' },
    keys: `data.formData ${under('data.flowList', 'taskId taskName assigneeName comment duration createTime')}`,
  },
  { call: 'PUT /flowable/definition/updateState', permission: 'flowable:definition:edit', query: { deployId: '##flowDeployId', state: '2' } },
  { call: 'PUT /flowable/definition/updateState', permission: 'flowable:definition:edit', query: { deployId: '##flowDeployId', state: '1' } },
  { call: 'POST /flowable/task/revokeProcess', permission: FINISHED, body: { instanceId: '##flowInstanceId' } },
  { call: 'POST /flowable/task/stopProcess', permission: PROCESS, body: { instanceId: '##flowInstanceId' } },
  { call: 'DELETE /flowable/instance/delete/{flowInstanceId}', permission: PROCESS },
];

/** Workflow calls, under the names that compatible clients use. */
export const FLOWS: readonly WireCall[] = [
  ...ENGINE,
  { call: 'POST /system/expression', permission: 'system:expression:add', body: expression },
  { call: 'GET /flowable/definition/expList', permission: SAVE, keys: one(EXPRESSION) },
  {
    call: 'GET /system/expression/list',
    permission: 'system:expression:list',
    query: { ...PAGE, name: '发起', status: '0' },
    keys: table(EXPRESSION),
  },
  { call: 'GET /system/expression/{expressionId}', permission: 'system:expression:query', keys: one(EXPRESSION) },
  { call: 'PUT /system/expression', permission: 'system:expression:edit', body: { id: '#expressionId', ...expression, dataType: 'fixed' } },
  { call: 'POST /system/expression/export', permission: 'system:expression:export', body: PAGE, file: true },
  { call: 'DELETE /system/expression/{expressionId}', permission: 'system:expression:remove' },
  { call: 'POST /system/deployment', permission: 'system:deployment:add', body: deployment },
  {
    call: 'GET /system/deployment/{deploymentId}',
    permission: 'system:deployment:query',
    keys: one('id name category key deployTime engineVersion'),
  },
  { call: 'PUT /system/deployment', permission: 'system:deployment:edit', body: { id: '#deploymentId', ...deployment, category: 'finance' } },
  { call: 'GET /system/deployment/export', permission: 'system:deployment:export', query: { ...PAGE, name: '请假' } },
  { call: 'DELETE /system/deployment/{deploymentId}', permission: 'system:deployment:remove' },
  { call: 'POST /system/listener', permission: 'system:listener:add', body: listener },
  {
    call: 'GET /system/listener/list',
    permission: 'system:listener:list',
    query: { ...PAGE, type: '1', valueType: 'classListener' },
    keys: table(LISTENER),
  },
  { call: 'GET /system/listener/{listenerId}', permission: 'system:listener:query', keys: one(LISTENER) },
  { call: 'PUT /system/listener', permission: 'system:listener:edit', body: { id: '#listenerId', ...listener, status: '1' } },
  { call: 'POST /system/listener/export', permission: 'system:listener:export', body: PAGE, file: true },
  { call: 'DELETE /system/listener/{listenerId}', permission: 'system:listener:remove' },
  { call: 'POST /flowable/form', permission: 'flowable:form:add', body: form },
  { call: 'GET /flowable/form/list', permission: 'flowable:form:list', query: { ...PAGE, formName: '请假' }, keys: table(FORM) },
  { call: 'GET /flowable/form/formList', permission: null, keys: one(FORM) },
  { call: 'GET /flowable/form/{formId}', permission: 'flowable:form:query', keys: one(FORM) },
  { call: 'PUT /flowable/form', permission: 'flowable:form:edit', body: { formId: '#formId', ...form, formName: '请假申请' } },
  { call: 'GET /flowable/form/export', permission: 'flowable:form:export', query: PAGE },
  { call: 'DELETE /flowable/form/{formId}', permission: 'flowable:form:remove' },
];
