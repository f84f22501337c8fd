import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, id, ids, paging } from '../page.ts';
import { searchTerm } from '../search-term.ts';

const EDIT = ['flowable:definition:add', 'flowable:definition:edit'] as const;
const READ = ['flowable:definition:list', 'flowable:task:todo', 'flowable:task:process', 'flowable:task:finished'] as const;
const XML_LENGTH = 1_000_000;

/** A page in `data`, as compatible clients of the workflow expect it. */
export const recordsOf = <T extends z.ZodType>(record: T) =>
  z.object({ records: z.array(record), total: z.number(), size: z.number(), current: z.number() });

/** Names and categories of definitions are searched in lists. */
export const flowFilter = paging.extend({ name: searchTerm(50), category: searchTerm(50) });

/** A deployed version. `id` is the procDefId `key:version:id`; the deployment has the number at its end. */
export const definitionRow = z.object({
  id: z.string(),
  name: z.string(),
  flowKey: z.string(),
  category: z.string(),
  formName: z.string(),
  formId: z.number().nullable(),
  version: z.number(),
  deploymentId: z.string(),
  /** 1 active, 2 suspended. */
  suspensionState: z.number(),
  deploymentTime: z.string(),
});
export type DefinitionRow = z.output<typeof definitionRow>;

/** A fault of a definition: one sentence, and the id of the element to select. An error prevents the deployment. */
export const flowProblem = z.object({ level: z.enum(['error', 'warning']), node: z.string(), message: z.string() });
export type FlowProblem = z.output<typeof flowProblem>;

export const listDefinitions = endpoint('GET /flowable/definition/list', {
  summary: '流程定义列表',
  access: ['flowable:definition:list', 'flowable:task:process'],
  query: flowFilter.extend({ flowKey: searchTerm(50), startable: flag.optional() }),
  data: recordsOf(definitionRow),
});

export const startDefinition = endpoint('POST /flowable/definition/start/{procDefId}', {
  summary: '发起流程',
  access: 'flowable:task:process',
  once: true,
  params: z.object({ procDefId: z.string().max(120, '流程定义编号不正确') }),
  body: z.record(z.string().max(200), z.unknown()).nullish(),
  answer: z.object({ msg: z.string(), procInsId: z.string() }),
});

export const updateDefinitionState = endpoint('PUT /flowable/definition/updateState', {
  summary: '激活或挂起流程定义',
  access: 'flowable:definition:edit',
  query: z.object({ deployId: id, state: z.enum(['1', '2'], '状态不正确') }),
  answer: z.object({ msg: z.string() }),
});

export const readXml = endpoint('GET /flowable/definition/readXml/{deployId}', {
  summary: '读取流程文件',
  access: READ,
  params: z.object({ deployId: id }),
  data: z.string(),
});

export const readImage = endpoint('GET /flowable/definition/readImage/{deployId}', {
  summary: '流程图',
  access: READ,
  params: z.object({ deployId: id }),
  file: true,
});

const xml = z.string('请先绘制流程').min(1, '请先绘制流程').max(XML_LENGTH, '流程文件超过1MB，请精简后再保存');
const name = z.string('请填写流程名称').trim().min(1, '请填写流程名称').max(50, '流程名称不能超过50个字符');
const category = z
  .string()
  .trim()
  .max(50, '流程分类不能超过50个字符')
  .nullish()
  .transform((text) => text ?? '');
const deployedAnswer = z.object({
  msg: z.string(),
  data: z.object({ deployId: z.string(), procDefId: z.string(), version: z.number(), problems: z.array(flowProblem) }),
});

export const saveDefinition = endpoint('POST /flowable/definition/save', {
  summary: '部署流程定义',
  access: EDIT,
  body: z.object({ name, category, xml }),
  answer: deployedAnswer,
});

export const importDefinition = endpoint('POST /flowable/definition/import', {
  summary: '导入流程文件',
  access: EDIT,
  query: z.object({
    name: z.string().max(50, '流程名称不能超过50个字符').optional(),
    category: z.string().max(50, '流程分类不能超过50个字符').optional(),
  }),
  multipart: true,
  answer: deployedAnswer,
});

export const removeDefinitions = endpoint('DELETE /flowable/definition/{deployIds}', {
  summary: '删除流程定义',
  access: 'flowable:definition:remove',
  params: z.object({ deployIds: ids }),
});

export const lintDefinition = endpoint('POST /flowable/definition/lint', {
  summary: '检查流程',
  access: EDIT,
  body: z.object({ xml }),
  data: z.array(flowProblem),
});

