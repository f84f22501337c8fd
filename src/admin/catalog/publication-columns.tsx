import { Button, type TableColumnsType } from 'antd';
import MoreOutlined from '@ant-design/icons/MoreOutlined';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import type { Publication } from '../../../contract/catalog/publication.ts';
import { yuan } from '../../../contract/money.ts';
import { count, price } from '../../format/number.ts';
import { PressMenu } from '../ui/press-menu.tsx';
import { actionsFor, type usePublicationEvents } from './publication-actions.ts';
import { StatusTag } from './publication-status.tsx';
import { WorkCell } from './work-cell.tsx';

export interface RowActions {
  readonly open: (what: 'detail' | 'form', publishId: number) => void;
  readonly events: ReturnType<typeof usePublicationEvents>;
  readonly may: (permission: string) => boolean;
}

/** For a column whose header shows the unit. */
export const priceOf = (row: Pick<Publication, 'isFree' | 'salePriceFen'>): string => (row.isFree === '1' ? '免费' : yuan(row.salePriceFen));
/** With the unit, for use outside such a column. */
export const wholePriceOf = (row: Pick<Publication, 'isFree' | 'salePriceFen'>): string => (row.isFree === '1' ? '免费' : price(row.salePriceFen));

/** The actions available for a row, most frequent first. `alone`: outside a table, where no row header names the work. */
export function RowMenu({ row, open, events, may, alone = false }: RowActions & { row: Publication; alone?: boolean }) {
  const possible = actionsFor(row, may);
  // A recall is final: it is never one tap away.
  const first = possible.find(({ event }) => event !== 'recall');
  const rest = possible.filter((action) => action !== first);
  const named = (what: string) => (alone ? { 'aria-label': `${what}${inTitleMarks(row.title)}` } : {});
  const items = [
    ...rest.map((action) => ({ key: action.event, label: action.label, danger: action.danger ?? false, onClick: () => events.ask(row, action) })),
    { key: 'detail', label: '详情', onClick: () => open('detail', row.publishId) },
    ...(may('publish:publication:remove')
      ? [{ key: 'remove', label: '删除', danger: true, onClick: () => events.confirmRemoval([row], () => {}) }]
      : []),
  ];
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      {may('publish:publication:edit') && row.status !== 'checking' ? (
        <Button type="link" size="small" {...named('修改')} onClick={() => open('form', row.publishId)}>
          修改
        </Button>
      ) : null}
      {first ? (
        <Button type="link" size="small" {...named(first.label)} onClick={() => events.ask(row, first)}>
          {first.label}
        </Button>
      ) : null}
      <PressMenu menu={{ items }}>
        <Button type="text" size="small" icon={<MoreOutlined />} aria-label={`${inTitleMarks(row.title)}的更多操作`} />
      </PressMenu>
    </span>
  );
}

/** The extent of a book in one line; empty without a file. */
export const bookExtent = ({ editionId, chapterCount, characters }: Publication): string =>
  editionId === null ? '还没有正文' : `${chapterCount} 章 · ${count(characters)} 字`;

/** Day and time in two lines: a row is two lines high anyway. */
export const whenCell = (time: string) => (
  <>
    {time.slice(0, 10)}
    <div className="soft">{time.slice(11, 16)}</div>
  </>
);

/** The columns fit on a 1280 px screen with the menu open; on wider screens they share the remaining width. */
export const widthOf = (columns: readonly { width?: number | string }[]): number => columns.reduce((sum, { width }) => sum + Number(width), 0);

export function publicationColumns(actions: RowActions): TableColumnsType<Publication> {
  return [
    {
      key: 'title',
      title: '出版物',
      width: 196,
      sorter: true,
      render: (_value, row) => <WorkCell work={row} open={() => actions.open('detail', row.publishId)} />,
    },
    {
      key: 'typeName',
      title: '分类 / 书号',
      width: 146,
      render: (_value, row) => (
        <>
          {row.typeName || <span className="soft">未分类</span>}
          <div className="code soft" style={{ whiteSpace: 'nowrap' }}>
            {row.isbn}
          </div>
        </>
      ),
    },
    { key: 'salePriceFen', title: '售价（元）', width: 102, align: 'right', sorter: true, render: (_value, row) => priceOf(row) },
    { key: 'status', title: '状态', width: 100, render: (_value, row) => <StatusTag status={row.status} /> },
    {
      key: 'characters',
      title: '篇幅',
      width: 96,
      render: (_value, row) =>
        row.editionId === null ? (
          '—'
        ) : (
          <>
            {row.chapterCount} 章<div className="soft">{count(row.characters)} 字</div>
          </>
        ),
    },
    { key: 'viewNum', title: '浏览', dataIndex: 'viewNum', width: 72, align: 'right', sorter: true },
    { key: 'updateTime', title: '更新时间', dataIndex: 'updateTime', width: 100, sorter: true, render: whenCell },
    { key: 'actions', title: '操作', width: 166, align: 'right', fixed: 'right', render: (_value, row) => <RowMenu row={row} {...actions} /> },
  ];
}
