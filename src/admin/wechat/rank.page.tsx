import { useMemo, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { article } from '../../../contract/wechat/article.ts';
import { rankMachine } from '../../../contract/wechat/rank.machine.ts';
import { rank, type RankList, type RankState } from '../../../contract/wechat/rank.ts';
import { periodLabel, type PeriodType } from '../../../contract/wechat/rank-period.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { BuildDialog } from './build-dialog.tsx';
import { OutlierDialog } from './outlier-dialog.tsx';
import { RankDrawer } from './rank-drawer.tsx';

/** Articles of one decision. */
const PENDING = { query: { outlierState: 'pending', pageNum: 1, pageSize: 50 } } as const;

/** Rankings by period: built, checked, published and corrected here. */
export function RankPage() {
  const [opened, setOpened] = useState<number | null>(null);
  const [building, setBuilding] = useState(false);
  const client = useQueryClient();
  const ranks = useMemo(
    () =>
      resource(rank, {
        columns: ['periodStart', 'periodType', 'revision', 'status', 'accountNum', 'articleNum', 'heldNum', 'publishTime'],
        search: ['periodType', 'status'],
        empty: '还没有生成过榜单',
        detail: [
          'periodType',
          'periodStart',
          'periodEnd',
          'revision',
          'status',
          'accountNum',
          'articleNum',
          'heldNum',
          'missingNum',
          'formulaVersion',
          'cutOff',
          'note',
          'publishTime',
          'publishBy',
          'createBy',
          'createTime',
        ],
        widths: { periodStart: 210, revision: 100, status: 100 },
        cell: {
          periodStart: (row) => periodLabel(row.periodType as PeriodType, row.periodStart),
          revision: (row) => (row.revision === 1 ? '初版' : `第${row.revision}版`),
          status: (row) => <StateTag machine={rankMachine} state={row.status as RankState} />,
        },
        rowActions: (row) => [{ key: 'open', label: row.status === 'draft' ? '核对' : '名次', run: () => setOpened(row.rankListId) }],
        locked: (row) => (row.status === 'draft' ? false : '发布过的榜单不能删除，要更正请生成修订版'),
        lost: () => '只删除没有发布的榜单，可以随时重新生成。',
        toolbar: (tools) =>
          tools.may('cms:wechat:build') ? (
            <Button type="primary" onClick={() => setBuilding(true)}>
              生成榜单
            </Button>
          ) : null,
      }),
    [],
  );
  const built = (row: RankList) => {
    setBuilding(false);
    setOpened(row.rankListId);
  };
  return (
    <>
      <PendingOutliers />
      <ResourcePage resource={ranks} />
      {building ? <BuildDialog onClose={() => setBuilding(false)} onBuilt={built} /> : null}
      {opened === null ? null : (
        <RankDrawer key={opened} rankListId={opened} onClose={() => setOpened(null)} onDone={() => void client.invalidateQueries(allOf(rank.list))} />
      )}
    </>
  );
}

/** Articles whose counts wait for a decision: their accounts are not listed until then. */
function PendingOutliers() {
  const [deciding, setDeciding] = useState(false);
  const client = useQueryClient();
  const { data } = useQuery({ ...queryOf(article.list, PENDING), staleTime: 0 });
  if (!data || data.total === 0) return null;
  return (
    <>
      <Alert
        type="warning"
        showIcon
        style={{ marginBottom: 12 }}
        title={`${data.total} 篇文章的数据异常，等待判定`}
        description="判定之前，这些文章的公众号不进新的榜单。判定以后请重新生成。"
        action={<Button onClick={() => setDeciding(true)}>判定</Button>}
      />
      {deciding ? (
        <OutlierDialog rows={data.rows} onClose={() => setDeciding(false)} onDone={() => void client.invalidateQueries(allOf(article.list))} />
      ) : null}
    </>
  );
}
