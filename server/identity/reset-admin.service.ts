import { appendLog } from '../audit/audit-chain.ts';
import { OPERATION_TYPES } from '../audit/operation-log.ts';
import type { Database } from '../db/database.ts';
import { failed } from '../http/app-error.ts';
import { removeLock, saveIdentities } from './account-identity.service.ts';
import { hashPassword } from './password.ts';
import { addAdmin, isAdmin, setOneTimePassword } from './platform-admin.queries.ts';
import { dropPasskeys, dropTotp } from './second-factor/second-factor.queries.ts';
import { endSessions, randomPassword } from './staff.service.ts';

/**
 * Gives a platform administrator a new one-time password, for an operator at the machine: unlocks and activates the account, ends its
 * sessions, and writes an operation log row. `admin` is created when the installation has no such account. Throws an `AppError` for an
 * account that is not a platform administrator.
 */
export async function resetAdmin(db: Database, userName: string, removeSecondFactor: boolean): Promise<string> {
  const password = randomPassword();
  const passwordHash = await hashPassword(password);
  const now = Date.now();
  await db.transaction().execute(async (tx) => {
    // A write comes first: SQLite then holds its write lock before anything is read.
    const found = await setOneTimePassword(tx, userName, passwordHash, now);
    if (found === null && userName !== 'admin') throw failed(`没有名为 ${userName} 的账号`);
    const userId = found ?? (await addAdmin(tx, { passwordHash, pwdUpdateDate: null, now }));
    if (!(await isAdmin(tx, userId))) throw failed(`${userName} 不是平台管理员，不能用这个命令重置密码`);
    await endSessions(tx, [userId]);
    await removeLock(tx, userName);
    if (removeSecondFactor) {
      await dropTotp(tx, userId);
      await dropPasskeys(tx, userId);
    }
    await saveIdentities(tx, userId);
    await appendLog(tx, 'operLog', {
      title: '重置管理员密码',
      businessType: OPERATION_TYPES.edit,
      method: 'npm run reset-admin',
      operatorType: 1,
      operName: '本机操作员',
      deptId: null,
      userId: null,
      operParam: JSON.stringify({ userName, removeSecondFactor }),
      operTime: now,
      status: 0,
    });
  });
  return password;
}
