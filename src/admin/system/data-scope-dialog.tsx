import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, Form, Modal, Select, Skeleton } from 'antd';
import { deptsOfRole, saveDataScope, type DATA_SCOPES, type Role } from '../../../contract/system/role.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { withKey } from '../../api/with-key.ts';
import { useDict } from '../crud/field/dict-tag.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import { TickTree } from './tick-tree.tsx';

type Scope = (typeof DATA_SCOPES)[number];

/** Sets the data scope of a role. */
export function DataScopeDialog({ role, onClose, onSaved }: { role: Role; onClose: () => void; onSaved: () => void }) {
  useRestoreFocus();
  const { message } = App.useApp();
  const [scope, setScope] = useState(role.dataScope as Scope);
  const [linked, setLinked] = useState(role.deptCheckStrictly ?? true);
  const [chosen, setChosen] = useState<readonly number[] | null>(null);
  const [wrong, setWrong] = useState('');
  const [busy, setBusy] = useState(false);
  const scopes = useDict('sys_role_data_scope');
  const depts = useQuery({ ...queryOf(deptsOfRole, { params: { roleId: role.roleId } }), staleTime: 0, gcTime: 0 });
  const value = chosen ?? depts.data?.checkedKeys ?? [];
  const save = async () => {
    if (scope === '2' && value.length === 0) return setWrong('请至少选择一个部门，或换一种数据范围');
    setBusy(true);
    try {
      await call(saveDataScope, { body: { roleId: role.roleId, dataScope: scope, deptIds: [...value], deptCheckStrictly: linked } });
      void message.success('数据权限已保存，从下一次操作起生效');
      onSaved();
      onClose();
    } catch (error) {
      setWrong(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`「${role.roleName}」的数据权限`}
      okText="保存"
      cancelText="取消"
      confirmLoading={busy}
      onOk={() => void save()}
      onCancel={onClose}
    >
      {wrong ? <Alert type="error" showIcon title={wrong} style={{ marginBottom: 12 }} /> : null}
      <Form layout="vertical">
        <Form.Item label="数据范围" htmlFor="data-scope" extra="决定持有这个角色的人能看到哪些用户、部门的数据">
          <Select
            id="data-scope"
            value={scope}
            options={scopes.map(({ value: key, label }) => ({ value: key, label }))}
            onChange={(next: string) => setScope(next as Scope)}
          />
        </Form.Item>
        {scope === '2' ? (
          <Form.Item label="部门" required>
            {depts.isPending ? (
              <Skeleton active />
            ) : (
              <TickTree
                label="部门"
                question={{
                  ...withKey(queryOf(deptsOfRole, { params: { roleId: role.roleId } }), 'tree'),
                  queryFn: async () => (await call(deptsOfRole, { params: { roleId: role.roleId } })).depts,
                }}
                value={value}
                onChange={setChosen}
                linked={linked}
                onLinked={setLinked}
              />
            )}
          </Form.Item>
        ) : null}
      </Form>
    </Modal>
  );
}
