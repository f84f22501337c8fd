import { Pagination, Select, type TablePaginationConfig } from 'antd';
import { PAGE_SIZES } from '../../../contract/limits.ts';

interface ListPage {
  readonly pageNum: number;
  readonly pageSize: number;
}
type SetPage = (page: { pageNum: number; pageSize: number }) => void;

/**
 * How every list is paged, from the left: rows in all, rows a page, back, pages and the gaps between them (seven places,
 * fewer in a narrow window), on, and a page to jump to. `setPage` hears of another size; of another page the table does.
 */
export const listPaging = ({ pageNum, pageSize }: ListPage, total: number, narrow: boolean, setPage: SetPage): TablePaginationConfig => ({
  current: pageNum,
  pageSize,
  total,
  showQuickJumper: true,
  showLessItems: narrow,
  // antd's own stands behind the pages.
  showSizeChanger: false,
  showTotal: (count) => (
    <>
      <span>共 {count} 条</span>
      <Select
        size="small"
        aria-label="每页条数"
        value={pageSize}
        options={PAGE_SIZES.map((value) => ({ value, label: `${value} 条/页` }))}
        onChange={(size: number) => setPage({ pageNum: 1, pageSize: size })}
        style={{ marginInline: '8px 4px', verticalAlign: 'middle' }}
      />
    </>
  ),
});

/** The same below cards: back, the page, on. Where nothing is listed there is nothing to turn. */
export const CardPaging = ({ page, total, setPage }: { page: ListPage; total: number; setPage: SetPage }) =>
  total > 0 ? (
    <div style={{ padding: 12 }}>
      <Pagination simple current={page.pageNum} pageSize={page.pageSize} total={total} onChange={(pageNum) => setPage({ ...page, pageNum })} />
    </div>
  ) : null;
