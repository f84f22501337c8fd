import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Empty, Input, Modal, Skeleton } from 'antd';
import { listDefinitions } from '../../../contract/workflow/flow-definition.ts';
import { queryOf } from '../../api/query-client.ts';
import { DictTag } from '../crud/field/dict-tag.tsx';
import { LoadFailed } from '../crud/list-states.tsx';

const MOST = 100;

/** Chooses the process to start. */
export function StartDialog({ onClose, onChoose }: { onClose: () => void; onChoose: (deployId: string) => void }) {
  const [typed, setTyped] = useState('');
  const list = useQuery(queryOf(listDefinitions, { query: { pageSize: MOST, startable: '1' } }));
  const found = (list.data?.records ?? []).filter((row) => row.name.includes(typed.trim()));
  return (
    <Modal open title="发起哪个流程" footer={null} onCancel={onClose}>
      <Input aria-label="流程名称" placeholder="按名称找" allowClear value={typed} onChange={(event) => setTyped(event.target.value)} />
      {list.isError ? <LoadFailed query={list} /> : null}
      {list.isPending ? <Skeleton active /> : null}
      {list.data && found.length === 0 ? <Empty description={typed ? '没有找到' : '还没有可以发起的流程'} /> : null}
      <ul className="start-list">
        {found.map((row) => (
          <li key={row.id}>
            <button type="button" onClick={() => onChoose(row.deploymentId)}>
              <strong>{row.name}</strong>
              {row.category ? <DictTag type="sys_process_category" value={row.category} /> : null}
              <span className="soft">{row.formName || '没有表单，直接发起'}</span>
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
