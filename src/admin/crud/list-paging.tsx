import { Pagination, Select, type TablePaginationConfig } from 'antd';
import { PAGE_SIZES } from '../../../contract/limits.ts';

interface ListPage {
  readonly pageNum: number;
  readonly pageSize: number;
}
type SetPage = (page: { pageNum: number; pageSize: number }) => void;

/**
 * Pagination of every list, from the left: total, page size, previous, pages with gaps (seven positions,
 * fewer in a narrow window), next, and quick jump. `setPage` gets a new page size; the table handles a new page.
 */
export const listPaging = ({ pageNum, pageSize }: ListPage, total: number, narrow: boolean, setPage: SetPage): TablePaginationConfig => ({
  current: pageNum,
  pageSize,
  total,
  showQuickJumper: true,
  showLessItems: narrow,
  // antd places its own size changer after the pages.
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

/** Pagination below cards: previous, page, next. Hidden for an empty list. */
export const CardPaging = ({ page, total, setPage }: { page: ListPage; total: number; setPage: SetPage }) =>
  total > 0 ? (
    <div style={{ padding: 12 }}>
      <Pagination simple current={page.pageNum} pageSize={page.pageSize} total={total} onChange={(pageNum) => setPage({ ...page, pageNum })} />
    </div>
  ) : null;
