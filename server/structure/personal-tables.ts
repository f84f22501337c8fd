import { anonymise, erase, keep, ORGANISATION, type PersonalTable } from '../db/records/personal-table.ts';

/** Tables of this area with a column that names a person. */
export const structurePersonalTables: readonly PersonalTable[] = [
  erase('userGroup'),
  erase('applyForLog', '身份申请', ['targetMode', 'realName', 'unit', 'reason', 'status', 'createTime']),
  keep('press', null, ORGANISATION),
  keep('college', null, ORGANISATION),
  anonymise('author', { bankName: '', bankBranch: '', bankAccountNo: '', bankAccountName: '', photo: '', fields: '', workUnit: '' }, '作者信息', [
    'penName',
    'region',
    'nationality',
    'title',
    'workUnit',
    'education',
    'biography',
    'bankName',
    'createTime',
  ]),
  keep('professor', 'userId', '出版社公布的专家资料，由工作人员维护'),
];
