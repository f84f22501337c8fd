import { Empty } from 'antd';
import type { Publication } from '../../../contract/catalog/publication.ts';
import { Cover } from '../../cover/cover.tsx';
import { RowMenu, wholePriceOf, type RowActions } from './publication-columns.tsx';
import { StatusTag } from './publication-status.tsx';
import { inLatin } from '../../format/script.ts';

/** The list on a phone: name, state and what may be done. */
export function PublicationCards({ rows, ...actions }: RowActions & { rows: readonly Publication[] }) {
  if (rows.length === 0) return <Empty description="暂无出版物" style={{ padding: 32 }} />;
  return (
    <ul className="desk-cards">
      {rows.map((row) => (
        <li key={row.publishId}>
          <span className="cover-place">
            <Cover book={row} scale="small" />
          </span>
          <div style={{ flex: 1, minWidth: 0 }}>
            <button type="button" className="work-title" {...inLatin(row.title)} onClick={() => actions.open('detail', row.publishId)}>
              {row.title}
            </button>
            <div className="soft">
              {row.authorsText}·{wholePriceOf(row)}
            </div>
            <StatusTag status={row.status} />
            <RowMenu row={row} alone {...actions} />
          </div>
        </li>
      ))}
    </ul>
  );
}
