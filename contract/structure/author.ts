import { z } from 'zod';
import { PUBLICATION_STATUSES } from '../catalog/publication.ts';
import { crud } from '../crud.ts';
import { choice, image, optionalText, reference, references, remark, richText, shown, shownNumber, shownOther, status } from '../field.ts';

export const AUTHOR_LEVELS = ['ordinary', 'signed', 'gold'] as const;
export const EDUCATIONS = ['专科', '本科', '硕士', '博士', '其他'] as const;

/** E4: what the publisher knows about an author. Adding one grants the role, removing takes it back. */
export const author = crud('/author/author', {
  name: '作者',
  permission: 'author:author',
  confirm: ['add', 'edit', 'export'],
  key: 'authorId',
  title: 'penName',
  fields: {
    userId: reference('用户', { required: true, of: 'person', fixedOnceSaved: true }),
    penName: optionalText('笔名', 30, undefined, { help: '留空则用用户的姓名' }),
    authorLevel: choice('级别', 'author_level', AUTHOR_LEVELS, 'ordinary'),
    region: choice('地区', 'author_region', ['china', 'foreign'], 'china'),
    nationality: optionalText('国籍', 30),
    title: optionalText('职称', 30),
    workUnit: optionalText('工作单位', 100),
    education: choice('学历', 'author_education', EDUCATIONS, '其他'),
    fields: optionalText('擅长领域', 200),
    biography: richText('简介', { characters: 2_000, pictures: 5 }),
    photo: image('照片'),
    publishIds: references('作品', { notInSheet: true }),
    status: status(),
    remark: remark(),
  },
  shown: {
    userName: shown('登录名'),
    nickName: shown('姓名'),
    phonenumber: shown('手机号码'),
    email: shown('邮箱'),
    scholarId: shownOther('学者页', z.number().nullable()),
    scholarName: shown('学者'),
    works: shownNumber('作品数'),
    listedWorks: shownNumber('在售作品数'),
    books: shownOther(
      '作品',
      z.array(z.object({ publishId: z.number(), title: z.string(), kind: z.string(), status: z.enum(PUBLICATION_STATUSES) })),
    ),
  },
  filter: { nickName: 'own', authorLevel: 'equal', region: 'equal', workUnit: 'like', status: 'equal' },
  sort: ['penName', 'createTime'],
});
