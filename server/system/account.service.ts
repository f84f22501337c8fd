import { account } from '../../contract/system/account.ts';
import { contains } from '../db/contains.ts';
import { crudService, type RequestCaller } from '../crud/crud-service.ts';
import type { Query } from '../crud/crud-table.ts';
import type { Database, Tx } from '../db/database.ts';
import type { AppContext } from '../context.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { missing } from '../http/app-error.ts';
import { rejectForeignAccount, rejectForeignSuper } from '../identity/staff.service.ts';
import { addIdentity, identitiesOf, namesOf, noteLock, removeIdentities, withoutIdentities } from './account.queries.ts';

const LOG = '账号管理';
const TYPES = { userName: 'username', phonenumber: 'mobile', email: 'email' } as const;

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

/** Synchronizes a user's identifiers with the user row; outdated ones are removed. */
export async function saveIdentities(tx: Database | Tx, userId: number): Promise<void> {
  const user = await namesOf(tx, userId);
  if (!user) return;
  const has = await identitiesOf(tx, userId);
  const wanted = (Object.keys(TYPES) as (keyof typeof TYPES)[])
    .map((column) => [TYPES[column], user[column]] as const)
    .filter(([, value]) => value !== '');
  const old = has.filter(
    (row) => row.identityType !== 'wechat' && !wanted.some(([type, value]) => type === row.identityType && value === row.identifier),
  );
  if (old.length > 0)
    await removeIdentities(
      tx,
      old.map((row) => row.id),
    );
  const now = Date.now();
  for (const [identityType, identifier] of wanted)
    if (!has.some((row) => row.identityType === identityType && row.identifier === identifier))
      await addIdentity(tx, { userId, identityType, identifier, createTime: now, updateTime: now });
}

const BATCH = 500;

/** Creates missing identifiers at each start, for users that an older program created. */
export async function saveAllIdentities(db: Database): Promise<void> {
  for (;;) {
    const people = await withoutIdentities(db, BATCH);
    if (people.length === 0) return;
    await db.transaction().execute(async (tx) => {
      for (const { id } of people) await saveIdentities(tx, id);
    });
    if (people.length < BATCH) return;
  }
}

/** Writes sign-in data of an account for user administrators; the counter itself enforces the lock. */
export async function noteSignIn(db: Database, userName: string, tries: number, lockedUntil: number | null): Promise<void> {
  await noteLock(db, userName, tries === 0 ? { failCount: 0, lockedUntil: null, lastLoginTime: Date.now() } : { failCount: tries, lockedUntil });
}

/** Lets a user try again at once. */
export async function unlockAccount(caller: RequestCaller, accountId: number): Promise<void> {
  const { context, currentUser } = caller;
  const [seen] = await accounts.within(context.db, currentUser, [accountId], 'system:account:unlock');
  const row = seen && (await namesOf(context.db, Number(seen['userId'])));
  if (!row) throw missing('账号不存在或已被删除，请刷新后重试');
  await rejectForeignSuper(context.db, currentUser, Number(seen['userId']));
  await withOperationLog(caller, { title: LOG, business: 'other' }, async (tx) => {
    await noteLock(tx, row.userName, { failCount: 0, lockedUntil: null });
  });
  await forgetTries(context, row.userName);
}

/** The same by the name used for the sign-in. */
export async function unlockByName(caller: RequestCaller, userName: string): Promise<void> {
  const { context, currentUser } = caller;
  await withOperationLog(caller, { title: '账户解锁', business: 'other' }, async (tx) => {
    await rejectForeignAccount(tx, currentUser, userName, 'monitor:logininfor:unlock');
    await noteLock(tx, userName, { failCount: 0, lockedUntil: null });
  });
  await forgetTries(context, userName);
}

/** Returns the key of the counter of wrong passwords of a user from one source: a known device, an address, or `all`. */
export const triesKey = (userName: string, source: string): string => `pwd_err_cnt:${userName.toLowerCase()}:${source}`;

export const forgetTries = async (context: AppContext, userName: string): Promise<void> => void (await context.cache.clear(triesKey(userName, '')));
