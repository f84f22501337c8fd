import { anonymise, erase, keep, REMOVED, COUNTED, type PersonalTable } from '../db/records/personal-table.ts';

/** Tables of this area with a column that names a person. */
export const commentPersonalTables: readonly PersonalTable[] = [
  anonymise('comment', { content: REMOVED, previousContent: '', ip: '' }, '评论', ['targetType', 'targetId', 'content', 'status', 'createTime']),
  anonymise(
    'authorMessage',
    { title: '', content: REMOVED, previousContent: '', images: '[]' },
    '作者说',
    ['title', 'content', 'createTime'],
    'authorId',
  ),
  keep('contentLike', 'userId', COUNTED, '点赞', ['kind', 'targetId', 'createTime']),
  anonymise('commentReport', { detail: '' }, '举报', ['reason', 'detail', 'result', 'createTime']),
  erase('penalty', '处理记录', ['kind', 'reason', 'fromTime', 'toTime']),
];
