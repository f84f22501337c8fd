import type { Key } from 'react';
import type { TableColumnsType } from 'antd';

/** The order a list is asked in, as the wire has it; nothing for the list's own. */
export interface ListOrder<Column extends string = string> {
  readonly orderByColumn?: Column;
  readonly isAsc?: 'asc' | 'desc';
}

/** What the head of a column shows of the order. */
export const orderOf = ({ orderByColumn, isAsc }: ListOrder, column: string): 'ascend' | 'descend' | null =>
  orderByColumn !== column ? null : isAsc === 'desc' ? 'descend' : 'ascend';

/** The columns, those that sort showing the order that is asked. */
export const withOrder = <Row>(columns: TableColumnsType<Row>, order: ListOrder): TableColumnsType<Row> =>
  columns.map((column) => ('sorter' in column && column.sorter ? { ...column, sortOrder: orderOf(order, String(column.key)) } : column));

interface Sorter {
  readonly order?: 'ascend' | 'descend' | null | undefined;
  readonly columnKey?: Key | undefined;
}

/** The order somebody chose at the head of a table. */
export function chosenOrder<Column extends string>(sorter: Sorter | readonly Sorter[]): ListOrder<Column> {
  const one: Sorter | undefined = 'length' in sorter ? sorter[0] : sorter;
  return one?.order ? { orderByColumn: String(one.columnKey) as Column, isAsc: one.order === 'ascend' ? 'asc' : 'desc' } : {};
}
