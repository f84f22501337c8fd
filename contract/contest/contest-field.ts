import type { z } from 'zod';
import { FIELD_COMPONENTS } from '../catalog/program-field.ts';
import { crud } from '../crud.ts';
import { choice, integer, reference, status, stringList, text, yesNo } from '../field.ts';

/** E66: a custom field of the entries of one contest. The server gives it its key. */
export const contestField = crud('/cms/contest/field', {
  name: '报名字段',
  permission: 'contest:contest',
  key: 'fieldId',
  title: 'label',
  fields: {
    contestId: reference('大赛', { required: true, fixedOnceSaved: true }),
    label: text('名称', 30),
    component: choice('填写方式', 'program_field_component', FIELD_COMPONENTS, 'input'),
    options: stringList('选项', 50, 60, { help: '每输入一个选项按一次回车，至少两个' }),
    required: yesNo('必填'),
    least: integer('最小值', 0, 999_999_999, 0),
    most: integer('最大值或字数', 0, 999_999_999, 0, { help: '数字的上限，或文字最多几个字；0 为不限' }),
    identifying: yesNo('可能透露作者', '1', { help: '打开时评委看不到这一项；学校、班级、电话一类都应打开' }),
    orderNum: integer('显示顺序', 0, 9999, 0),
    status: status(),
  },
  filter: { contestId: 'equal', status: 'equal' },
  sort: ['fieldId'],
  calls: ['list', 'get', 'add', 'edit', 'remove'],
});
export type ContestField = z.output<typeof contestField.list.row>;
