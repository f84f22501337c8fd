import { useMemo } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { dept, deptTree, listDepts } from '../../../contract/system/dept.ts';
import { userDeptTree } from '../../../contract/system/user.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import { resource } from '../crud/resource.ts';
import { TreePage } from '../crud/tree-page.tsx';
import { TreeChoice } from './tree-choice.tsx';

/** #94: the tree of departments. */
export function DeptPage() {
  const client = useQueryClient();
  const depts = useMemo(
    () =>
      resource(dept, {
        columns: ['deptName', 'leader', 'phone', 'orderNum', 'status', 'createTime'],
        search: ['deptName', 'status'],
        form: ['parentId', 'deptName', 'orderNum', 'leader', 'phone', 'email', 'status'],
        empty: '暂无部门',
        widths: { orderNum: 90, status: 90 },
        initial: { orderNum: 1 },
        control: {
          parentId: (props) => (
            <TreeChoice
              {...props}
              question={queryOf(deptTree, {})}
              root="最上级"
              placeholder="请选择上级部门"
              {...(props.row ? { without: Number(props.row['deptId']) } : {})}
            />
          ),
        },
        lost: () => '部门删除后不能恢复；有下级部门或有人员的部门不能删除，角色数据范围里的这个部门会一并去掉。',
        written: () => [deptTree, userDeptTree].forEach((one) => void client.invalidateQueries(allOf(one))),
      }),
    [client],
  );
  return <TreePage resource={depts} question={queryOf(listDepts, {})} parent="parentId" />;
}
