import { z } from 'zod';

/** Namespace of our own attributes in a BPMN file. */
export const SHUZHOU_NAMESPACE = 'http://shuzhou/schema/bpmn';

/** Who gets a task. `ids` are users, role keys, posts or departments; `expression` is the name of a registered expression. */
const who = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('person'), ids: z.array(z.number().int().positive()).min(1, '请选择办理人').max(100) }),
  z.object({ kind: z.literal('role'), ids: z.array(z.number().int().positive()).min(1, '请选择角色').max(20) }),
  z.object({ kind: z.literal('post'), ids: z.array(z.number().int().positive()).min(1, '请选择岗位').max(20) }),
  z.object({ kind: z.literal('deptHead'), ids: z.array(z.number().int().positive()).min(1, '请选择部门').max(20) }),
  z.object({ kind: z.literal('starter') }),
  z.object({ kind: z.literal('starterHead') }),
  z.object({ kind: z.literal('expression'), expression: z.string().min(1, '请选择表达式').max(200) }),
  z.object({ kind: z.literal('chosenByStarter') }),
  z.object({ kind: z.literal('chosenByPrevious') }),
]);
export type NodeWho = z.output<typeof who>;

/** How several people handle one node. */
export const NODE_METHODS = ['claim', 'any', 'all', 'ratio', 'sequence'] as const;
export type NodeMethod = (typeof NODE_METHODS)[number];

/** Rights of a node to a field of the form. */
export const FIELD_RIGHTS = ['edit', 'read', 'hidden'] as const;
export type FieldRight = (typeof FIELD_RIGHTS)[number];

/** Settings of a user task, stored as JSON in the attribute `shuzhou:settings`. */
export const nodeSettings = z.object({
  who: who.optional(),
  method: z.enum(NODE_METHODS).default('claim'),
  /** Share of people who must agree, in basis points, when the method is `ratio`. */
  ratio: z.number().int().min(1).max(10_000).default(10_000),
  /** What happens when nobody is found. */
  emptyHandler: z.enum(['admin', 'person', 'reject']).default('admin'),
  emptyPerson: z.number().int().positive().nullable().default(null),
  /** What happens when the handler is the starter. */
  selfHandler: z.enum(['none', 'transferToHead', 'skip']).default('none'),
  /** Whether a person who agreed before is skipped: at the node right before, or at any node. */
  repeatHandler: z.enum(['none', 'consecutive', 'all']).default('none'),
  /** Ids of nodes whose handlers must be other people; skipping never applies to this node then. */
  mustDiffer: z.array(z.string().max(100)).max(20).default([]),
  timeout: z
    .object({ hours: z.number().int().min(1).max(8_760), action: z.enum(['remind', 'pass', 'reject']) })
    .nullable()
    .default(null),
  fieldRights: z.record(z.string().max(40), z.enum(FIELD_RIGHTS)).default({}),
  copyTo: who.nullable().default(null),
});
export type NodeSettings = z.output<typeof nodeSettings>;
export type NodeSettingsInput = z.input<typeof nodeSettings>;

const fieldName = z.string().regex(/^[A-Za-z_]\w{0,63}$/, '字段名须以字母开头，只用字母、数字和下划线');
const fieldNames = z.record(fieldName, fieldName).default({});

/** What a service or send task, or a call activity, does; stored as JSON in the attribute `shuzhou:settings`. Nothing is run as code. */
export const workSettings = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('notify'),
    to: who,
    title: z.string().trim().min(1, '请填写消息标题').max(50, '消息标题不能超过50个字'),
    content: z.string().trim().max(500, '消息内容不能超过500个字').default(''),
  }),
  z.object({ do: z.literal('set'), field: fieldName, value: z.string().max(500, '内容不能超过500个字') }),
  z.object({
    do: z.literal('call'),
    url: z.url('请填写完整的地址').max(500, '地址不能超过500个字符'),
    method: z.enum(['get', 'post']).default('post'),
    /** Fields that are sent in the body of a POST. */
    send: z.array(fieldName).max(50).default([]),
    /** The field that gets the answer; empty for none. */
    into: z.union([z.literal(''), fieldName]).default(''),
  }),
  /** A call activity: another process, by its key; `input` maps fields of this process to fields of that one, `output` the other way. */
  z.object({ do: z.literal('start'), flowKey: z.string().min(1, '请选择要调用的流程').max(50), input: fieldNames, output: fieldNames }),
]);
export type WorkSettings = z.output<typeof workSettings>;
export type WorkSettingsInput = z.input<typeof workSettings>;
