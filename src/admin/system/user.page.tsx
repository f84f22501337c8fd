import { useMemo, useState, type ComponentProps } from 'react';
import { useQuery } from '@tanstack/react-query';
import { App, Input, Select } from 'antd';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { resetSecondFactor } from '../../../contract/identity/second-factor.ts';
import { changeUserStatus, getUser, staff, userChoices, userDeptTree, type StaffUser } from '../../../contract/system/user.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { session } from '../../session/session.store.ts';
import { errorMessage } from '../ui/error-message.ts';
import { resource, type ControlProps } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { useListFilter } from '../crud/use-list-filter.ts';
import { DeptAside } from './dept-aside.tsx';
import { OneTimePassword, PasswordDialog } from './password-dialog.tsx';
import { StopDialog } from './stop-dialog.tsx';
import { StatusSwitch } from './status-switch.tsx';
import { TreeChoice } from './tree-choice.tsx';

const isId = (value: string): boolean => /^[1-9]\d{0,14}$/.test(value);

/** #90: users by department. */
export function UserPage() {
  const { modal, message } = App.useApp();
  const navigate = useNavigate();
  const { now } = useSnapshot(session);
  const me = now.state === 'authenticated' ? now.user.userId : 0;
  const [dept, setDept] = useListFilter('deptId', isId);
  const deptId = dept === '' ? null : Number(dept);
  const [resetting, setResetting] = useState<StaffUser | null>(null);
  const [stopping, setStopping] = useState<Omit<ComponentProps<typeof StopDialog>, 'onClose'> | null>(null);
  const people = useMemo(
    () =>
      resource(staff, {
        columns: ['userName', 'nickName', 'deptName', 'phonenumber', 'roleNames', 'status', 'loginDate', 'createTime'],
        search: ['userName', 'nickName', 'phonenumber', 'status'],
        form: ['userName', 'nickName', 'deptId', 'sex', 'phonenumber', 'email', 'password', 'status', 'postIds', 'roleIds', 'remark'],
        empty: '暂无用户',
        widths: { userName: 120, nickName: 110, deptName: 120, phonenumber: 120, roleNames: 150, status: 90, loginDate: 110, createTime: 110 },
        shows: { password: (_values, row) => row === null },
        control: {
          deptId: (props) => <TreeChoice {...props} question={queryOf(userDeptTree, {})} placeholder="请选择部门" />,
          postIds: (props) => <Choices {...props} of="posts" />,
          roleIds: (props) => <Choices {...props} of="roles" />,
          // A user name cannot be changed later.
          userName: ({ id, value, onChange, row }) => (
            <Input
              {...(id ? { id } : {})}
              maxLength={20}
              readOnly={Boolean(row)}
              value={(value ?? '') as string}
              onChange={(event) => onChange?.(event.target.value)}
            />
          ),
        },
        read: async (userId) => (await call(getUser, { params: { userId } })).data,
        added: (row) => {
          const { initPassword, userName } = row as { initPassword?: string; userName: string };
          if (initPassword) void modal.success({ title: '用户已新增', content: <OneTimePassword userName={userName} password={initPassword} /> });
        },
        cell: {
          status: (row, tools) => (
            <StatusSwitch
              name={row.nickName}
              status={row.status}
              tools={tools}
              disabled={row.admin || row.userId === me || !tools.may('system:user:edit')}
              warning="停用后，此人会立即在所有设备上退出登录，不能再登录；他的内容不受影响。"
              onStop={() => setStopping({ user: row, stops: true, tools })}
              change={(status) => call(changeUserStatus, { body: { userId: row.userId, status } })}
            />
          ),
        },
        locked: (row) => (row.admin ? '超级管理员不能修改' : row.userId === me ? '自己的资料请在个人中心修改' : false),
        rowActions: (row, tools) =>
          row.admin || row.userId === me
            ? []
            : [
                { key: 'roles', label: '分配角色', permission: 'system:user:edit', run: () => void navigate(`/system/user-auth/role/${row.userId}`) },
                {
                  key: 'handOver',
                  label: '交接工作',
                  permission: 'system:user:edit',
                  run: () => setStopping({ user: row, stops: false, tools }),
                },
                { key: 'password', label: '重置密码', permission: 'system:user:resetPwd', run: () => setResetting(row) },
                {
                  key: 'factor',
                  label: '清除两步验证',
                  permission: 'system:user:resetPwd',
                  run: () =>
                    void modal.confirm({
                      title: `清除「${row.nickName}」的两步验证和通行密钥？`,
                      content: '只在确认是本人、他又丢失了手机和恢复码时清除。清除后他只凭密码登录，并会收到通知。',
                      okText: '清除',
                      cancelText: '取消',
                      okButtonProps: { danger: true },
                      onOk: () =>
                        call(resetSecondFactor, { params: { userId: row.userId } }).then(
                          () => void message.success('已清除'),
                          (error: unknown) => void message.error(errorMessage(error)),
                        ),
                    }),
                },
              ],
        lost: (rows) => `${rows.length} 个账号会立即退出登录并移入回收站，30 天内可以恢复；他们发布的内容、订单和书架都会保留。`,
      }),
    [modal, message, navigate, me],
  );
  return (
    <>
      <ResourcePage
        resource={people}
        aside={<DeptAside chosen={deptId} onChoose={(id) => setDept(id === null ? '' : String(id))} />}
        {...(deptId === null ? {} : { given: { deptId } })}
      />
      {stopping ? <StopDialog {...stopping} onClose={() => setStopping(null)} /> : null}
      {resetting ? <PasswordDialog user={resetting} onClose={() => setResetting(null)} /> : null}
    </>
  );
}

/** Roles or posts that may be assigned to a user. */
function Choices({ of, id, value, onChange }: ControlProps & { of: 'roles' | 'posts' }) {
  const { data, isFetching } = useQuery(queryOf(userChoices, {}));
  const options =
    of === 'roles'
      ? (data?.roles ?? []).map((role) => ({ value: role.roleId, label: role.roleName, disabled: role.status === '1' }))
      : (data?.posts ?? []).map((post) => ({ value: post.postId, label: post.postName, disabled: post.status === '1' }));
  return (
    <Select
      {...(id ? { id } : {})}
      mode="multiple"
      allowClear
      loading={isFetching}
      options={options}
      value={(value ?? []) as number[]}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={of === 'roles' ? '请选择角色' : '请选择岗位'}
      onChange={(next: number[]) => onChange?.(next)}
    />
  );
}
