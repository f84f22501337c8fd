import { useQuery } from '@tanstack/react-query';
import { queryCollections } from '../../../contract/catalog/collection.ts';
import { queryOf } from '../../api/query-client.ts';
import { BookTile } from '../book-tile/book-tile.tsx';

const KINDS = { series: '丛书', topic: '专题', anthology: '文集' } as const;

/** The collections that a work belongs to, each with its other works. */
export function WorkCollections({ publishId }: { publishId: number }) {
  const { data } = useQuery(queryOf(queryCollections, { query: { publishId } }));
  return (data?.rows ?? []).map(({ collectionId, collectionName, kind, intro, books }) => {
    const others = books.filter((book) => book.publishId !== publishId);
    return others.length > 0 ? (
      <section key={collectionId} className="book-similar">
        <h2>
          {KINDS[kind]}：{collectionName}
        </h2>
        {intro ? <p className="meta">{intro}</p> : null}
        <div className="book-rail">
          {others.map((book) => (
            <BookTile key={book.publishId} book={book} />
          ))}
        </div>
      </section>
    ) : null;
  });
}
