import { z } from 'zod';
import { crud } from '../crud.ts';
import { references, remark, status, text, integer, yesNo } from '../field.ts';
import { requiredText } from '../required-text.ts';

export const material = z.object({
  label: requiredText('请填写材料名称').max(50, '材料名称不能超过50个字符'),
  /** Comma-separated file extensions; empty accepts all. */
  accept: z.string().max(100, '文件类型过长').optional(),
  maxMb: z.number().int().min(1, '大小至少1MB').max(50, '大小最多50MB').optional(),
});
export type Material = z.output<typeof material>;

const materials = z
  .array(material, { error: '所需材料不正确' })
  .max(10, '所需材料最多10项')
  .nullish()
  .transform((list) => list ?? [])
  .meta({ label: '所需材料', kind: 'words', notInSheet: true });

/** User modes: the roles that a mode grants, and the documents required for it. */
export const userMode = crud('/system/usermode', {
  name: '用户模式',
  permission: 'system:usermode',
  key: 'userModeId',
  title: 'modeName',
  fields: {
    modeKey: text('模式标识', 20, [/^[a-z][a-z0-9_]*$/, '模式标识须以小写字母开头，只能有小写字母、数字和下划线']),
    modeName: text('模式名称', 30),
    defaultRoleIds: references('默认角色', { notInSheet: true }),
    needAudit: yesNo('需要审核', '1'),
    needRealName: yesNo('需要实名'),
    requiredMaterials: materials,
    quotaArchives: integer('稿件数上限', 0, 100_000, 0, { help: '0 为不能投稿' }),
    quotaStorageMb: integer('空间上限（MB）', 0, 10_000_000, 0, { help: '0 为不限' }),
    orderNum: integer('显示顺序', 0, 99_999, 0),
    status: status(),
    remark: remark(),
  },
  filter: { modeKey: 'like', modeName: 'like', status: 'equal' },
  sort: ['userModeId', 'modeKey', 'modeName', 'orderNum'],
});
export type UserMode = z.output<typeof userMode.list.row>;
