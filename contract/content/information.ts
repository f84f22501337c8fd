import { z } from 'zod';
import { bookCard } from '../catalog/book.ts';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import {
  entry,
  image,
  NO_SCRIPT,
  optionalText,
  reference,
  references,
  remark,
  richText,
  shown,
  shownNumber,
  shownOther,
  text,
  time,
  yesNo,
} from '../field.ts';
import { KEYWORD_LENGTH } from '../limits.ts';
import { id, paging } from '../page.ts';
import { RELEASE_EVENTS, releaseStep } from '../release.ts';
import { searchTerm } from '../search-term.ts';

/** A4: news articles, released by SM24. */
export const information = crud('/cms/information', {
  name: '资讯',
  permission: 'cms:information',
  key: 'informationId',
  title: 'title',
  fields: {
    title: text('标题', 80, NO_SCRIPT('标题')),
    category: entry('栏目', 'cms_information_category'),
    cover: image('题图'),
    summary: optionalText('摘要', 200, undefined, { help: '留空则取正文开头' }),
    source: optionalText('来源', 60),
    author: optionalText('作者', 30),
    scholarId: reference('相关学者', { shownAs: 'scholarName' }),
    publishIds: references('相关作品', { notInSheet: true }),
    topFlag: yesNo('置顶'),
    publishTime: time('发布时间', { help: '留空则审核通过后立即发布' }),
    expireTime: time('下线时间', { help: '留空则一直有效' }),
    content: richText('正文', { characters: 20_000, pictures: 30 }),
    remark: remark(),
  },
  shown: {
    status: shown('状态', 'choice', { dict: 'cms_information_status' }),
    viewNum: shownNumber('浏览量'),
    scholarName: shown('学者姓名'),
    books: shownOther('作品', z.array(z.object({ publishId: z.number(), title: z.string() }))),
  },
  filter: { title: 'like', category: 'equal', scholarId: 'equal', createBy: 'like', status: 'own' },
  sort: ['title', 'publishTime', 'createTime', 'viewNum'],
});

/** submit, approve, reject, offline, publish: each with its own permission. Users cannot approve their own article. */
export const informationEvent = endpoint('PUT /cms/information/{event}/{informationId}', {
  summary: '资讯流转',
  access: ['cms:information:edit', 'cms:content:audit'],
  params: z.object({ event: z.enum(RELEASE_EVENTS, '没有这个操作'), informationId: id }),
  body: releaseStep,
});

export const informationCard = z.object({
  informationId: z.number(),
  title: z.string(),
  category: z.string(),
  categoryName: z.string(),
  cover: z.string(),
  summary: z.string(),
  source: z.string(),
  author: z.string(),
  topFlag: z.boolean(),
  publishTime: z.string(),
  viewNum: z.number(),
});
export type InformationCard = z.output<typeof informationCard>;

/** Published articles, pinned ones first, then the newest. */
export const queryInformation = endpoint('GET /cms/information/queryInformation', {
  summary: '资讯列表（前台）',
  access: 'public',
  query: paging.extend({ category: searchTerm(100), scholarId: id.optional(), keyword: searchTerm(KEYWORD_LENGTH) }),
  row: informationCard,
});

const neighbour = z.object({ informationId: z.number(), title: z.string() }).nullable();

export const getInformation = endpoint('GET /cms/information/getInfo/{id}', {
  summary: '资讯（前台）',
  access: 'public',
  params: z.object({ id }),
  data: informationCard.extend({
    /** Sanitised HTML. */
    content: z.string(),
    scholar: z
      .object({
        scholarId: z.number(),
        scholarName: z.string(),
        avatar: z.string(),
        title: z.string(),
        collegeName: z.string(),
        researchField: z.string(),
      })
      .nullable(),
    books: z.array(bookCard),
    previous: neighbour,
    next: neighbour,
  }),
});
