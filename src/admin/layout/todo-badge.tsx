import { useQuery } from '@tanstack/react-query';
import { Badge, Button } from 'antd';
import CarryOutOutlined from '@ant-design/icons/CarryOutOutlined';
import { useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { countTodos } from '../../../contract/inbox/todo.ts';
import { queryOf } from '../../api/query-client.ts';
import { hasPermission } from '../../session/rights.ts';
import { session } from '../../session/session.store.ts';

const EVERY_MS = 60_000;
const TODO = '/task/todo';

/** The number of things that wait for the user; it opens the list that has just as many. */
export function TodoBadge() {
  const { now } = useSnapshot(session);
  const may = now.state === 'authenticated' && hasPermission(now.permissions, 'flowable:task:todo');
  const navigate = useNavigate();
  const found = useQuery({ ...queryOf(countTodos, {}), enabled: may, refetchInterval: EVERY_MS, refetchOnWindowFocus: true, staleTime: EVERY_MS });
  if (!may) return null;
  const total = found.data?.total ?? 0;
  const name = total > 0 ? `待办任务，${total} 件` : '待办任务';
  return (
    <Badge count={total} size="small" offset={[-6, 6]}>
      <Button type="text" icon={<CarryOutOutlined />} aria-label={name} title={name} onClick={() => void navigate(TODO)} />
    </Badge>
  );
}
