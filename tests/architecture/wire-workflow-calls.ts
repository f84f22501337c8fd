import { BASE, one, PAGE, table, type WireCall } from './wire-call.ts';

const EXPRESSION = `id name expression dataType status ${BASE}`;
const LISTENER = `id name type eventType valueType value status ${BASE}`;
const expression = { name: '发起人', expression: '${INITIATOR}', dataType: 'dynamic', status: '0', remark: '' };
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
const listener = { name: '办结告知', type: '1', eventType: 'complete', valueType: 'class', value: 'house.TellStarter', status: '0', remark: '' };

/** Workflow calls, under the names that compatible clients use. */
export const FLOWS: readonly WireCall[] = [
  { call: 'POST /system/expression', permission: 'system:expression:add', body: expression },
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
  { call: 'GET /system/listener/list', permission: 'system:listener:list', query: { ...PAGE, type: '1', valueType: 'class' }, keys: table(LISTENER) },
  { call: 'GET /system/listener/{listenerId}', permission: 'system:listener:query', keys: one(LISTENER) },
  { call: 'PUT /system/listener', permission: 'system:listener:edit', body: { id: '#listenerId', ...listener, status: '1' } },
  { call: 'POST /system/listener/export', permission: 'system:listener:export', body: PAGE, file: true },
  { call: 'DELETE /system/listener/{listenerId}', permission: 'system:listener:remove' },
];
