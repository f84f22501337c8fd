import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { choice, image, optionalText, reference, remark, shown, shownNumber, status, text, integer, yesNo } from '../field.ts';
import { id } from '../page.ts';

export const college = crud('/structure/college', {
  name: '院校',
  permission: 'structure:college',
  key: 'collegeId',
  title: 'collegeName',
  fields: {
    collegeName: text('院校名称', 60),
    collegeCode: optionalText('院校代码', 10, [/^(\d{5}|\d{10})$/, '院校代码须是教育部的5位或10位数字'], {
      help: '教育部院校代码，5 位或 10 位数字',
    }),
    level: choice('办学层次', 'structure_college_level', ['本科', '专科', '其他'], '本科'),
    areaId: reference('所在地区', { shownAs: 'areaPath', help: '地区名称或 6 位代码，例如 湖北省 / 武汉市' }),
    address: optionalText('地址', 120),
    logo: image('校徽'),
    website: optionalText('网址', 200, [/^https?:\/\/\S+$/, '网址须以 http:// 或 https:// 开头']),
    contactName: optionalText('联系人', 30),
    contactPhone: optionalText('联系电话', 20, [/^[\d\s()+-]{6,20}$/, '联系电话格式不正确']),
    cooperation: yesNo('合作院校'),
    intro: optionalText('简介', 2000),
    orderNum: integer('显示顺序', 0, 99_999, 0),
    status: status(),
    remark: remark(),
  },
  shown: { areaPath: shown('所在地区', 'text', { notInSheet: true }), members: shownNumber('成员数') },
  filter: { collegeName: 'like', collegeCode: 'like', level: 'equal', areaId: 'own', cooperation: 'equal', status: 'equal' },
  sort: ['collegeName', 'orderNum', 'createTime'],
  calls: ['list', 'get', 'add', 'edit', 'remove', 'export', 'import'],
});

/** A reference to a college that is in use. */
export const ACTIVE_COLLEGE = { crud: () => college, only: { status: '0' } } as const;

/** Moves the members and scholars of one college to the other and removes the first. */
export const mergeColleges = endpoint('PUT /structure/college/merge', {
  summary: '合并重复院校',
  access: 'structure:college:edit',
  body: z.object({ fromId: id, toId: id }).refine(({ fromId, toId }) => fromId !== toId, '请选择另一所院校来合并'),
});
