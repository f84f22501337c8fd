import type { Selectable } from 'kysely';
import type { RoleOfUser, WholeUser } from '../../contract/identity/session.ts';
import { wireTime } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import type { RoleTable, UserTable } from '../db/tables.ts';
import { deptsOfPeople, postNamesOf, rolesOfPeople } from './session.queries.ts';
import { SUPER_ROLE } from './staff.service.ts';

export interface About {
  readonly dept: WholeUser['dept'];
  readonly deptName: string;
  readonly roles: RoleOfUser[];
  readonly roleNames: string;
  readonly admin: boolean;
}

export const wireRole = (row: Selectable<RoleTable>, flag: boolean): RoleOfUser => ({
  roleId: row.id,
  roleName: row.roleName,
  roleKey: row.roleKey,
  roleSort: row.roleSort,
  dataScope: row.dataScope,
  status: row.status,
  admin: row.roleKey === SUPER_ROLE,
  flag,
  remark: row.remark,
  createTime: wireTime(row.createTime),
});

/** Returns the departments and roles of these users, in their order, with two queries whatever their number. */
export async function aboutPeople(db: Database | Tx, people: readonly { readonly id: number; readonly deptId: number | null }[]): Promise<About[]> {
  const deptIds = [...new Set(people.map((one) => one.deptId).filter((id) => id !== null))];
  const depts = new Map((deptIds.length === 0 ? [] : await deptsOfPeople(db, deptIds)).map((row) => [row.id, row]));
  const ids = people.map((one) => one.id);
  const held = Map.groupBy(ids.length === 0 ? [] : await rolesOfPeople(db, ids), (row) => row.userId);
  return people.map(({ id, deptId }) => {
    const dept = deptId === null ? undefined : depts.get(deptId);
    const roles = (held.get(id) ?? []).map((row) => wireRole(row, false));
    return {
      dept: dept ? { deptId: dept.id, deptName: dept.deptName, leader: dept.leader } : null,
      deptName: dept?.deptName ?? '',
      roles,
      roleNames: roles.map((role) => role.roleName).join('、'),
      admin: roles.some((role) => role.admin),
    };
  });
}

/** Returns users' own data: everything except the password and the identity card. */
export async function personOnWire(db: Database | Tx, row: Selectable<UserTable>): Promise<WholeUser> {
  const [about] = await aboutPeople(db, [row]);
  const { id, userName, nickName, email, phonenumber, sex, avatar, status, introduction, deptId, delFlag, loginIp, createBy, updateBy, remark } = row;
  return {
    userId: id,
    userName,
    nickName,
    email,
    phonenumber,
    sex,
    avatar,
    status,
    introduction,
    deptId,
    delFlag,
    loginIp,
    createBy,
    updateBy,
    remark,
    loginDate: wireTime(row.loginDate),
    pwdUpdateDate: wireTime(row.pwdUpdateDate),
    createTime: wireTime(row.createTime),
    updateTime: wireTime(row.updateTime),
    admin: about?.admin ?? false,
    dept: about?.dept ?? null,
    roles: about?.roles ?? [],
    roleIds: null,
    postIds: null,
    roleId: null,
  };
}

export const postNames = async (db: Database, userId: number): Promise<string[]> => (await postNamesOf(db, userId)).map((row) => row.postName);
