import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { optionalText, shownOther, text } from '../field.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { id } from '../page.ts';
import { searchTerm } from '../search-term.ts';

/** Characters of the JSON of a form. The server also limits its bytes. */
const CONTENT_LENGTH = 600_000;

/** A form of a workflow (S3.6). The content is the JSON text of a designer. */
export const flowForm = crud('/flowable/form', {
  name: '流程表单',
  permission: 'flowable:form',
  key: 'formId',
  title: 'formName',
  fields: {
    formName: text('表单名称', 50),
    formContent: text('表单内容', CONTENT_LENGTH, undefined, { notInSheet: true }),
    remark: optionalText('备注', 255, undefined, { kind: 'long' }),
  },
  shown: { deployedTo: shownOther('已部署的流程', z.array(z.string())) },
  filter: { formName: 'like', formContent: 'like' },
  sort: ['formId', 'formName', 'createTime', 'updateTime'],
  calls: ['list', 'get', 'add', 'edit', 'remove'],
});
export type FlowForm = z.output<typeof flowForm.list.row>;

/** Every form, for the choice of a form in the modeller. */
export const flowFormList = endpoint('GET /flowable/form/formList', {
  summary: '可选的流程表单',
  access: ['flowable:form:list', 'flowable:definition:list', 'flowable:definition:add', 'flowable:definition:edit'],
  query: z.object({ formName: searchTerm(200), formContent: searchTerm(200) }),
  data: z.array(flowForm.list.row),
});

/**
 * Attaches a form to a deployment. The deployment keeps the content of this moment. It can be attached again until the first instance
 * starts.
 */
export const addDeployForm = endpoint('POST /flowable/form/addDeployForm', {
  summary: '为流程配置表单',
  access: ['flowable:definition:add', 'flowable:definition:edit'],
  body: z.object({ formId: id, deployId: id }),
});

/** Creates a sheet of the forms. `msg` is its name; only its creator can get it from `GET /common/download`. */
export const exportFlowForms = endpoint('GET /flowable/form/export', {
  summary: '导出流程表单',
  access: 'flowable:form:export',
  query: z.object({ formName: searchTerm(200), formContent: searchTerm(200) }),
  answer: z.object({ msg: z.string() }),
  timeout: DOWNLOAD_TIMEOUT_MS,
});

const scalar = z.union([z.string(), z.number(), z.boolean()]);
/** Nodes of a tree have the same shape below `children`. */
const formOption = z.object({
  label: z.string(),
  value: scalar,
  disabled: z.boolean().optional(),
  children: z.array(z.unknown()).readonly().optional(),
});

/**
 * Returns the options of a field, or the rows of a table, from the source that the stored form names (form-designer §5.3). Designers may
 * try a source of their own.
 */
export const formOptions = endpoint('POST /flowable/form/options', {
  summary: '表单字段的选项',
  access: 'signed-in',
  body: z.object({
    formId: id.optional(),
    deployId: id.optional(),
    taskId: id.optional(),
    vModel: z.string().max(100, '字段名过长').optional(),
    method: z.enum(['get', 'post', 'put', 'delete'], '请求方式不正确').optional(),
    url: z.string().max(1_000, '接口地址过长').optional(),
    dataPath: z.string().max(400, '数据位置过长').optional(),
    labelKey: z.string().max(40, '标签键名过长').optional(),
    valueKey: z.string().max(40, '值键名过长').optional(),
    childrenKey: z.string().max(40, '子级键名过长').optional(),
  }),
  data: z.object({ options: z.array(formOption).readonly(), rows: z.array(z.record(z.string(), scalar)) }),
  timeout: 15_000,
});

/** Sends an uploaded file of a form to its uploader, and to everybody who has to do with an instance that contains it. */
export const formFile = endpoint('GET /flowable/form/file', {
  summary: '下载表单里的文件',
  access: 'signed-in',
  query: z.object({ resource: z.string().max(300, '文件地址过长') }),
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});
