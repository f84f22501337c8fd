import { userGroup, type GroupKey } from '../../contract/structure/user-group.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { wireTime } from '../db/clock.ts';
import { failed } from '../http/app-error.ts';
import type { App } from '../http/serve.ts';
import { assertPersonInScope } from '../identity/staff.service.ts';
import { byPerson, livingUser, peopleOf } from '../crud/person-names.ts';
import { giveRole, takeRole } from './role-grant.service.ts';
import { isOwnPerson } from '../http/person.policy.ts';

/** The role of a group; ordinary readers have none. */
const ROLE_OF: Readonly<Record<GroupKey, string | null>> = {
  chiefeditor: 'chief_editor',
  editreview: 'editor',
  author: 'author',
  regular: null,
};

export function userGroupRoutes(app: App): void {
  serveCrud(app, userGroup, {
    table: 'userGroup',
    log: '用户组管理',
    unique: { userId: '该用户已在组内' },
    within: ['groupKey'],
    removal: 'hard',
    scope: { person: 'userId' },
    show: async (db, rows) => {
      const people = await peopleOf(db, rows);
      return rows.map((row) => {
        const user = people.get(row['userId'] as number);
        return {
          userName: user?.userName ?? '',
          nickName: user?.nickName ?? '（已删除）',
          phonenumber: user?.phonenumber ?? '',
          userStatus: user?.status ?? '1',
          loginDate: wireTime(user?.loginDate ?? null),
        };
      });
    },
    filters: { userName: byPerson },
    check: async (tx, { draft, before, currentUser }) => {
      if (isOwnPerson(draft.userId, currentUser)) throw failed('不能把自己加入用户组，请由其他管理员操作');
      if (draft.userId === null || !(await livingUser(tx, draft.userId))) throw failed('选择的用户不存在或已被删除，请重新选择');
      await assertPersonInScope(tx, currentUser, draft.userId, 'structure:group:add');
      if (before && (before['userId'] !== draft.userId || before['groupKey'] !== draft.groupKey))
        throw failed('成员和用户组不能更换；请移出后重新加入');
    },
    columnsOf: ({ before, draft }) => (before || draft.joinedAt ? {} : { joinedAt: Date.now() }),
    afterSave: async (tx, { draft, currentUser }) => {
      const role = ROLE_OF[draft.groupKey];
      if (!role || draft.userId === null) return;
      const giver = { currentUser, permission: 'structure:group:add' };
      if (draft.status === '0') await giveRole(tx, giver, draft.userId, role);
      else await takeRole(tx, giver, draft.userId, role);
    },
    beforeRemove: async (tx, rows, currentUser) => {
      for (const row of rows) {
        if (isOwnPerson(row['userId'] as number, currentUser)) throw failed('不能把自己移出用户组');
        const role = ROLE_OF[row['groupKey'] as GroupKey];
        if (role) await takeRole(tx, { currentUser, permission: 'structure:group:remove' }, row['userId'] as number, role);
      }
    },
  });
}
