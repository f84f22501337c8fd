import { useQuery } from '@tanstack/react-query';
import { count } from '../../format/number.ts';
import { published, readers, works } from './home-queries.ts';

/** Shows a slogan about reading and the size of the catalog. */
export function SloganBand({ slogan }: { slogan: string }) {
  const worksTotal = useQuery(works).data;
  const readersTotal = useQuery(readers).data;
  const publishedTotal = useQuery(published).data;
  const numbers = [
    worksTotal === undefined ? '' : `作品 ${count(worksTotal)} 部`,
    readersTotal === undefined ? '' : `读者 ${count(readersTotal)} 人`,
    publishedTotal === undefined ? '' : `已出版 ${count(publishedTotal)} 种`,
  ].filter(Boolean);
  return (
    <section className="slogan" aria-label="书舟的话">
      <p className="slogan-words">
        {slogan.split(/(?<=^[^，]*，)/).map((part) => (
          <span key={part}>{part}</span>
        ))}
      </p>
      <p className="slogan-numbers">{numbers.join('　') || '\u00a0'}</p>
    </section>
  );
}
