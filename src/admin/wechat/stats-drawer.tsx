import { useQuery } from '@tanstack/react-query';
import { Table } from 'antd';
import { articleStats, type ArticleStat } from '../../../contract/wechat/article.ts';
import { queryOf } from '../../api/query-client.ts';
import { emptyText } from '../crud/list-states.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { focusableScroll } from '../ui/focusable-scroll.ts';
import { useNarrow } from '../ui/use-device.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';

const SOURCES = { import: '导入', hand: '手工' } as const;

/** The counts of an article over time, newest first, with the growth of reads since the snapshot before. */
export function StatsDrawer({ articleId, title, onClose }: { articleId: number; title: string; onClose: () => void }) {
  useRestoreFocus();
  const narrow = useNarrow();
  const found = useQuery({ ...queryOf(articleStats, { params: { id: articleId } }), staleTime: 0 });
  const rows = found.data ?? [];
  const growth = (at: number): string => {
    const [now, before] = [rows[at], rows[at + 1]];
    if (!now || !before) return '—';
    const more = now.readNum - before.readNum;
    return more > 0 ? `+${more}` : String(more);
  };
  return (
    <Drawer open size={narrow ? '100%' : 800} title={`数据快照：${title}`} onClose={onClose}>
      <p className="soft" style={{ marginTop: 0 }}>
        每次导入或修改都留一份。榜单用统计截止前的最后一份，所以旧榜单不会因为新数据而改变。
      </p>
      <Table<ArticleStat>
        ref={focusableScroll(rows.length)}
        size="small"
        rowKey="statId"
        dataSource={rows}
        loading={{ spinning: found.isPending, delay: 200 }}
        pagination={false}
        scroll={{ x: 700 }}
        locale={{ emptyText: emptyText(found, '还没有数据，请导入或修改文章') }}
        columns={[
          { title: '统计时间', dataIndex: 'takenAt', width: 170, rowScope: 'row' },
          { title: '阅读数', dataIndex: 'readNum', align: 'right', width: 90 },
          { title: '阅读增长', key: 'growth', align: 'right', width: 90, render: (_value, _row, at) => growth(at) },
          { title: '在看数', dataIndex: 'wowNum', align: 'right', width: 80 },
          { title: '点赞数', dataIndex: 'likeNum', align: 'right', width: 80 },
          { title: '分享数', dataIndex: 'shareNum', align: 'right', width: 80 },
          { title: '来源', key: 'source', width: 170, render: (_value, row) => `${SOURCES[row.source]} · ${row.createBy || '系统'}` },
        ]}
      />
    </Drawer>
  );
}
