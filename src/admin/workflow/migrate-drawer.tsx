import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Select, Skeleton, Table } from 'antd';
import { listDefinitions, migrateInstances, previewMigration, type DefinitionRow } from '../../../contract/workflow/flow-definition.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useActs } from '../crud/use-resource.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { useNarrow } from '../ui/use-device.ts';

const WIDTH = 720;
const MOST_VERSIONS = 100;

/** Moves the running instances of an old version to another one: first a preview with every instance that cannot move and why. */
export function MigrateDrawer({ row, onClose }: { row: DefinitionRow; onClose: () => void }) {
  const narrow = useNarrow();
  const client = useQueryClient();
  const { ask } = useActs(() => client.invalidateQueries());
  const [toDeployId, setTo] = useState<number | null>(null);
  const [mapping, setMapping] = useState<Readonly<Record<string, string>>>({});
  const versions = useQuery(queryOf(listDefinitions, { query: { flowKey: row.flowKey, pageSize: MOST_VERSIONS } }));
  const body = { fromDeployId: Number(row.deploymentId), toDeployId: toDeployId ?? 0, mapping };
  const preview = useQuery({
    ...queryOf(previewMigration, { body }),
    enabled: toDeployId !== null,
    staleTime: 0,
  });
  const others = (versions.data?.records ?? []).filter((one) => one.deploymentId !== row.deploymentId);
  const movable = preview.data?.instances.filter(({ ok }) => ok).length ?? 0;
  const unmatched = preview.data?.nodes.filter(({ to }) => to === null) ?? [];
  return (
    <Drawer open size={narrow ? '100%' : WIDTH} title={`迁移「${row.name}」第 ${row.version} 版运行中的流程`} onClose={onClose}>
      <p className="soft">不迁移的流程按旧版本走完。迁移只改变当前所在的节点，已有的记录和意见不变。</p>
      <Select
        aria-label="迁移到"
        placeholder="迁移到哪个版本"
        style={{ width: '100%', marginBottom: 16 }}
        value={toDeployId}
        options={others.map((one) => ({ value: Number(one.deploymentId), label: `第 ${one.version} 版，${one.deploymentTime}` }))}
        onChange={(next: number) => (setTo(next), setMapping({}))}
      />
      {preview.isError ? <LoadFailed query={preview} /> : null}
      {preview.isFetching && !preview.data ? <Skeleton active /> : null}
      {preview.data ? (
        <>
          {unmatched.map(({ from, name }) => (
            <div key={from} style={{ marginBottom: 12 }}>
              <Alert type="warning" showIcon title={`新版本里没有节点「${name}」，停在这里的流程移到：`} />
              <Select
                aria-label={`节点${name}移到`}
                style={{ width: '100%' }}
                placeholder="请选择新版本的节点"
                value={mapping[from] ?? null}
                options={preview.data.targets.map((one) => ({ value: one.id, label: one.name }))}
                onChange={(to: string | null) => to && setMapping({ ...mapping, [from]: to })}
              />
            </div>
          ))}
          <Table
            rowKey="procInsId"
            size="small"
            pagination={false}
            dataSource={preview.data.instances}
            locale={{ emptyText: '这一版没有运行中的流程' }}
            columns={[
              { title: '发起人', dataIndex: 'starter', width: 110 },
              { title: '现在在', dataIndex: 'nodes', render: (nodes: string[]) => nodes.join('、') },
              {
                title: '能否迁移',
                key: 'ok',
                render: (_value, one) => (one.ok ? one.reason ? `可以，${one.reason}` : '可以' : <span className="late">{one.reason}</span>),
              },
            ]}
          />
          <Button
            type="primary"
            style={{ marginTop: 16 }}
            disabled={movable === 0}
            onClick={() =>
              ask(
                { title: `迁移 ${movable} 个流程？`, content: '迁移后按新版本继续，不能退回旧版本。', verb: '迁移' },
                () => call(migrateInstances, { body }),
                '迁移完成',
              )
            }
          >
            迁移 {movable} 个流程
          </Button>
        </>
      ) : null}
    </Drawer>
  );
}
