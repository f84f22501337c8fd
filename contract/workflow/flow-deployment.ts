import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { optionalText, remark, shown, text } from '../field.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { searchTerm } from '../search-term.ts';

/** A deployment of workflow definitions: its name and its source. */
export const flowDeployment = crud('/system/deployment', {
  name: '流程部署',
  permission: 'system:deployment',
  key: 'id',
  title: 'name',
  fields: {
    name: text('部署名称', 50),
    category: optionalText('流程分类', 50),
    key: optionalText('流程标识', 50, [/^[A-Za-z_][\w.-]*$/, '流程标识须以字母开头，只用字母、数字和 _ . -']),
    tenantId: optionalText('租户', 50),
    derivedFrom: optionalText('派生自', 50),
    derivedFromRoot: optionalText('最初派生自', 50),
    parentDeploymentId: optionalText('上级部署', 50),
    engineVersion: optionalText('引擎版本', 50),
    remark: remark(),
  },
  shown: { deployTime: shown('部署时间', 'time') },
  filter: { name: 'like', category: 'equal' },
  range: 'deployTime',
  sort: ['id', 'name', 'deployTime'],
  calls: ['list', 'get', 'add', 'edit', 'remove'],
});

/** Creates a sheet of the deployments. `msg` is its name; only its creator can get it from `GET /common/download`. */
export const exportDeployments = endpoint('GET /system/deployment/export', {
  summary: '导出流程部署',
  access: 'system:deployment:export',
  query: z.object({ name: searchTerm(200), category: searchTerm(200) }),
  answer: z.object({ msg: z.string() }),
  timeout: DOWNLOAD_TIMEOUT_MS,
});
