import type { Key } from 'react';
import type { TableColumnsType } from 'antd';

/** The sort order of a list in wire format; empty for the default order. */
export interface ListOrder<Column extends string = string> {
  readonly orderByColumn?: Column;
  readonly isAsc?: 'asc' | 'desc';
}

/** The sort direction that a column header shows. */
export const orderOf = ({ orderByColumn, isAsc }: ListOrder, column: string): 'ascend' | 'descend' | null =>
  orderByColumn !== column ? null : isAsc === 'desc' ? 'descend' : 'ascend';

/** Returns the columns; sortable ones show the current order. */
export const withOrder = <Row>(columns: TableColumnsType<Row>, order: ListOrder): TableColumnsType<Row> =>
  columns.map((column) => ('sorter' in column && column.sorter ? { ...column, sortOrder: orderOf(order, String(column.key)) } : column));

interface Sorter {
  readonly order?: 'ascend' | 'descend' | null | undefined;
  readonly columnKey?: Key | undefined;
}

/** The order that the user chose in a table header. */
export function chosenOrder<Column extends string>(sorter: Sorter | readonly Sorter[]): ListOrder<Column> {
  const one: Sorter | undefined = 'length' in sorter ? sorter[0] : sorter;
  return one?.order ? { orderByColumn: String(one.columnKey) as Column, isAsc: one.order === 'ascend' ? 'asc' : 'desc' } : {};
}
