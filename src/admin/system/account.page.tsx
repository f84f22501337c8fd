import { account, unlockAccount } from '../../../contract/system/account.ts';
import { call } from '../../api/call.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';

const accounts = resource(account, {
  columns: ['identifier', 'identityType', 'userName', 'nickName', 'locked', 'failCount', 'lastLoginTime', 'cancelStatus'],
  search: ['identifier', 'userName', 'identityType', 'locked', 'cancelStatus'],
  detail: [
    'identifier',
    'identityType',
    'userName',
    'nickName',
    'verified',
    'failCount',
    'locked',
    'lockedUntil',
    'lastLoginTime',
    'cancelStatus',
    'createTime',
  ],
  empty: '暂无账号',
  widths: { failCount: 100 },
  rowActions: (row, tools) =>
    row.locked === '1'
      ? [
          {
            key: 'unlock',
            label: '解除锁定',
            permission: 'system:account:unlock',
            run: () =>
              tools.ask(
                { title: `解除「${row.userName}」的锁定？`, content: '此人可以马上再试密码。请先确认是本人。', verb: '解除锁定' },
                () => call(unlockAccount, { params: { accountId: row.accountId } }),
                '已解除锁定',
              ),
          },
        ]
      : [],
});

/** #89: sign-in names of users, and locked accounts. */
export const AccountPage = () => <ResourcePage resource={accounts} />;