/** One way through a definition: the nodes in the order in which they are handled, with the people who would get them. */
export const flowWay = z.object({
  /** Names of the flows with conditions that this way takes. */
  conditions: z.array(z.string()),
  complete: z.boolean(),
  steps: z.array(z.object({ node: z.string(), name: z.string(), method: z.string(), people: z.array(z.string()), note: z.string() })),
});
export type FlowWay = z.output<typeof flowWay>;

export const dryRunDefinition = endpoint('POST /flowable/definition/dryRun', {
  summary: '试运行流程',
  access: EDIT,
  body: z.object({ xml, starterId: id.nullish(), variables: z.record(z.string().max(64), z.unknown()).nullish() }),
  data: z.object({ starter: z.string(), ways: z.array(flowWay), more: z.boolean(), problems: z.array(flowProblem) }),
});

export const readDraft = endpoint('GET /flowable/definition/draft', {
  summary: '读取流程草稿',
  access: EDIT,
  query: z.object({ flowKey: z.string().min(1, '请选择流程').max(50) }),
  data: z
    .object({ flowKey: z.string(), name: z.string(), category: z.string(), xml: z.string(), updateTime: z.string(), updateBy: z.string() })
    .nullable(),
});

export const saveDraft = endpoint('PUT /flowable/definition/draft', {
  summary: '保存流程草稿',
  access: EDIT,
  body: z.object({ name, category, xml }),
  data: z.object({ flowKey: z.string(), updateTime: z.string() }),
});

const migration = z.object({
  fromDeployId: id,
  toDeployId: id,
  /** Node of the old version to node of the new one; nodes with the same id need no entry. */
  mapping: z.record(z.string().max(100), z.string().max(100)).nullish(),
});
const migratedInstance = z.object({ procInsId: z.string(), starter: z.string(), nodes: z.array(z.string()), ok: z.boolean(), reason: z.string() });

export const previewMigration = endpoint('POST /flowable/definition/migratePreview', {
  summary: '预览迁移',
  access: 'flowable:definition:edit',
  body: migration,
  data: z.object({
    nodes: z.array(z.object({ from: z.string(), name: z.string(), to: z.string().nullable() })),
    targets: z.array(z.object({ id: z.string(), name: z.string() })),
    instances: z.array(migratedInstance),
  }),
});

export const migrateInstances = endpoint('POST /flowable/definition/migrate', {
  summary: '迁移流程实例',
  access: 'flowable:definition:edit',
  body: migration.extend({ procInsIds: z.array(id).max(500, '一次最多迁移500个实例').nullish() }),
  data: z.object({ moved: z.number(), rejected: z.array(migratedInstance) }),
});

const person = z.object({
  userId: z.number(),
  deptId: z.number().nullable(),
  userName: z.string(),
  nickName: z.string(),
  email: z.string(),
  phonenumber: z.string(),
  sex: z.string(),
  avatar: z.string(),
  status: z.string(),
  delFlag: z.string(),
  loginIp: z.string(),
  loginDate: z.string(),
  pwdUpdateDate: z.string(),
  dept: z.object({ deptId: z.number(), deptName: z.string() }).nullable(),
  roles: z.array(z.object({ roleId: z.number(), roleName: z.string() })),
  roleIds: z.null(),
  postIds: z.null(),
  roleId: z.null(),
  admin: z.boolean(),
  createBy: z.string(),
  createTime: z.string(),
  updateBy: z.string(),
  updateTime: z.string(),
  remark: z.string(),
});

export const flowUsers = endpoint('GET /flowable/definition/userList', { summary: '流程可选用户', access: EDIT, data: z.array(person) });
export const flowRoles = endpoint('GET /flowable/definition/roleList', {
  summary: '流程可选角色',
  access: EDIT,
  data: z.array(
    z.object({
      roleId: z.number(),
      roleName: z.string(),
      roleKey: z.string(),
      roleSort: z.number(),
      dataScope: z.string(),
      menuCheckStrictly: z.boolean(),
      deptCheckStrictly: z.boolean(),
      status: z.string(),
      delFlag: z.string(),
      flag: z.boolean(),
      menuIds: z.null(),
      deptIds: z.null(),
      permissions: z.null(),
      admin: z.boolean(),
      createBy: z.string(),
      createTime: z.string(),
      updateBy: z.string(),
      updateTime: z.string(),
      remark: z.string(),
    }),
  ),
});
export const flowExpressions = endpoint('GET /flowable/definition/expList', {
  summary: '流程可选表达式',
  access: EDIT,
  data: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      expression: z.string(),
      dataType: z.string(),
      status: z.string(),
      createBy: z.string(),
      createTime: z.string(),
      updateBy: z.string(),
      updateTime: z.string(),
      remark: z.string(),
    }),
  ),
});
