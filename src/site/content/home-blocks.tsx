import { Link } from 'react-router-dom';
import type { ShownBlock } from '../../../contract/content/program-block.ts';
import { BookRow } from '../catalog/book-row.tsx';
import { BookTile, BookTileSkeleton } from '../book-tile/book-tile.tsx';
import { SectionHead } from '../frame/section-head.tsx';
import { HomeNotices } from './home-notices.tsx';
import { SloganBand } from './slogan-band.tsx';

const IN_SIGHT = 6;
const slots = (n: number): number[] => Array.from({ length: n }, (_, index) => index);

/** Shows the page as an editor arranged it. Consecutive lists are side by side where there is room. */
export function HomeBlocks({ blocks }: { blocks: readonly ShownBlock[] | undefined }) {
  if (!blocks)
    return (
      <>
        <SectionHead title="新书" />
        <div className="book-rail">
          {slots(IN_SIGHT).map((n) => (
            <BookTileSkeleton key={n} />
          ))}
        </div>
      </>
    );
  return paired(blocks).map((group) =>
    group.length === 1 ? (
      <Block key={group[0]?.blockKey} block={group[0] as ShownBlock} eager={group[0] === blocks[0]} />
    ) : (
      <div key={group[0]?.blockKey} className="home-pair">
        {group.map((block) => (
          <Block key={block.blockKey} block={block} />
        ))}
      </div>
    ),
  );
}

const narrow = (block: ShownBlock | undefined): boolean => block?.source === 'publication' && (block.style === 'list' || block.style === 'rank');

/** Pairs two adjacent lists of books. */
function paired(blocks: readonly ShownBlock[]): ShownBlock[][] {
  const groups: ShownBlock[][] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (last?.length === 1 && narrow(last[0]) && narrow(block)) last.push(block);
    else groups.push([block]);
  }
  return groups;
}

function Block({ block, eager = false }: { block: ShownBlock; eager?: boolean }) {
  const { title, note } = block;
  switch (block.source) {
    case 'slogan':
      return <SloganBand slogan={block.slogan} />;
    case 'notice':
      return <HomeNotices title={title} notices={block.notices} />;
    case 'publication':
      return (
        <section>
          <SectionHead title={title} note={note} to={block.more} />
          {block.style === 'list' || block.style === 'rank' ? (
            <div className={block.style === 'rank' ? 'home-list home-rank' : 'home-list'}>
              {block.books.map((book) => (
                <BookRow key={book.publishId} book={book} />
              ))}
            </div>
          ) : (
            <div className={block.style === 'grid' ? 'book-grid' : 'book-rail'}>
              {block.books.map((book, index) => (
                <BookTile key={book.publishId} book={book} eager={eager && index < IN_SIGHT} />
              ))}
            </div>
          )}
        </section>
      );
    case 'scholar':
      return (
        <section>
          <SectionHead title={title} note={note} to="/cms/main/cmsScholarHouse" />
          <ul className="home-scholars">
            {block.scholars.map((one) => (
              <li key={one.scholarId}>
                {one.avatar ? (
                  <img src={one.avatar} alt="" loading="lazy" width={56} height={56} />
                ) : (
                  <span aria-hidden="true">{one.scholarName.charAt(0)}</span>
                )}
                <Link to={`/cms/main/scholar/${one.scholarId}`}>{one.scholarName}</Link>
                <span className="meta one-line">{one.researchField}</span>
              </li>
            ))}
          </ul>
        </section>
      );
    default:
      // The server sanitizes this HTML: it allows no scripts and no styles.
      return (
        <section>
          <SectionHead title={title} note={note} />
          <div className="home-html" dangerouslySetInnerHTML={{ __html: block.content }} />
        </section>
      );
  }
}
