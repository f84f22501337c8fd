import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Empty, Skeleton, Table } from 'antd';
import { useNavigate, useParams } from 'react-router-dom';
import type { RoleOfUser } from '../../../contract/identity/session.ts';
import { rolesOfUser, saveRolesOfUser, staff } from '../../../contract/system/user.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import '../crud/crud.css';
import { DictTag } from '../crud/field/dict-tag.tsx';
import { useActs } from '../crud/use-resource.tsx';
import { LoadFailed } from '../crud/list-states.tsx';

/** #105: the roles of a user. */
export function UserAuthPage() {
  const userId = Number(useParams()['userId']);
  const navigate = useNavigate();
  const client = useQueryClient();
  const [ticked, setTicked] = useState<readonly number[] | null>(null);
  const found = useQuery({ ...queryOf(rolesOfUser, { params: { userId } }), staleTime: 0 });
  const { act } = useActs(async () => {
    await Promise.all([rolesOfUser, staff.list].map((one) => client.invalidateQueries(allOf(one))));
  });
  if (found.isError) return <LoadFailed query={found} />;
  if (!found.data) return <Skeleton active paragraph={{ rows: 8 }} />;
  const { user, roles } = found.data;
  const chosen = ticked ?? roles.filter((role) => role.flag).map((role) => role.roleId);
  const save = async () => {
    if (await act(() => call(saveRolesOfUser, { query: { userId, roleIds: chosen.join() } }), '角色已保存，从下一次操作起生效')) setTicked(null);
  };
  return (
    <section className="admin-card crud" aria-labelledby="user-auth-title">
      <h1 id="user-auth-title" className="page-heading">
        「{user.nickName}」的角色
      </h1>
      <p className="soft" style={{ padding: '0 16px', margin: 0 }}>
        {user.userName} · {user.deptName || '没有部门'} · 已选 {chosen.length} 个角色
      </p>
      <Table<RoleOfUser>
        rowKey="roleId"
        size="medium"
        dataSource={roles}
        pagination={false}
        scroll={{ x: 560 }}
        locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="暂无角色" /> }}
        rowSelection={{
          selectedRowKeys: [...chosen],
          onChange: (keys) => setTicked(keys as number[]),
          getCheckboxProps: (role) =>
            ({ disabled: user.admin || (role.status === '1' && !role.flag), 'aria-label': `选择${role.roleName}` }) as object,
        }}
        columns={[
          { title: '角色名称', dataIndex: 'roleName', width: 180 },
          { title: '权限字符', dataIndex: 'roleKey', width: 160, render: (key: string) => <span className="code">{key}</span> },
          { title: '数据范围', dataIndex: 'dataScope', width: 120, render: (value: string) => <DictTag type="sys_role_data_scope" value={value} /> },
          { title: '状态', dataIndex: 'status', width: 90, render: (value: string) => <DictTag type="sys_normal_disable" value={value} /> },
        ]}
        style={{ padding: '8px 16px' }}
      />
      <div className="admin-toolbar" style={{ justifyContent: 'flex-end' }}>
        <span className="soft grow">{user.admin ? '超级管理员的角色不能修改' : ticked ? '未保存' : ''}</span>
        <Button onClick={() => void navigate('/system/user')}>返回用户列表</Button>
        <Button type="primary" disabled={user.admin || ticked === null} onClick={() => void save()}>
          保存
        </Button>
      </div>
    </section>
  );
}
