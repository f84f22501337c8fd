import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { choice, integer, optionalText, shown, shownNumber, status, text } from '../field.ts';
import { searchTerm } from '../search-term.ts';
import { KINDS } from './manuscript-limits.ts';

/** #110: the tree of manuscript categories, at most three levels. */
export const manuscriptType = crud('/cms/archiveType', {
  name: '稿件分类',
  permission: 'cms:archiveType',
  key: 'archiveTypeId',
  title: 'typeName',
  fields: {
    parentId: integer('上级分类', 0, Number.MAX_SAFE_INTEGER, 0),
    typeName: text('分类名称', 40),
    typeCode: optionalText('中图法代码', 20),
    kind: choice('类型', 'cms_archive_kind', KINDS, 'book'),
    orderNum: integer('排序', 0, 9999, 0),
    status: status(),
  },
  shown: { parentName: shown('上级'), works: shownNumber('作品数') },
  filter: { typeName: 'like', status: 'equal' },
  calls: ['get', 'add', 'edit', 'remove'],
});

/** All categories, unpaged. */
export const listManuscriptTypes = endpoint('GET /cms/archiveType/list', {
  summary: '稿件分类列表',
  access: 'cms:archiveType:list',
  query: z.object({ typeName: searchTerm(40), status: z.string().max(1).optional() }),
  data: z.array(manuscriptType.list.row),
});
