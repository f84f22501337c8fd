import { userMode } from '../../contract/system/usermode.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { failed } from '../http/app-error.ts';
import type { App } from '../http/serve.ts';
import { assertOwnRoles } from '../identity/staff.service.ts';

export function userModeRoutes(app: App): void {
  serveCrud(app, userMode, {
    table: 'userMode',
    log: '用户模式',
    order: [['orderNum', 'asc']],
    unique: { modeKey: '模式标识已存在', modeName: '模式名称已存在' },
    removal: 'hard',
    usedBy: [{ table: 'user', column: 'userModeId', error: (row) => failed(`${String(row['modeName'])}已有用户,不能删除`) }],
    // A user who gets a mode gets its roles. So nobody may add roles they cannot grant, nor enable a mode with such roles.
    async check(tx, { draft, before, currentUser }) {
      const opened = (before?.['needAudit'] === '1' && draft.needAudit === '0') || (before?.['status'] === '1' && draft.status === '0');
      const had = new Set(before && !opened ? (JSON.parse(String(before['defaultRoleIds'])) as number[]) : []);
      await assertOwnRoles(
        tx,
        currentUser,
        draft.defaultRoleIds.filter((id) => !had.has(id)),
        `system:usermode:${before ? 'edit' : 'add'}`,
      );
    },
  });
}
