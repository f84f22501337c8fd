import { professor } from '../../contract/structure/professor.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { failed } from '../http/app-error.ts';
import type { App } from '../http/serve.ts';
import { byPerson, livingUser, peopleOf } from '../crud/person-names.ts';
import { giveRole, takeRole } from './role-grant.service.ts';
import { isOwnPerson } from '../http/person.policy.ts';

export function professorRoutes(app: App): void {
  serveCrud(app, professor, {
    table: 'professor',
    log: '教授管理',
    unique: { userId: '该用户已是教授' },
    removal: 'bin',
    scope: { person: 'userId' },
    names: { collegeName: { from: 'college', column: 'collegeName', by: 'collegeId' } },
    show: async (db, rows) => {
      const people = await peopleOf(db, rows);
      return rows.map((row) => {
        const { userName = '', nickName = '' } = people.get(row['userId'] as number) ?? {};
        return { userName, nickName };
      });
    },
    filters: { nickName: byPerson },
    check: async (tx, { draft, before, currentUser }) => {
      if (!before && isOwnPerson(draft.userId, currentUser)) throw failed('不能把自己设为教授，请由其他管理员操作');
      if (!(await livingUser(tx, draft.userId))) throw failed('选择的用户不存在或已被删除，请重新选择');
      if (before && before['userId'] !== draft.userId) throw failed('教授的用户不能更换；请新增另一位教授');
    },
    afterSave: async (tx, { draft, before, currentUser }) => {
      if (!before && draft.userId !== null) await giveRole(tx, { currentUser, permission: 'structure:professor:add' }, draft.userId, 'professor');
    },
    beforeRemove: async (tx, rows, currentUser) => {
      const giver = { currentUser, permission: 'structure:professor:remove' };
      for (const row of rows) await takeRole(tx, giver, row['userId'] as number, 'professor');
    },
  });
}
