import { BASE, one, PAGE, table, under, type WireCall } from './wire-call.ts';

const JOB = `jobId jobName jobGroup invokeTarget cronExpression misfirePolicy concurrent status nextValidTime ${BASE}`;
const GEN_TABLE = `tableId tableName tableComment subTableName subTableFkName className tplCategory tplWebType packageName moduleName businessName functionName functionAuthor formColNum genType genPath options treeCode treeParentCode treeName parentMenuId parentMenuName ${BASE}`;
const GEN_COLUMN =
  'columnId tableId columnName columnComment columnType javaType javaField isPk isIncrement isRequired isInsert isEdit isList isQuery queryType htmlType dictType sort';

/** Monitoring and the code generator. */
export const WATCHED: readonly WireCall[] = [
  {
    call: 'GET /monitor/operlog/list',
    permission: 'monitor:operlog:list',
    query: { ...PAGE, orderByColumn: 'operTime', isAsc: 'descending' },
    keys: table(
      'operId title businessType method requestMethod operatorType operName deptName operUrl operIp operLocation operParam jsonResult status errorMsg operTime costTime',
    ),
  },
  { call: 'POST /monitor/operlog/export', permission: 'monitor:operlog:export', body: PAGE, file: true },
  { call: 'DELETE /monitor/operlog/{operId}', permission: 'monitor:operlog:remove', refused: true },
  { call: 'DELETE /monitor/operlog/clean', permission: 'monitor:operlog:remove' },
  {
    call: 'GET /monitor/logininfor/list',
    permission: 'monitor:logininfor:list',
    query: { ...PAGE, orderByColumn: 'loginTime', isAsc: 'descending' },
    keys: table('infoId userName status ipaddr loginLocation browser os msg loginTime'),
  },
  { call: 'GET /monitor/logininfor/unlock/boss', permission: 'monitor:logininfor:unlock' },
  { call: 'POST /monitor/logininfor/export', permission: 'monitor:logininfor:export', body: PAGE, file: true },
  { call: 'DELETE /monitor/logininfor/{infoId}', permission: 'monitor:logininfor:remove', refused: true },
  { call: 'DELETE /monitor/logininfor/clean', permission: 'monitor:logininfor:remove' },
  {
    call: 'GET /monitor/online/list',
    permission: 'monitor:online:list',
    before: 'reader signs in',
    query: { ipaddr: '', userName: 'reader' },
    keys: table('tokenId deptName userName ipaddr loginLocation browser os loginTime'),
  },
  { call: 'DELETE /monitor/online/{tokenId}', permission: 'monitor:online:forceLogout' },
  {
    call: 'POST /monitor/job',
    permission: 'monitor:job:add',
    body: {
      jobName: '清理',
      jobGroup: 'DEFAULT',
      invokeTarget: 'log.purge(180)',
      cronExpression: '0 0 3 * * ?',
      misfirePolicy: '3',
      concurrent: '1',
      status: '1',
    },
  },
  { call: 'GET /monitor/job/list', permission: 'monitor:job:list', query: PAGE, keys: table(JOB) },
  { call: 'GET /monitor/job/{jobId}', permission: 'monitor:job:query', keys: one(JOB) },
  {
    call: 'PUT /monitor/job',
    permission: 'monitor:job:edit',
    body: {
      jobId: '#jobId',
      jobName: '夜间清理',
      jobGroup: 'DEFAULT',
      invokeTarget: 'log.purge(180)',
      cronExpression: '0 0 4 * * ?',
      misfirePolicy: '3',
      concurrent: '1',
    },
  },
  { call: 'PUT /monitor/job/changeStatus', permission: 'monitor:job:changeStatus', body: { jobId: '#jobId', status: '0' } },
  { call: 'PUT /monitor/job/run', permission: 'monitor:job:changeStatus', body: { jobId: '#jobId', jobGroup: 'DEFAULT' } },
  { call: 'POST /monitor/job/export', permission: 'monitor:job:export', body: PAGE, file: true },
  {
    call: 'GET /monitor/jobLog/list',
    permission: 'monitor:job:list',
    before: 'job log kept',
    query: PAGE,
    keys: table('jobLogId jobName jobGroup invokeTarget jobMessage status exceptionInfo startTime endTime'),
  },
  { call: 'POST /monitor/jobLog/export', permission: 'monitor:job:export', body: PAGE, file: true },
  { call: 'DELETE /monitor/jobLog/{jobLogId}', permission: 'monitor:job:remove' },
  { call: 'DELETE /monitor/jobLog/clean', permission: 'monitor:job:remove' },
  { call: 'DELETE /monitor/job/{jobId}', permission: 'monitor:job:remove' },
  { call: 'GET /monitor/cache', permission: 'monitor:cache:list', keys: one('info dbSize commandStats commandStats.name commandStats.value') },
  { call: 'GET /monitor/cache/getNames', permission: 'monitor:cache:list', keys: one('cacheName cacheKey cacheValue remark') },
  { call: 'GET /monitor/cache/getKeys/sys_config:', permission: 'monitor:cache:list', keys: 'data' },
  {
    call: 'GET /monitor/cache/getValue/sys_config:/sys_config:sys.index.skinName',
    permission: 'monitor:cache:list',
    keys: one('cacheName cacheKey cacheValue remark'),
  },
  { call: 'DELETE /monitor/cache/clearCacheKey/sys_config:sys.index.skinName', permission: 'monitor:cache:remove' },
  { call: 'DELETE /monitor/cache/clearCacheName/sys_config:', permission: 'monitor:cache:remove' },
  { call: 'DELETE /monitor/cache/clearCacheAll', permission: 'monitor:cache:remove' },
  {
    call: 'GET /monitor/server',
    permission: 'monitor:server:list',
    keys: [
      under('data.cpu', 'cpuNum total sys used wait free'),
      under('data.mem', 'total used free usage'),
      under('data.jvm', 'total max free used usage name version home startTime runTime inputArgs'),
      under('data.sys', 'computerName computerIp userDir osName osArch'),
      under('data.sysFiles', 'dirName sysTypeName typeName total free used usage'),
    ].join(' '),
  },
];

export const GENERATED: readonly WireCall[] = [
  { call: 'GET /tool/gen/db/list', permission: 'tool:gen:list', query: PAGE, keys: table('tableName tableComment createTime updateTime') },
  {
    call: 'POST /tool/gen/createTable',
    permission: 'tool:gen:import',
    query: { sql: 'create table wire_sample (id int primary key, title varchar(50) not null)' },
  },
  { call: 'POST /tool/gen/importTable', permission: 'tool:gen:import', query: { tables: 'post', tplWebType: 'element-plus' } },
  { call: 'GET /tool/gen/list', permission: 'tool:gen:list', query: PAGE, keys: table(GEN_TABLE) },
  { call: 'GET /tool/gen/{tableId}', permission: 'tool:gen:query', keys: `data.info data.rows data.tables ${under('data.rows', GEN_COLUMN)}` },
  { call: 'PUT /tool/gen', permission: 'tool:gen:edit', body: { '...': '#genTable' } },
  { call: 'GET /tool/gen/preview/{tableId}', permission: 'tool:gen:preview', keys: 'data' },
  { call: 'GET /tool/gen/synchDb/post', permission: 'tool:gen:edit' },
  { call: 'GET /tool/gen/batchGenCode', permission: 'tool:gen:code', query: { tables: 'post' }, file: true },
  { call: 'GET /tool/gen/genCode/post', permission: 'tool:gen:code', refused: true },
  { call: 'DELETE /tool/gen/{tableId}', permission: 'tool:gen:remove' },
];
