import { absence, pressUser } from '../../contract/manuscript/press-user.ts';
import { byPerson, livingUser, peopleOf } from '../crud/person-names.ts';
import type { Row } from '../crud/crud-table.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { failed, invalid } from '../http/app-error.ts';
import type { App } from '../http/serve.ts';
import { giveRole, takeRole } from '../structure/role-grant.service.ts';
import { otherAbsence, workloadsOf } from './press-people.service.ts';
import { isOwnPerson } from '../http/person.policy.ts';

const LOG = '出版岗位';

const userIdsOf = (rows: readonly Row[]): number[] => rows.map((row) => row['userId'] as number);

export function pressUserRoutes(app: App): void {
  serveCrud(app, pressUser, {
    table: 'pressUser',
    log: LOG,
    unique: { userId: '此人已有这个岗位' },
    within: ['station'],
    removal: 'hard',
    show: async (db, rows) => {
      const [people, loads] = [await peopleOf(db, rows), await workloadsOf(db, userIdsOf(rows))];
      return rows.map((row) => {
        const user = people.get(row['userId'] as number);
        return { nickName: user?.nickName ?? '（已删除）', userName: user?.userName ?? '', workload: loads.get(row['userId'] as number) ?? 0 };
      });
    },
    filters: { nickName: byPerson },
    check: async (tx, { draft, before, currentUser }) => {
      if (isOwnPerson(draft.userId, currentUser)) throw failed('不能给自己设置岗位，请由其他管理员操作');
      if (!(await livingUser(tx, draft.userId))) throw failed('选择的人员不存在或已被删除，请重新选择');
      if (draft.station === 'editor' && draft.certNo === '') throw invalid('责任编辑须填写责任编辑证号');
      if (before && (before['userId'] !== draft.userId || before['station'] !== draft.station)) throw failed('人员和岗位不能更换；请移出后重新添加');
    },
    afterSave: async (tx, { draft, currentUser }) => {
      if (draft.userId === null) return;
      const giver = { currentUser, permission: 'press:user:add' };
      if (draft.status === '0') await giveRole(tx, giver, draft.userId, draft.station);
      else await takeRole(tx, giver, draft.userId, draft.station);
    },
    beforeRemove: async (tx, rows, currentUser) => {
      for (const row of rows) {
        if (isOwnPerson(row['userId'] as number, currentUser)) throw failed('不能移除自己的岗位');
        await takeRole(tx, { currentUser, permission: 'press:user:remove' }, row['userId'] as number, String(row['station']));
      }
    },
  });
  serveCrud(app, absence, {
    table: 'absence',
    log: LOG,
    removal: 'hard',
    order: [['startDate', 'desc']],
    names: { deputyName: { from: 'user', column: 'nickName', by: 'deputyId' }, nickName: { from: 'user', column: 'nickName', by: 'userId' } },
    show: async (db, rows) => {
      const loads = await workloadsOf(db, userIdsOf(rows));
      return rows.map((row) => ({ openTasks: loads.get(row['userId'] as number) ?? 0 }));
    },
    filters: { nickName: byPerson },
    check: async (tx, { draft, before }) => {
      if (draft.startDate === '' || draft.endDate === '') throw invalid('请填写开始和结束日期');
      if (draft.endDate < draft.startDate) throw invalid('结束日期不能早于开始日期');
      if (draft.deputyId === draft.userId) throw invalid('代理人不能是本人');
      if (!(await livingUser(tx, draft.userId)) || !(await livingUser(tx, draft.deputyId))) throw failed('选择的人员不存在或已被删除，请重新选择');
      const other = await otherAbsence(tx, { ...draft, userId: draft.userId ?? 0 }, Number(before?.['id'] ?? 0));
      if (other) throw failed(`${other.startDate}至${other.endDate}已登记由${other.deputyName ?? '他人'}代理，日期不能重叠，请修改那一条`);
    },
  });
}
