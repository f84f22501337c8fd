import type { DataOf } from '../../../contract/endpoint.ts';
import type { myTextbooks } from '../../../contract/textbook/shelf.ts';
import { BookTile } from '../book-tile/book-tile.tsx';
import { SectionHead } from '../frame/section-head.tsx';

/** 「我的教材」: the textbooks of the reader with the progress in each. */
export const OwnTextbooks = ({ books }: { books: DataOf<typeof myTextbooks> }) => (
  <section aria-label="我的教材">
    <SectionHead title="我的教材" />
    <div className="book-rail">
      {books.map((book) => (
        <BookTile key={book.publishId} book={book}>
          <span className="book-tile-note one-line">{book.percent > 0 ? `学到 ${Math.floor(book.percent)}%` : '还没有开始'}</span>
        </BookTile>
      ))}
    </div>
  </section>
);
