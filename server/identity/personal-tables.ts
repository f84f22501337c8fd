import { anonymise, erase, type PersonalTable } from '../db/personal-table.ts';

/** Tables of this area with a column that names a person. */
export const identityPersonalTables: readonly PersonalTable[] = [
  anonymise(
    'user',
    {
      nickName: '已注销用户',
      passwordHash: '',
      email: '',
      phonenumber: '',
      sex: '2',
      avatar: '',
      introduction: '',
      loginIp: '',
      loginDate: null,
      deptId: null,
      collegeId: null,
      realName: '',
      idCardNo: '',
      identityKey: '',
      realNameStatus: 'none',
      remark: '',
      status: '1',
      delFlag: '2',
    },
    '账号',
    ['userName', 'nickName', 'email', 'phonenumber', 'sex', 'introduction', 'realName', 'createTime', 'loginIp', 'loginDate'],
    'id',
  ),
  erase('account'),
  erase('session', '登录中的设备', ['ip', 'browser', 'os', 'createTime', 'lastSeen']),
  erase('externalLogin', '关联的登录方式', ['provider', 'account', 'createTime']),
  erase('knownDevice', '登录过的设备', ['browser', 'os', 'createTime', 'lastSeen']),
  erase('secondFactor'),
  erase('recoveryCode'),
  erase('passkey', '通行密钥', ['name', 'createTime', 'lastUsed']),
  erase('userClosing'),
];
