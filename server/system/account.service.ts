import { account } from '../../contract/system/account.ts';
import { contains } from '../db/contains.ts';
import { crudService, type RequestCaller } from '../crud/crud-service.ts';
import type { Query } from '../crud/crud-table.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { missing } from '../http/app-error.ts';
import { removeLock } from '../identity/account-identity.service.ts';
import { forgetTries } from '../identity/login-attempts.service.ts';
import { assertOwnAccount, rejectForeignSuper } from '../identity/staff.service.ts';
import { userNameOf } from './account.queries.ts';

const LOG = '账号管理';

/** The identifiers of a user: one row each for user name, phone number and e-mail address. */
export const accounts = crudService(account, {
  table: 'account',
  log: LOG,
  order: [['id', 'desc']],
  removal: 'hard',
  scope: { person: 'userId' },
  outOfScopeMessage: '没有权限访问用户数据！',
  names: {
    userName: { from: 'user', column: 'userName', by: 'userId' },
    nickName: { from: 'user', column: 'nickName', by: 'userId' },
  },
  async show(_db, rows) {
    const now = Date.now();
    return rows.map((row) => ({ locked: Number(row['lockedUntil'] ?? 0) > now ? '1' : '0' }));
  },
  filters: {
    userName: (query, value, context) => query.where('userId', 'in', context.db.selectFrom('user').select('id').where(contains('userName', value))),
    locked: (query, value) =>
      value === '1'
        ? query.where('lockedUntil', '>', Date.now())
        : query.where((eb: Query) => eb.or([eb('lockedUntil', 'is', null), eb('lockedUntil', '<=', Date.now())])),
  },
});

/** Lets a user try again at once. */
export async function unlockAccount(caller: RequestCaller, accountId: number): Promise<void> {
  const { context, currentUser } = caller;
  const [seen] = await accounts.within(context.db, currentUser, [accountId], 'system:account:unlock');
  const row = seen && (await userNameOf(context.db, Number(seen['userId'])));
  if (!row) throw missing('账号不存在或已被删除，请刷新后重试');
  await rejectForeignSuper(context.db, currentUser, Number(seen['userId']));
  await withOperationLog(caller, { title: LOG, business: 'other' }, async (tx) => {
    await removeLock(tx, row.userName);
  });
  await forgetTries(context, row.userName);
}

/** The same by the name used for the sign-in. */
export async function unlockByName(caller: RequestCaller, userName: string): Promise<void> {
  const { context, currentUser } = caller;
  await withOperationLog(caller, { title: '账户解锁', business: 'other' }, async (tx) => {
    await assertOwnAccount(tx, currentUser, userName, 'monitor:logininfor:unlock');
    await removeLock(tx, userName);
  });
  await forgetTries(context, userName);
}
