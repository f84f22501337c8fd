import { Button, type TableColumnsType } from 'antd';
import MoreOutlined from '@ant-design/icons/MoreOutlined';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import type { Publication } from '../../../contract/catalog/publication.ts';
import { count, price } from '../../format/number.ts';
import { PressMenu } from '../frame/press-menu.tsx';
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
  const possible = actionsFor(row.status).filter((action) => may(action.permission));
  const [first, ...rest] = possible;
  const named = (what: string) => (alone ? { 'aria-label': `${what}${inTitleMarks(row.title)}` } : {});
  const items = [
    ...rest.map((action) => ({ key: action.event, label: action.name, onClick: () => events.ask(row, action) })),
    { key: 'detail', label: '详情', onClick: () => open('detail', row.publishId) },
    ...(may('publish:publication:remove') ? [{ key: 'remove', label: '删除', danger: true, onClick: () => events.askRemove([row], () => {}) }] : []),
  ];
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      {may('publish:publication:edit') && row.status !== 'checking' ? (
        <Button type="link" size="small" {...named('修改')} onClick={() => open('form', row.publishId)}>
          修改
        </Button>
      ) : null}
      {first ? (
        <Button type="link" size="small" {...named(first.name)} onClick={() => events.ask(row, first)}>
          {first.name}
        </Button>
      ) : null}
      <PressMenu menu={{ items }}>
        <Button type="text" size="small" icon={<MoreOutlined />} aria-label={`${inTitleMarks(row.title)}的更多操作`} />
      </PressMenu>
    </span>
  );
}

export function publicationColumns(actions: RowActions): TableColumnsType<Publication> {
  return [
    {
      key: 'title',
      title: '出版物',
      width: 260,
      sorter: true,
      render: (_value, row) => <WorkCell work={row} open={() => actions.open('detail', row.publishId)} />,
    },
    { key: 'typeName', title: '分类', dataIndex: 'typeName', width: 100, render: (name: string) => name || <span className="soft">未分类</span> },
    { key: 'isbn', title: '书号', dataIndex: 'isbn', width: 170, render: (isbn: string) => <span className="code">{isbn || '—'}</span> },
    { key: 'salePriceFen', title: '售价（元）', width: 110, align: 'right', sorter: true, render: (_value, row) => priceOf(row) },
    { key: 'status', title: '状态', width: 110, render: (_value, row) => <StatusTag status={row.status} /> },
    {
      key: 'characters',
      title: '篇幅',
      width: 150,
      render: (_value, row) => (row.editionId === null ? '—' : `${row.chapterCount} 章 · ${count(row.characters)} 字`),
    },
    { key: 'viewNum', title: '浏览', dataIndex: 'viewNum', width: 80, align: 'right', sorter: true },
    { key: 'updateTime', title: '更新时间', dataIndex: 'updateTime', width: 150, sorter: true, render: (time: string) => time.slice(0, 16) },
    { key: 'actions', title: '操作', width: 190, align: 'right', fixed: 'right', render: (_value, row) => <RowMenu row={row} {...actions} /> },
  ];
}
