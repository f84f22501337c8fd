import { Button, type TableColumnsType } from 'antd';
import MoreOutlined from '@ant-design/icons/MoreOutlined';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import type { Publication } from '../../../contract/catalog/publication.ts';
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

const yuan = (fen: number): string => (fen / 100).toFixed(2);
/** In a column whose head says the unit. */
export const priceOf = (row: Pick<Publication, 'isFree' | 'salePriceFen'>): string => (row.isFree === '1' ? '免费' : yuan(row.salePriceFen));
/** Standing by itself. */
export const wholePriceOf = (row: Pick<Publication, 'isFree' | 'salePriceFen'>): string => (row.isFree === '1' ? '免费' : price(row.salePriceFen));

/** What may be done with a row now, in the order a hand looks for it. `alone`: outside a table, where no row's head names it. */
export function RowMenu({ row, open, events, may, alone = false }: RowActions & { row: Publication; alone?: boolean }) {
  const possible = actionsFor(row.status, may);
  const [first, ...rest] = possible;
  const named = (what: string) => (alone ? { 'aria-label': `${what}${inTitleMarks(row.title)}` } : {});
  const items = [
    ...rest.map((action) => ({ key: action.event, label: action.label, onClick: () => events.ask(row, action) })),
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

/** A book's extent in a line; of one without its file there is none. */
export const bookExtent = ({ editionId, chapterCount, characters }: Publication): string =>
  editionId === null ? '还没有正文' : `${chapterCount} 章 · ${count(characters)} 字`;

/** Day and hour, one above the other: a row is two lines high anyway. */
export const whenCell = (time: string) => (
  <>
    {time.slice(0, 10)}
    <div className="soft">{time.slice(11, 16)}</div>
  </>
);

/** The columns have room beside each other on a screen of 1280 with the menu open; wider ones share out what is left. */
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
