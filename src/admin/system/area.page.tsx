import { useEffect, useMemo, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Empty, Segmented, Skeleton, Tree } from 'antd';
import { area, areaChildren } from '../../../contract/system/area.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { useListFilter } from '../crud/use-list-filter.ts';
import { HiddenTitle } from '../ui/page-title.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { useNarrow } from '../ui/use-device.ts';

interface Branch {
  readonly key: string;
  readonly title: string;
  readonly isLeaf: boolean;
  readonly children?: Branch[];
}

const LEVELS: Readonly<Record<number, string>> = { 1: '省级', 2: '地级', 3: '县级' };
const isCode = (value: string): boolean => /^\d{6}$/.test(value);
const isLevel = (value: string): boolean => Object.hasOwn(LEVELS, value);
const question = (parentCode: string) => queryOf(areaChildren, { query: { parentCode } });
const branchOf = (one: { areaCode: string; areaName: string; leaf: boolean }): Branch => ({
  key: one.areaCode,
  title: one.areaName,
  isLeaf: one.leaf,
});
const filled = (branches: readonly Branch[], code: string, children: Branch[]): Branch[] =>
  branches.map((one) => (one.key === code ? { ...one, children } : one.children ? { ...one, children: filled(one.children, code, children) } : one));

/** The parent regions of a region, outermost first: a six-digit code has two digits for each level. */
const above = (code: string): string[] => [`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`].filter((outer) => code !== '' && outer !== code);

/** #102: regions, expanded level by level at the left; the children of the selected one at the right. */
export function AreaPage() {
  const client = useQueryClient();
  const [chosen, setChosen] = useListFilter('parentCode', isCode, 'level');
  const [level, setLevel] = useListFilter('level', isLevel);
  const areas = useMemo(
    () =>
      resource(area, {
        columns: ['areaName', 'areaCode', 'level', 'pinyin', 'orderNum'],
        search: ['areaName', 'areaCode'],
        form: ['areaCode', 'areaName', 'pinyin', 'orderNum'],
        empty: '暂无地区',
        formColumns: 1,
        widths: { level: 90, orderNum: 100 },
        cell: { level: (row) => LEVELS[row.level] ?? String(row.level), areaCode: (row) => <span className="code">{row.areaCode}</span> },
        lost: () => '地区删除后不能恢复；有下级地区或已被院校使用的地区不能删除。',
        written: () => void client.invalidateQueries(allOf(areaChildren)),
      }),
    [client],
  );
  return (
    <ResourcePage
      resource={areas}
      aside={<Regions chosen={chosen} onChoose={setChosen} />}
      heading={
        chosen ? (
          <HiddenTitle />
        ) : (
          <div style={{ padding: '12px 16px 0' }}>
            <HiddenTitle />
            <Segmented
              aria-label="级别"
              value={level}
              options={[{ value: '', label: '全部' }, ...Object.entries(LEVELS).map(([value, label]) => ({ value, label }))]}
              onChange={setLevel}
            />
          </div>
        )
      }
    />
  );
}

function Regions({ chosen, onChoose }: { chosen: string; onChoose: (code: string) => void }) {
  const client = useQueryClient();
  const narrow = useNarrow();
  const top = useQuery(question(''));
  const [opened, setOpened] = useState<Readonly<Record<string, readonly Branch[]>>>({});
  const roots = (top.data ?? []).map(branchOf);
  const tree = Object.entries(opened)
    .sort(([one], [other]) => Number(other.endsWith('0000')) - Number(one.endsWith('0000')))
    .reduce((branches, [code, children]) => filled(branches, code, [...children]), roots);
  const [expanded, setExpanded] = useState<readonly string[]>(() => above(chosen));
  const load = async (code: string) => {
    const rows = await client.fetchQuery({ ...question(code), queryFn: () => call(areaChildren, { query: { parentCode: code } }), staleTime: 0 });
    setOpened((before) => ({ ...before, [code]: rows.map(branchOf) }));
  };
  // Expands the tree to the region that was selected before a reload. If loading fails, the tree stays collapsed.
  useEffect(() => {
    for (const code of above(chosen)) void load(code).catch(() => undefined);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once, for what was chosen before
  }, []);
  return (
    <aside className="admin-card" aria-label="地区" style={{ padding: 12 }}>
      <Button type={chosen === '' ? 'link' : 'text'} size="small" aria-pressed={chosen === ''} onClick={() => onChoose('')}>
        全国
      </Button>
      {top.isPending ? <Skeleton active /> : null}
      {top.isError ? <Button onClick={() => void top.refetch()}>{errorMessage(top.error)}，重试</Button> : null}
      {top.data?.length === 0 ? <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="暂无地区" /> : null}
      <div style={{ maxHeight: narrow ? 220 : 'calc(100vh - 240px)', overflow: 'auto' }}>
        <Tree
          blockNode
          treeData={tree}
          loadData={(node) => load(String(node.key))}
          selectedKeys={chosen ? [chosen] : []}
          expandedKeys={[...expanded]}
          onExpand={(keys) => setExpanded(keys.map(String))}
          onSelect={(keys) => onChoose(String(keys[0] ?? ''))}
        />
      </div>
    </aside>
  );
}
