import { erase, keep, COUNTED, type PersonalTable } from '../db/records/personal-table.ts';

/** Tables of this area with a column that names a person. */
export const libraryPersonalTables: readonly PersonalTable[] = [
  erase('browse', '浏览记录', ['targetType', 'targetId', 'seconds', 'createTime']),
  erase('browsePrivate'),
  erase('download', '下载记录', ['publicationId', 'device', 'result', 'createTime']),
  erase('downloadDevice', '下载的设备', ['publicationId', 'device', 'createTime']),
  keep('collect', 'userId', COUNTED, '收藏', ['targetType', 'targetId', 'createTime']),
  keep('score', 'userId', COUNTED, '评分', ['publicationId', 'score', 'updateTime']),
];
