import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { Link, Navigate, useNavigate } from 'react-router-dom';
import { sessionPeople, topicSession } from '../../../contract/topic/topic-session.ts';
import { queryOf } from '../../api/query-client.ts';
import { resource, type ControlProps } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';

export const sessionWorkPath = (sessionId: number): string => `/press/topicsSession/session/${sessionId}`;

/** #75: topic sessions; each opens as a place of work with agenda, votes and minutes. */
export function SessionPage() {
  const navigate = useNavigate();
  const sessions = useMemo(
    () =>
      resource(topicSession, {
        columns: ['title', 'status', 'meetingTime', 'place', 'hostName', 'topicCount', 'attendeeCount', 'sessionNo'],
        search: ['title', 'sessionNo', 'status', 'level', 'meetingTime'],
        form: ['title', 'level', 'meetingTime', 'place', 'hostId', 'recorderId', 'attendeeIds', 'absentees', 'remark'],
        empty: '暂无论证会',
        detail: [],
        widths: { title: 210, status: 100, meetingTime: 120, place: 120, hostName: 90, topicCount: 60, attendeeCount: 60, level: 80, sessionNo: 120 },
        cell: { title: (row) => <Link to={sessionWorkPath(row.sessionId)}>{row.title}</Link> },
        control: {
          hostId: (props) => <PeopleSelect {...props} />,
          recorderId: (props) => <PeopleSelect {...props} />,
          attendeeIds: (props) => <PeopleSelect {...props} many />,
        },
        locked: (row) =>
          row.status === 'planning' || row.status === 'notified' || row.status === 'cancelled' ? false : '会议已经召开，不能修改或删除',
        lost: () => '议程中的选题回到待上会。30天内可以在回收站恢复会议。',
        opened: (sessionId) => <Navigate to={sessionWorkPath(sessionId)} replace />,
        rowActions: (row) => [{ key: 'open', label: '进入', run: () => void navigate(sessionWorkPath(row.sessionId)) }],
      }),
    [navigate],
  );
  return <ResourcePage resource={sessions} />;
}

function PeopleSelect({ id, value, onChange, many = false }: ControlProps & { many?: boolean }) {
  const people = useQuery(queryOf(sessionPeople, {}));
  return (
    <Select
      {...(id ? { id } : {})}
      {...(many ? { mode: 'multiple' as const } : {})}
      value={value ?? (many ? [] : null)}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={many ? '选择参会人员，主持人和记录人自动参会' : '选择人员'}
      loading={people.isFetching}
      options={(people.data ?? []).map((one) => ({ value: one.userId, label: `${one.nickName}（${one.stations}）` }))}
      notFoundContent={people.isFetching ? '正在读取…' : '没有可参会的人员，请先在出版岗位人员里设置'}
      onChange={(next: unknown) => onChange?.(next ?? (many ? [] : null))}
    />
  );
}
