import { crud } from '../crud.ts';
import { choice, entry, image, optionalText, reference, remark, richText, rows, shown, shownNumber, text, integer, yesNo } from '../field.ts';
import { ACTIVE_COLLEGE } from '../structure/college.ts';

/** Other names of a scholar (E98): 字, 号, 笔名, 外文名, 曾用名, 又名. */
export const NAME_KINDS = ['courtesy', 'art', 'pen', 'foreign', 'former', 'other'] as const;
export type NameKind = (typeof NAME_KINDS)[number];

const YEAR = [/^(前\d{1,4}|\d{1,4})$/, '年份写成 1998；公元前写成 前221'] as const;

export const scholar = crud('/structure/scholar', {
  name: '学者',
  permission: 'structure:scholar',
  confirm: ['export'],
  key: 'scholarId',
  title: 'scholarName',
  fields: {
    scholarName: text('学者姓名', 30),
    surnameReading: optionalText('姓氏读音', 20, [/^[A-Za-züÜāáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜĀÁǍÀĒÉĚÈŌÓǑÒ' ]+$/, '姓氏读音写成拼音，可以带声调，例如 Shàn'], {
      help: '留空则按姓氏自动填写；按它排序和归入首字母',
    }),
    namePinyin: optionalText('姓名拼音', 60, [/^[A-Za-z .'-]+$/, '姓名拼音只用字母']),
    names: rows(
      '其他名字',
      {
        name: text('名字', 60),
        kind: choice('类别', 'scholar_name_kind', NAME_KINDS, 'pen'),
        yearFrom: optionalText('起始年', 5, YEAR),
        yearTo: optionalText('截止年', 5, YEAR),
      },
      { most: 30 },
      { help: '字、号、笔名、外文名、曾用名，读者用哪一个都能找到' },
    ),
    userId: reference('绑定用户', { of: 'person', help: '还没有账号的学者不填' }),
    avatar: image('头像'),
    dynasty: optionalText('朝代', 20, undefined, { help: '历史学者填写；当代学者不填' }),
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
  shown: {
    nickName: shown('用户'),
    collegeName: shown('院校名称'),
    initial: shown('首字母'),
    works: shownNumber('作品数'),
    viewNum: shownNumber('浏览量'),
  },
  filter: { scholarName: 'own', collegeId: 'equal', discipline: 'equal', recommend: 'equal', status: 'equal' },
  sort: ['scholarName', 'orderNum', 'viewNum', 'createTime'],
});

/** A reference to a scholar who has a page. */
export const PUBLISHED_SCHOLAR = { crud: () => scholar, only: { status: 'published' } } as const;
