import { crud } from '../crud.ts';
import { choice, money, reference, remark, richText, shown, status, text, integer, yesNo } from '../field.ts';
import { ACTIVE_COLLEGE } from './college.ts';

export const PROFESSOR_TITLES = ['教授', '副教授', '研究员', '副研究员', '编审', '副编审'] as const;

export const professor = crud('/structure/professor', {
  name: '教授',
  permission: 'structure:professor',
  confirm: ['add', 'edit', 'export'],
  key: 'professorId',
  title: 'nickName',
  fields: {
    userId: reference('用户', { required: true, of: 'person', fixedOnceSaved: true }),
    collegeId: reference('院校', { of: ACTIVE_COLLEGE }),
    title: choice('职称', 'structure_professor_title', PROFESSOR_TITLES),
    expertise: text('专长', 200),
    tutorEnabled: yesNo('接受辅导'),
    tutorPriceFen: money('辅导费（元）', 1_000_000),
    tutorMinutes: integer('每次分钟数', 15, 180, 60),
    reviewEnabled: yesNo('接受审稿'),
    yearsActive: integer('从业年限', 0, 80, 0),
    intro: richText('介绍', { characters: 20_000, pictures: 10 }),
    status: status(),
    remark: remark(),
  },
  shown: { userName: shown('登录名'), nickName: shown('姓名'), collegeName: shown('院校名称') },
  filter: { nickName: 'own', title: 'equal', tutorEnabled: 'equal', tutorPriceFen: 'between', status: 'equal' },
  sort: ['createTime', 'tutorPriceFen'],
});
