import type { z } from 'zod';
import { crud } from '../crud.ts';
import { shown, shownNumber } from '../field.ts';

/** #108: what authors have handed in, by author: the present files of all manuscripts, each with its manuscript. */
export const authorLibrary = crud('/author/library', {
  name: '作者文库',
  permission: 'author:library',
  key: 'archiveFileId',
  title: 'fileName',
  fields: {},
  shown: {
    archiveId: shownNumber('稿件'),
    fileName: shown('文件'),
    fileRole: shown('类别', 'choice', { dict: 'cms_archive_file_role' }),
    fileSize: shownNumber('大小'),
    title: shown('稿件名称'),
    archiveNo: shown('稿件编号'),
    authorName: shown('作者'),
    archiveStatus: shown('稿件状态', 'choice', { dict: 'cms_archive_status' }),
    uploaderName: shown('上传人'),
  },
  filter: { authorName: 'own', title: 'own', fileName: 'like', fileRole: 'equal', createTime: 'between' },
  sort: ['archiveFileId', 'fileSize', 'createTime'],
  calls: ['list', 'get', 'export'],
});
export type LibraryRow = z.output<typeof authorLibrary.list.row>;
