import { useMemo } from 'react';
import { pressUser } from '../../../contract/manuscript/press-user.ts';
import { PersonSelect } from '../crud/field/person-select.tsx';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';

/** #73: stations of the editorial pipeline with qualification and workload. */
export function PressUserPage() {
  const stations = useMemo(
    () =>
      resource(pressUser, {
        columns: ['nickName', 'userName', 'station', 'qualification', 'certNo', 'validTo', 'workload', 'maxTasks', 'status'],
        search: ['nickName', 'station', 'qualification', 'status'],
        form: ['userId', 'station', 'qualification', 'certNo', 'validTo', 'maxTasks', 'status', 'remark'],
        empty: '暂无岗位人员',
        widths: { nickName: 100, userName: 110, station: 110, qualification: 100, validTo: 120, workload: 90, maxTasks: 110, status: 80 },
        control: { userId: (props) => <PersonSelect {...props} /> },
        lost: () => '移除后收回岗位的角色；手上的稿件不变，请先改派。',
      }),
    [],
  );
  return <ResourcePage resource={stations} />;
}
