import { crud } from '../crud.ts';
import { choice, optionalText, reference, remark, shown, status, time, integer } from '../field.ts';

export const GROUPS = ['chiefeditor', 'editreview', 'author', 'regular'] as const;
export type GroupKey = (typeof GROUPS)[number];

/** Members of user groups; membership grants the matching role. */
export const userGroup = crud('/structure/userGroup', {
  name: '成员',
  permission: 'structure:group',
  confirm: ['add', 'edit', 'export'],
  key: 'userGroupId',
  title: 'nickName',
  fields: {
    groupKey: choice('用户组', 'structure_group_key', GROUPS),
    userId: reference('用户', { required: true, of: 'person', fixedOnceSaved: true }),
    level: optionalText('级别', 20),
    fields: optionalText('专业领域', 200),
    certificateNo: optionalText('资格证书号', 40),
    joinedAt: time('加入时间'),
    maxConcurrent: integer('同时承担上限', 1, 50, 10, { help: '手上的稿件到了这个数，就不再派给此人' }),
    status: status(),
    remark: remark(),
  },
  shown: {
    userName: shown('登录名'),
    nickName: shown('姓名'),
    phonenumber: shown('手机号码'),
    userStatus: shown('账号状态', 'choice', { dict: 'sys_normal_disable' }),
    loginDate: shown('最近登录', 'time'),
  },
  filter: { groupKey: 'equal', userName: 'own', status: 'equal' },
  sort: ['joinedAt', 'maxConcurrent', 'createTime'],
  calls: ['list', 'get', 'add', 'edit', 'remove', 'export'],
  access: { get: 'structure:group:list', edit: 'structure:group:add', export: 'structure:group:list' },
});
