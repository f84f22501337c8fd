import { useMemo, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { article } from '../../../contract/wechat/article.ts';
import { DictTag } from '../crud/field/dict-tag.tsx';
import { resource, type Tools, type WireRow } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { allOf } from '../../api/all-of.ts';
import { BuildDialog } from './build-dialog.tsx';
import { CountsImport } from './counts-import.tsx';
import { OutlierDialog } from './outlier-dialog.tsx';
import { StatsDrawer } from './stats-drawer.tsx';

type Article = WireRow<typeof article>;

const ABOUT = ['accountId', 'title', 'url', 'publishTime', 'position'] as const;
const COUNTS = ['readNum', 'wowNum', 'likeNum', 'shareNum'] as const;
const LAST = ['createBy', 'createTime', 'updateBy', 'updateTime'] as const;

/** #125: articles, their counts over time, and the decisions about unusual ones. */
export function ArticlePage() {
  const [opened, setOpened] = useState<{ what: 'stats' | 'outlier'; rows: readonly Article[] } | null>(null);
  const client = useQueryClient();
  const articles = useMemo(
    () =>
      resource(article, {
        columns: ['title', 'accountName', 'publishTime', 'readNum', 'likeNum', 'outlierState', 'position', 'wowNum', 'shareNum', 'statTime'],
        search: ['title', 'accountId', 'outlierState', 'readNum'],
        form: [...ABOUT, ...COUNTS, 'cover', 'digest', 'content', 'remark'],
        empty: '暂无文章',
        detail: [
          'title',
          'accountName',
          'url',
          'publishTime',
          'position',
          ...COUNTS,
          'statTime',
          'outlier',
          'outlierState',
          'outlierNote',
          'digest',
          ...LAST,
        ],
        widths: {
          title: 240,
          accountName: 130,
          publishTime: 130,
          readNum: 90,
          likeNum: 90,
          outlierState: 100,
          position: 80,
          wowNum: 90,
          shareNum: 90,
        },
        cell: {
          position: (row) => (row.position === 1 ? '头条' : `第${row.position}条`),
          outlierState: (row) =>
            row.outlierState === 'none' ? <span className="soft">—</span> : <DictTag type="cms_wechat_outlier_state" value={row.outlierState} />,
        },
        rowActions: (row) => [
          { key: 'stats', label: '数据快照', run: () => setOpened({ what: 'stats', rows: [row] }) },
          ...(row.outlierState === 'none'
            ? []
            : [{ key: 'outlier', label: '判定异常', permission: 'cms:wechat:edit', run: () => setOpened({ what: 'outlier', rows: [row] }) }]),
        ],
        toolbar: (tools, chosen) => <ArticleTools tools={tools} chosen={chosen} onDecide={(rows) => setOpened({ what: 'outlier', rows })} />,
        lost: () => '移入回收站，30 天内可以恢复；它不再进入新的榜单，已经发布的榜单不变。',
      }),
    [],
  );
  const close = () => setOpened(null);
  const [first] = opened?.rows ?? [];
  return (
    <>
      <ResourcePage resource={articles} />
      {opened?.what === 'stats' && first ? <StatsDrawer articleId={first.articleId} title={first.title} onClose={close} /> : null}
      {opened?.what === 'outlier' ? (
        <OutlierDialog rows={opened.rows} onClose={close} onDone={() => void client.invalidateQueries(allOf(article.list))} />
      ) : null}
    </>
  );
}

function ArticleTools({
  tools,
  chosen,
  onDecide,
}: {
  tools: Tools<typeof article>;
  chosen: readonly Article[];
  onDecide: (rows: readonly Article[]) => void;
}) {
  const [opened, setOpened] = useState<'import' | 'build' | null>(null);
  const odd = chosen.filter((row) => row.outlierState !== 'none');
  return (
    <>
      {tools.may('cms:wechat:import') ? <Button onClick={() => setOpened('import')}>导入数据</Button> : null}
      {tools.may('cms:wechat:edit') ? (
        <Button disabled={odd.length === 0} title={odd.length === 0 ? '请先选择数据异常的文章' : ''} onClick={() => onDecide(odd)}>
          判定异常
        </Button>
      ) : null}
      {tools.may('cms:wechat:build') ? <Button onClick={() => setOpened('build')}>生成榜单</Button> : null}
      {opened === 'import' ? <CountsImport onClose={() => setOpened(null)} onDone={() => void tools.refresh()} /> : null}
      {opened === 'build' ? <BuildDialog onClose={() => setOpened(null)} /> : null}
    </>
  );
}
