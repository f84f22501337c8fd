import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { shown, shownNumber } from '../field.ts';
import { id } from '../page.ts';

/** Sign-in names of users; maintained by the application, viewed by staff. */
export const account = crud('/system/account', {
  name: '账号',
  permission: 'system:account',
  confirm: ['export'],
  key: 'accountId',
  title: 'identifier',
  fields: {},
  shown: {
    userId: shownNumber('用户编号'),
    userName: shown('登录账号'),
    nickName: shown('用户昵称'),
    identityType: shown('标识类型', 'choice', { dict: 'system_account_identity_type' }),
    identifier: shown('标识'),
    verified: shown('已验证', 'flag', { dict: 'sys_yes_no_flag' }),
    failCount: shownNumber('连续输错'),
    locked: shown('锁定', 'flag', { dict: 'sys_yes_no_flag' }),
    lockedUntil: shown('锁定至', 'time'),
    lastLoginTime: shown('最后登录', 'time'),
    cancelStatus: shown('注销申请', 'choice', { dict: 'system_account_cancel_status' }),
  },
  filter: { identifier: 'like', userName: 'own', identityType: 'equal', locked: 'own', cancelStatus: 'equal' },
  sort: ['accountId', 'identifier', 'lastLoginTime', 'failCount'],
  calls: ['list', 'get'],
});

/** Unlocks a locked user at once. */
export const unlockAccount = endpoint('PUT /system/account/unlock/{accountId}', {
  summary: '解除账号锁定',
  access: 'system:account:unlock',
  params: z.object({ accountId: id }),
});
