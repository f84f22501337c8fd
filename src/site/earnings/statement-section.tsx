import { useMutation, useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio/react';
import { periodName } from '../../../contract/earnings/earning-limits.ts';
import { statementFile, type StatementRow } from '../../../contract/earnings/statement.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { price } from '../../format/number.ts';
import { toastError } from '../frame/dialogs.ts';
import { network } from '../frame/network.store.ts';
import { statementsQuery } from './revenue-queries.ts';

/** The frozen statements of closed months, newest first. */
export function StatementSection() {
  const { data } = useQuery(statementsQuery());
  if (!data || data.rows.length === 0) return null;
  return (
    <section aria-labelledby="revenue-statements">
      <h2 id="revenue-statements">对账单</h2>
      <ul className="revenue-list">
        {data.rows.map((row) => (
          <Statement key={row.statementId} row={row} />
        ))}
      </ul>
    </section>
  );
}

function Statement({ row }: { row: StatementRow }) {
  const { online } = useSnapshot(network);
  const save = useMutation({
    mutationFn: (format: 'pdf' | 'xlsx') =>
      receiveFile({ method: 'GET', path: statementFile.path.replace('{statementId}', String(row.statementId)) }, { format }),
    onError: (error) => void toastError(error),
  });
  return (
    <li className="revenue-row">
      <span>
        {periodName(row.period)} <span className="serif">{row.protocolNo ? `《${row.title}》` : row.title}</span>
        <span className="meta">
          {' '}
          {row.statementNo} · 实付{price(row.netFen)}
        </span>
      </span>
      <span className="revenue-files">
        {(['pdf', 'xlsx'] as const).map((format) => (
          <button
            key={format}
            type="button"
            className="button button-line"
            aria-label={`下载${row.statementNo}的${format === 'pdf' ? 'PDF' : '表格'}`}
            disabled={!online || save.isPending}
            onClick={() => save.mutate(format)}
          >
            {format === 'pdf' ? 'PDF' : '表格'}
          </button>
        ))}
      </span>
    </li>
  );
}
