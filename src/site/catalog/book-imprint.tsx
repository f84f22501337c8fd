import type { BookDetail } from '../../../contract/catalog/book.ts';
import { labelOf, useEntries } from '../../dictionary/entries.ts';
import { bytes } from '../../format/bytes.ts';
import { fullDate } from '../../format/date.ts';
import { count } from '../../format/number.ts';

/** The section 版权信息: shows known fields only. */
export function BookImprint({ book }: { book: BookDetail }) {
  const languages = useEntries('publish_publication_language');
  const rows = [
    ['书号', book.isbn],
    ['作者', book.authorsText],
    ['译者', book.translator],
    ['出版社', book.pressName],
    ['出版日期', fullDate(book.publishDate)],
    ['版次', book.edition > 0 ? `第${book.edition}版` : ''],
    ['语言', labelOf(languages, book.language)],
    ['字数', book.characters > 0 ? count(book.characters) : ''],
    ...book.more.map(({ label, value }) => [label, value]),
    ['电子版', book.editionId === null ? '' : `EPUB ${bytes(book.bytes)}`],
  ].filter((row): row is [string, string] => Boolean(row[1]));
  return (
    <section className="book-part">
      <h2>版权信息</h2>
      <dl className="imprint">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
