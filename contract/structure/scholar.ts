import { crud } from '../crud.ts';
import { choice, entry, image, optionalText, reference, remark, richText, shown, shownNumber, text, integer, yesNo } from '../field.ts';
import { ACTIVE_COLLEGE } from './college.ts';

export const scholar = crud('/structure/scholar', {
  name: '学者',
  permission: 'structure:scholar',
  confirm: ['export'],
  key: 'scholarId',
  title: 'scholarName',
  fields: {
    scholarName: text('学者姓名', 30),
    namePinyin: optionalText('姓名拼音', 60, [/^[A-Za-z .'-]+$/, '姓名拼音只用字母']),
    userId: reference('绑定用户', { of: 'person', help: '还没有账号的学者不填' }),
    avatar: image('头像'),
    dynasty: optionalText('朝代', 20, undefined, { help: '历史学者填写' }),
    collegeId: reference('院校', { of: ACTIVE_COLLEGE }),
    title: optionalText('职称', 50),
    researchField: text('研究方向', 200),
    discipline: entry('学科', 'structure_scholar_discipline', ''),
    intro: richText('简介', { characters: 20_000, pictures: 10 }, { required: true }),
    achievements: richText('主要成果', { characters: 20_000, pictures: 10 }),
    homepage: optionalText('主页', 200, [/^https?:\/\/\S+$/, '主页须以 http:// 或 https:// 开头']),
    recommend: yesNo('推荐'),
    orderNum: integer('显示顺序', 0, 99_999, 0),
    status: choice('状态', 'structure_scholar_status', ['draft', 'published', 'hidden'], 'draft'),
    remark: remark(),
  },
  shown: { nickName: shown('用户'), collegeName: shown('院校名称'), viewNum: shownNumber('浏览量') },
  filter: { scholarName: 'like', collegeId: 'equal', recommend: 'equal', status: 'equal' },
  sort: ['scholarName', 'orderNum', 'viewNum', 'createTime'],
});
