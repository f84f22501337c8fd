import type { RecycleKind } from '../crud/recycle-bin.ts';
import type { Tx } from '../db/database.ts';
import type { Engine } from '../db/dialects/engine.ts';
import { failed, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { giveRole } from './role-grant.service.ts';

/** The role is restored with the row, so that users cannot restore their own. */
async function assertNotOneself(tx: Tx, id: number, currentUser: CurrentUser): Promise<void> {
  const own = await tx.selectFrom('professor').select('id').where('id', '=', id).where('userId', '=', currentUser.userId).executeTakeFirst();
  if (own) throw failed('不能恢复自己的教授身份，请由其他管理员操作');
}

/** Restores a professor and grants the role again. */
async function restoreProfessor(tx: Tx, _engine: Engine, id: number, currentUser: CurrentUser): Promise<void> {
  const row = await tx.selectFrom('professor').select('userId').where('id', '=', id).where('delFlag', '=', '1').executeTakeFirst();
  if (!row) throw missing('教授不在回收站里，请刷新后重试');
  await tx
    .updateTable('professor')
    .set((eb) => ({ delFlag: '0', updateTime: Date.now(), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  await giveRole(tx, { currentUser, permission: 'recycle:content:restore' }, row.userId, 'professor');
}

export const professorBin: RecycleKind = { bin: 'content', purge: 'delete', check: assertNotOneself, restore: restoreProfessor };
