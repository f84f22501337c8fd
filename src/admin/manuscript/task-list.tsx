import type { ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Input, Skeleton, Table, type TableColumnsType } from 'antd';
import '../crud/crud.css';
import { deadlineText } from '../../../contract/deadline.ts';
import { CardPaging, listPaging } from '../crud/list-paging.tsx';
import { emptyText, LoadFailed } from '../crud/list-states.tsx';
import { useNarrow } from '../ui/use-device.ts';
import './manuscript.css';
import { Tabs } from '../ui/tabs.tsx';

interface ListPage {
  readonly pageNum: number;
  readonly pageSize: number;
}

interface Props<R extends object> {
  readonly list: UseQueryResult<{ rows: R[]; total: number }>;
  readonly rowKey: keyof R & string;
  readonly columns: TableColumnsType<R>;
  /** Width of the table before it scrolls, px. */
  readonly width: number;
  readonly empty: string;
  readonly page: ListPage;
  readonly setPage: (page: { pageNum: number; pageSize: number }) => void;
  /** The content of a card, which replaces the table on narrow screens. */
  readonly card: (row: R) => ReactNode;
}

/** One page of tasks of the editorial pipeline: a table, or cards on narrow screens, with loading, empty and error states. */
export function TaskList<R extends object>({ list, rowKey, columns, width, empty, page, setPage, card }: Props<R>) {
  const narrow = useNarrow();
  const { rows = [], total = 0 } = list.data ?? {};
  if (list.isError && rows.length === 0) return <LoadFailed query={list} />;
  if (!narrow)
    return (
      <Table<R>
        rowKey={rowKey}
        columns={columns.map((column) => (column.key === 'actions' ? { fixed: 'right' as const, ...column } : column))}
        dataSource={rows}
        loading={list.isPending}
        pagination={listPaging(page, total, narrow, setPage)}
        onChange={({ current }) => setPage({ ...page, pageNum: current ?? 1 })}
        scroll={{ x: width }}
        locale={{ emptyText: emptyText(list, empty) }}
        style={{ paddingInline: 16 }}
      />
    );
  if (list.isPending) return <Skeleton active title={false} style={{ padding: 16 }} />;
  if (rows.length === 0) return <p className="soft board-none">{empty}</p>;
  return (
    <>
      <ul className="admin-cards">
        {rows.map((row) => (
          <li key={String(row[rowKey])}>
            <div>{card(row)}</div>
          </li>
        ))}
      </ul>
      <CardPaging page={page} total={total} setPage={setPage} />
    </>
  );
}

/** The tabs above a list of tasks. */
export const TaskTabs = <T extends string>({
  names,
  tab,
  onPick,
}: {
  names: Readonly<Partial<Record<T, string>>>;
  tab: T;
  onPick: (tab: T) => void;
}) => (
  <Tabs
    items={(Object.keys(names) as T[]).map((key) => ({ key, label: names[key] }))}
    activeKey={tab}
    style={{ paddingInline: 16 }}
    onChange={(key) => onPick(key as T)}
  />
);

/** Finds tasks by the title or the number of the manuscript. */
interface SearchProps {
  readonly words?: string;
  /** The current search. */
  readonly keyword?: string | undefined;
  readonly onSearch: (keyword: string) => void;
}

export const TaskSearch = ({ words = '书名或编号', keyword = '', onSearch }: SearchProps) => (
  <div className="admin-toolbar">
    <Input.Search
      key={keyword}
      defaultValue={keyword}
      aria-label={`按${words}查找`}
      placeholder={words}
      allowClear
      style={{ width: 240 }}
      onSearch={(text) => onSearch(text.trim())}
    />
  </div>
);

/** A due date; a missed one in red and in words. */
export const Due = ({ dueAt, late }: { dueAt: string; late: boolean }) => (
  <span className={late ? 'late' : ''}>{dueAt ? `${deadlineText(dueAt)}${late ? ' 已迟' : ''}` : '—'}</span>
);

/** The title of a manuscript as the first column. */
export const titleColumn = {
  title: '书名',
  dataIndex: 'title',
  rowScope: 'row',
  width: 220,
  ellipsis: true,
  render: (title: string) => <WorkTitle title={title} />,
} as const;

export const WorkTitle = ({ title }: { title: string }) => <strong className="work-title">{title}</strong>;
