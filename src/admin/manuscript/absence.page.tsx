import { useMemo } from 'react';
import { absence } from '../../../contract/manuscript/press-user.ts';
import { PersonSelect } from '../crud/field/person-select.tsx';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';

/** Absences and deputies: new tasks of an absent colleague go to the deputy. */
export function AbsencePage() {
  const absences = useMemo(
    () =>
      resource(absence, {
        columns: ['nickName', 'startDate', 'endDate', 'deputyName', 'openTasks', 'reason'],
        search: ['nickName'],
        form: ['userId', 'startDate', 'endDate', 'deputyId', 'reason'],
        empty: '没有休假安排',
        widths: { nickName: 110, startDate: 120, endDate: 120, deputyName: 110, openTasks: 100 },
        control: { userId: (props) => <PersonSelect {...props} />, deputyId: (props) => <PersonSelect {...props} /> },
        lost: () => '删除后新任务不再转给代理人。',
      }),
    [],
  );
  return <ResourcePage resource={absences} />;
}
