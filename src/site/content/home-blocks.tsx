import type { MoreShown, ShownBlock } from '../../../contract/content/program-block.ts';
import { BookRow } from '../book-tile/book-row.tsx';
import { BookTile, BookTileSkeleton } from '../book-tile/book-tile.tsx';
import { SectionHead } from '../frame/section-head.tsx';
import { loadable } from '../../loading/loadable.ts';
import { SloganBand } from './slogan-band.tsx';

/** The other kinds of blocks, which are further down; a first visit does not wait for them. Their height is reserved in home.css. */
const MorePart = loadable(async () => (await import('./more-blocks.tsx')).MorePart);

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

const isList = ({ style }: ShownBlock): boolean => style === 'list' || style === 'rank';
const narrow = (block: ShownBlock | undefined): boolean =>
  block !== undefined && (block.source === 'publication' ? isList(block) : /^(information|wechatRank|notice)$/.test(block.source));
const isFilms = (block: ShownBlock): boolean => block.source === 'publication' && !isList(block) && block.books.every(({ kind }) => kind === 'video');

/** Pairs two adjacent lists. */
function paired(blocks: readonly ShownBlock[]): ShownBlock[][] {
  const groups: ShownBlock[][] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (last?.length === 1 && narrow(last[0]) && narrow(block)) last.push(block);
    else groups.push([block]);
  }
  return groups;
}

/** `--lines` is the number of items, for the reserved height. */
const MoreBlock = ({ block }: { block: MoreShown }) => (
  <section className={`more more-${block.source}`} style={{ '--lines': Object.values(block).find(Array.isArray)?.length } as React.CSSProperties}>
    <MorePart block={block} />
  </section>
);

function Block({ block, eager = false }: { block: ShownBlock; eager?: boolean }) {
  const { title, note } = block;
  switch (block.source) {
    case 'slogan':
      return <SloganBand slogan={block.slogan} />;
    case 'publication':
      if (isFilms(block)) return <MoreBlock block={block} />;
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
    default:
      return <MoreBlock block={block} />;
  }
}
