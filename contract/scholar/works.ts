import { z } from 'zod';
import { bookCard } from '../catalog/book.ts';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { choice, integer, optionalText, reference, remark, shown, yesNo } from '../field.ts';
import { flag, id, paging } from '../page.ts';
import { scholar } from './scholar.ts';

export const WORK_KINDS = ['book', 'paper', 'translation', 'textbook', 'media', 'other'] as const;
/** What an author did: 著, 编, 主编, 译, 校注. */
export const WORK_ROLES = ['author', 'compiler', 'chief', 'translator', 'annotator'] as const;

/** #71, #72: works of a scholar. A work is a publications of the publisher, or an entry with a title for a work from elsewhere. */
export const works = crud('/house/works', {
  name: '学者作品',
  permission: 'house:works',
  key: 'worksId',
  title: 'worksTitle',
  fields: {
    scholarId: reference('学者', { required: true, of: { crud: () => scholar }, fixedOnceSaved: true, shownAs: 'scholarName' }),
    publishId: reference('本社出版物', { shownAs: 'publishTitle', help: '本社没有的作品不填，直接写题名' }),
    title: optionalText('题名', 120, undefined, { help: '绑定出版物时不用填' }),
    workKind: choice('作品类别', 'house_work_kind', WORK_KINDS, 'book'),
    role: choice('署名方式', 'house_work_role', WORK_ROLES, 'author'),
    source: optionalText('出版者或期刊', 100),
    publishYear: optionalText('出版年', 4, [/^\d{4}$/, '出版年须是4位数字']),
    url: optionalText('网址', 200, [/^https?:\/\/\S+$/, '网址须以 http:// 或 https:// 开头']),
    note: optionalText('说明', 200),
    hidden: yesNo('隐藏', '0', { help: '隐藏后读者看不到' }),
    orderNum: integer('显示顺序', 0, 99_999, 0),
    remark: remark(),
  },
  shown: { worksTitle: shown('作品'), scholarName: shown('学者姓名'), publishTitle: shown('出版物书名') },
  filter: { scholarId: 'equal', scholarName: 'own', worksTitle: 'own', workKind: 'equal', hidden: 'equal' },
  sort: ['orderNum', 'publishYear', 'createTime'],
});

/** The ids of a scholar's works in their new order; all of them. */
export const sortWorks = endpoint('PUT /house/works/sort', {
  summary: '学者作品排序',
  access: 'house:works:edit',
  body: z.object({ scholarId: id, worksIds: z.array(z.number().int().positive()).min(1, '没有可以排序的作品').max(1000, '作品过多') }),
});

export const scholarWork = z.object({
  worksId: z.number(),
  scholarId: z.number(),
  scholarName: z.string(),
  title: z.string(),
  workKind: z.enum(WORK_KINDS),
  role: z.enum(WORK_ROLES),
  source: z.string(),
  publishYear: z.string(),
  url: z.string(),
  note: z.string(),
  /** The publications of the publisher; null for a work from elsewhere. */
  book: bookCard.nullable(),
});
export type ScholarWork = z.output<typeof scholarWork>;

/** Works of one scholar in their order; without a scholar the newest publications of the publisher by any scholar. */
export const queryWorks = endpoint('GET /house/works/queryWorks', {
  summary: '学者作品（前台）',
  access: 'public',
  query: paging.extend({
    scholarId: id.optional(),
    /** `1`: only papers; `0`: only other works. */
    papers: flag.optional(),
  }),
  row: scholarWork,
});
