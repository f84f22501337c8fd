import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { choice, optionalText, remark, status, text, integer, yesNo } from '../field.ts';

/** Entities that support custom fields; more can be added here. */
export const FIELD_ENTITIES = ['publication'] as const;
export const FIELD_COMPONENTS = ['input', 'textarea', 'number', 'select', 'date'] as const;

/** Custom metadata fields in addition to the built-in ones. */
export const programField = crud('/program/field', {
  name: '字段',
  permission: 'program:field',
  key: 'fieldId',
  title: 'label',
  fields: {
    entityType: choice('所属', 'program_field_entity_type', FIELD_ENTITIES, 'publication'),
    fieldKey: text('字段标识', 30, [/^[a-z][A-Za-z0-9]*$/, '字段标识须以小写字母开头，只用字母和数字'], {
      help: '保存数据用的名字，已有数据后不要改',
    }),
    label: text('名称', 30),
    component: choice('控件', 'program_field_component', FIELD_COMPONENTS, 'input'),
    dictType: optionalText('字典类型', 100, [/^[a-z][a-z0-9_]*$/, '字典类型须是小写字母、数字和下划线'], {
      help: '字典选择时填写，例如 publish_publication_language',
    }),
    required: yesNo('必填'),
    least: integer('最小值', 0, 999_999_999, 0, { help: '数字的下限' }),
    most: integer('最大值或字数', 0, 999_999_999, 0, { help: '数字的上限，或文字最多几个字；0 为不限' }),
    span: integer('占栏', 1, 24, 12, { help: '整行是 24' }),
    orderNum: integer('显示顺序', 0, 9999, 0),
    status: status(),
    remark: remark(),
  },
  filter: { entityType: 'equal', label: 'like', status: 'equal' },
  sort: ['orderNum', 'createTime'],
});

export const ownField = z.object({
  fieldKey: z.string(),
  label: z.string(),
  component: z.enum(FIELD_COMPONENTS),
  dictType: z.string(),
  required: z.boolean(),
  least: z.number(),
  most: z.number(),
  span: z.number(),
  /** The choices of a selection, from its dictionary or its own list. */
  options: z.array(z.object({ value: z.string(), label: z.string() })),
  /** The value may reveal the author, so that judges do not see it. */
  identifying: z.boolean(),
});
export type OwnField = z.output<typeof ownField>;

/** Values by field key. */
export const ownValues = z.record(z.string().max(30), z.union([z.string().max(2000, '自定义字段不能超过2000个字'), z.number()])).default({});
export type OwnValues = z.output<typeof ownValues>;

/** The enabled custom fields of an entity, in their order. */
export const fieldsOf = endpoint('GET /program/field/entity/{entityType}', {
  summary: '自定义字段',
  access: 'signed-in',
  params: z.object({ entityType: z.enum(FIELD_ENTITIES, '没有这种自定义字段') }),
  data: z.array(ownField),
});
