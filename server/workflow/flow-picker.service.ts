import type { AppContext } from '../context.ts';
import { wireTime } from '../db/clock.ts';
import { namesLike, pickExpressions, pickRoles, pickUsers } from './flow-picker.queries.ts';

interface Stamps {
  readonly createBy: string;
  readonly createTime: number;
  readonly updateBy: string;
  readonly updateTime: number;
  readonly remark: string;
}
const stamps = ({ createBy, createTime, updateBy, updateTime, remark }: Stamps) => ({
  createBy,
  createTime: wireTime(createTime),
  updateBy,
  updateTime: wireTime(updateTime),
  remark,
});

/** Users, roles and expressions for the pickers of modellers, with the keys of compatible clients. */
export async function flowUsers({ db }: AppContext) {
  return (await pickUsers(db)).map((row) => ({
    userId: row.id,
    deptId: row.deptId,
    userName: row.userName,
    nickName: row.nickName,
    email: row.email,
    phonenumber: row.phonenumber,
    sex: row.sex,
    avatar: row.avatar,
    status: row.status,
    delFlag: row.delFlag,
    loginIp: row.loginIp,
    loginDate: wireTime(row.loginDate),
    pwdUpdateDate: wireTime(row.pwdUpdateDate),
    dept: row.deptId === null || row.deptName === null ? null : { deptId: row.deptId, deptName: row.deptName },
    roles: [],
    roleIds: null,
    postIds: null,
    roleId: null,
    admin: false,
    ...stamps(row),
  }));
}

export async function flowRoles({ db }: AppContext) {
  return (await pickRoles(db)).map((row) => ({
    roleId: row.id,
    roleName: row.roleName,
    roleKey: row.roleKey,
    roleSort: row.roleSort,
    dataScope: row.dataScope,
    menuCheckStrictly: row.menuCheckStrictly === '1',
    deptCheckStrictly: row.deptCheckStrictly === '1',
    status: row.status,
    delFlag: row.delFlag,
    flag: false,
    menuIds: null,
    deptIds: null,
    permissions: null,
    admin: row.roleKey === 'admin',
    ...stamps(row),
  }));
}

export async function flowExpressions({ db }: AppContext) {
  return (await pickExpressions(db)).map(({ id, name, expression, dataType, status, ...row }) => ({
    id,
    name,
    expression,
    dataType,
    status,
    ...stamps(row),
  }));
}

export const flowPeople = async ({ db }: AppContext, name: string | undefined) =>
  (await namesLike(db, name)).map(({ userId, nickName, deptName }) => ({ userId, nickName, deptName: deptName ?? '' }));
