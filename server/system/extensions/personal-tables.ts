import { anonymise, erase, keep, REMOVED, WORKFLOW, ORGANISATION, type PersonalTable } from '../../db/records/personal-table.ts';

/** Tables of this area with a column that names a person. */
export const systemPersonalTables: readonly PersonalTable[] = [
  erase('userRole'),
  erase('userPost'),
  erase('realNameCheck', '实名认证', ['realName', 'idType', 'status', 'reason', 'createTime', 'decidedAt']),
  keep('dept', null, ORGANISATION),
  anonymise('feedback', { contact: '', content: REMOVED, images: '[]' }, '意见反馈', ['type', 'content', 'contact', 'reply', 'createTime']),
  erase('listView', '列表视图', ['listKey', 'name', 'createTime']),
  // The files are removed by the sweep of unused files.
  erase('exportFile'),
  keep('file', 'ownerId', '附件随引用它的记录保存，没有引用的由任务清理'),
  keep('notice', 'submitBy', WORKFLOW),
  keep('userMode', null, '身份的设置，没有个人资料'),
];
