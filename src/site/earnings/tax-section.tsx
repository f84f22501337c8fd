import { useMutation, useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio/react';
import { taxCertificate } from '../../../contract/earnings/tax.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { price } from '../../format/number.ts';
import { toastError } from '../frame/dialogs.ts';
import { network } from '../frame/network.store.ts';
import { taxYearsQuery } from './revenue-queries.ts';

/** Income and tax of each year, with the certificate of it. */
export function TaxSection() {
  const { online } = useSnapshot(network);
  const { data } = useQuery(taxYearsQuery());
  const save = useMutation({
    mutationFn: (year: string) => receiveFile({ method: 'GET', path: taxCertificate.path.replace('{year}', year) }),
    onError: (error) => void toastError(error),
  });
  if (!data || data.years.length === 0) return null;
  return (
    <section aria-labelledby="revenue-tax">
      <h2 id="revenue-tax">完税证明</h2>
      <ul className="revenue-list">
        {data.years.map(({ year, incomeFen, taxFen }) => (
          <li key={year} className="revenue-row">
            <span>
              {year}年
              <span className="meta">
                {' '}
                收入{price(incomeFen)} · 代扣个税{price(taxFen)}
              </span>
            </span>
            <button
              type="button"
              className="button button-line"
              aria-label={`下载${year}年的完税证明`}
              disabled={!online || save.isPending}
              onClick={() => save.mutate(year)}
            >
              PDF
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
