import type { ReactNode } from 'react';
import { Empty } from 'antd';
import type { Publication } from '../../../contract/catalog/publication.ts';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import { Cover } from '../../cover/cover.tsx';
import { inLatin } from '../../format/script.ts';
import { RowMenu, wholePriceOf, type RowActions } from './publication-columns.tsx';
import { StatusTag } from './publication-status.tsx';

interface Props<Row extends Publication> extends RowActions {
  readonly rows: readonly Row[];
  /** Text of the empty list. */
  readonly empty: string;
  /** The extent of a work, in its own unit. */
  readonly extent: (row: Row) => ReactNode;
}

/** Works on a phone, one card each, with name, price, extent, state and actions. */
export function WorkCards<Row extends Publication>({ rows, empty, extent, ...actions }: Props<Row>) {
  if (rows.length === 0) return <Empty description={empty} style={{ padding: 32 }} />;
  return (
    <ul className="admin-cards work-cards">
      {rows.map((row) => (
        <li key={row.publishId}>
          <span className="cover-place">
            <Cover book={row} scale="small" />
          </span>
          <div className="work-card">
            <button type="button" className="work-title" {...inLatin(row.title)} onClick={() => actions.open('detail', row.publishId)}>
              {inTitleMarks(row.title)}
            </button>
            <div className="soft">{row.authorsText}</div>
            <div className="soft">
              <span className="work-price">{wholePriceOf(row)}</span> · {extent(row)}
            </div>
            <div className="work-acts">
              <StatusTag status={row.status} />
              <RowMenu row={row} alone {...actions} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}
