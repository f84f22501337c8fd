import type { ReactNode } from 'react';
import { Empty } from 'antd';
import type { Publication } from '../../../contract/catalog/publication.ts';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import { Cover } from '../../cover/cover.tsx';
import { inLatin } from '../../format/script.ts';
import { CardPick, PickAll, toggled } from '../crud/card-batch.tsx';
import { RowMenu, wholePriceOf, type RowActions } from './publication-columns.tsx';
import { StatusTag } from './publication-status.tsx';

interface Props<Row extends Publication> extends RowActions {
  readonly rows: readonly Row[];
  /** Text of the empty list. */
  readonly empty: string;
  /** The extent of a work, in its own unit. */
  readonly extent: (row: Row) => ReactNode;
  /** Selection for bulk actions: ids of the selected works. */
  readonly pick?: { readonly chosen: readonly number[]; readonly onChoose: (chosen: readonly number[]) => void } | undefined;
}

/** Works on a phone, one card each, with name, price, extent, state and actions. */
export function WorkCards<Row extends Publication>({ rows, empty, extent, pick, ...actions }: Props<Row>) {
  if (rows.length === 0) return <Empty description={empty} style={{ padding: 32 }} />;
  const chosen = pick?.chosen ?? [];
  const cards = (
    <ul className="admin-cards work-cards">
      {rows.map((row) => (
        <li key={row.publishId} className={chosen.includes(row.publishId) ? 'chosen' : ''}>
          {pick ? (
            <CardPick
              name={inTitleMarks(row.title)}
              checked={chosen.includes(row.publishId)}
              onChange={(on) => pick.onChoose(toggled(chosen, row.publishId, on))}
            />
          ) : null}
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
  return pick ? (
    <>
      <PickAll keys={rows.map(({ publishId }) => publishId)} chosen={chosen} onChoose={pick.onChoose} />
      {cards}
    </>
  ) : (
    cards
  );
}
