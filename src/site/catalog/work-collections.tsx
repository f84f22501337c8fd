import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { queryCollections } from '../../../contract/catalog/collection.ts';
import { queryOf } from '../../api/query-client.ts';
import { BookTile } from '../book-tile/book-tile.tsx';

const KINDS = { series: '丛书', topic: '专题', anthology: '文集' } as const;

/** The collections that a work belongs to, each with its other works. `children` follow once these are known and do not push them down. */
export function WorkCollections({ publishId, children }: { publishId: number; children: ReactNode }) {
  const { data, isPending } = useQuery(queryOf(queryCollections, { query: { publishId } }));
  if (isPending) return null;
  const collections = (data?.rows ?? []).map(({ collectionId, collectionName, kind, intro, books }) => {
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
  return (
    <>
      {collections}
      {children}
    </>
  );
}
