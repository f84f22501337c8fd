import { z } from 'zod';
import { crud } from '../crud.ts';
import { choice, optionalText, remark, shownOther, status, text, integer } from '../field.ts';
import { DICT_TYPE } from './dict-type.ts';

export const LIST_CLASSES = ['default', 'primary', 'success', 'info', 'warning', 'danger'] as const;

export const dictData = crud('/system/dict/data', {
  name: '字典数据',
  permission: 'system:dict',
  key: 'dictCode',
  title: 'dictLabel',
  fields: {
    dictType: text('字典类型', 100, DICT_TYPE),
    dictLabel: text('字典标签', 100),
    dictValue: text('字典键值', 100),
    cssClass: optionalText('样式属性', 100, [/^[\w -]*$/, '样式属性只能有字母、数字和短横线']),
    listClass: choice('回显样式', 'system_dict_list_class', LIST_CLASSES, 'default'),
    dictSort: integer('字典排序', 0, 99_999, 0),
    isDefault: choice('是否默认', 'sys_yes_no', ['Y', 'N'], 'N'),
    status: status(),
    remark: remark(),
  },
  shown: { default: shownOther('默认', z.boolean()) },
  filter: { dictType: 'equal', dictLabel: 'like', status: 'equal' },
  sort: ['dictCode', 'dictSort', 'dictLabel', 'dictValue', 'createTime'],
});
export type DictData = z.output<typeof dictData.list.row>;
