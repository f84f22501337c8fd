import { Link } from 'react-router-dom';
import type { BookCard } from '../../contract/catalog/book.ts';
import type { PageBlock } from '../../contract/content/page-block.ts';
import { Cover } from '../cover/cover.tsx';
import { initialOf } from '../format/initial.ts';
import './page-blocks.css';

type Of<K extends PageBlock['kind']> = Extract<PageBlock, { kind: K }>;

interface Props {
  readonly blocks: readonly PageBlock[];
  /** The works of the film blocks that readers can open. */
  readonly films: readonly BookCard[];
}

/**
 * The content of a site page, for readers and for the preview of its editor. Its layout depends on its own width, so that the preview shows
 * what a phone shows.
 */
export function PageBlocks({ blocks, films }: Props) {
  return (
    <div className="page-blocks">
      {blocks.map((block) => (
        <section key={block.id} className={`page-block page-block-${block.kind}`}>
          <Block block={block} films={films} />
        </section>
      ))}
    </div>
  );
}

function Block({ block, films }: { block: PageBlock; films: readonly BookCard[] }) {
  switch (block.kind) {
    case 'heading':
      return <h2>{block.text}</h2>;
    case 'text':
      // Cleaned by the server before it is stored.
      return <div className="page-text" dangerouslySetInnerHTML={{ __html: block.html }} />;
    case 'pictures':
      return <Pictures block={block} />;
    case 'timeline':
      return <Timeline block={block} />;
    case 'people':
      return <People block={block} />;
    case 'honours':
      return <Honours block={block} />;
    case 'film':
      return <Film block={block} work={films.find((one) => one.publishId === block.publishId)} />;
    case 'map':
      return <MapCard block={block} />;
    case 'licences':
      return <Licences block={block} />;
  }
}

const Pictures = ({ block: { pictures } }: { block: Of<'pictures'> }) => (
  <div className={pictures.length > 1 ? 'page-pictures several' : 'page-pictures'}>
    {pictures.map(({ src, alt, caption }) => (
      <figure key={src}>
        <img src={src} alt={alt} loading="lazy" />
        {caption ? <figcaption>{caption}</figcaption> : null}
      </figure>
    ))}
  </div>
);

const Timeline = ({ block: { events } }: { block: Of<'timeline'> }) => (
  <ol className="page-timeline">
    {events.map(({ time, title, text }) => (
      <li key={`${time} ${title}`}>
        <span className="page-time">{time}</span>
        <div>
          <h3>{title}</h3>
          {text ? <p>{text}</p> : null}
        </div>
      </li>
    ))}
  </ol>
);

const People = ({ block: { people } }: { block: Of<'people'> }) => (
  <ul className="page-people">
    {people.map(({ name, role, intro, photo }) => (
      <li key={`${name} ${role}`}>
        {photo ? (
          <img src={photo} alt="" width={56} height={56} loading="lazy" />
        ) : (
          <span className="page-initial" aria-hidden="true">
            {initialOf(name)}
          </span>
        )}
        <div>
          <h3>{name}</h3>
          {role ? <p className="page-role">{role}</p> : null}
          {intro ? <p>{intro}</p> : null}
        </div>
      </li>
    ))}
  </ul>
);

const Honours = ({ block: { honours } }: { block: Of<'honours'> }) => (
  <ul className="page-honours">
    {honours.map(({ year, title, issuer }) => (
      <li key={`${year} ${title}`}>
        <span className="page-time">{year}</span>
        <span>
          <b>{title}</b>
          {issuer ? <span className="page-soft">{issuer}</span> : null}
        </span>
      </li>
    ))}
  </ul>
);

/** A work that is not on sale has no card: readers could not open it. */
function Film({ block, work }: { block: Of<'film'>; work: BookCard | undefined }) {
  if (!work) return null;
  const played = work.kind === 'audio' || work.kind === 'video';
  return (
    <Link className="page-film" to={played ? `/cms/main/collectedVideoDetail/${work.publishId}` : `/cms/main/bookDetail/${work.publishId}`}>
      <Cover book={work} />
      <span>
        <b>{work.title}</b>
        <span className="page-soft">{block.caption || work.brief || work.authorsText}</span>
        <span className="page-film-go">{played ? '去观看' : '去看看'}</span>
      </span>
    </Link>
  );
}

function MapCard({ block }: { block: Of<'map'> }) {
  const facts = [
    ['地址', block.address],
    ['电话', block.phone],
    ['接待时间', block.hours],
    ['怎样到达', block.route],
  ].filter(([, value]) => value) as [string, string][];
  return (
    <div className="page-map">
      <img src={block.image} alt={`${block.address}的地图`} loading="lazy" />
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{name === '电话' ? <a href={`tel:${value.replace(/[^\d+]/g, '')}`}>{value}</a> : value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const Licences = ({ block: { licences } }: { block: Of<'licences'> }) => (
  <ul className="page-licences">
    {licences.map(({ name, number, image }) => (
      <li key={`${name} ${number}`}>
        {image ? (
          <a href={image} target="_blank" rel="noreferrer">
            <img src={image} alt={`${name}的图片，在新窗口打开`} width={64} height={64} loading="lazy" />
          </a>
        ) : null}
        <span>
          <b>{name}</b>
          <span className="page-soft">{number}</span>
        </span>
      </li>
    ))}
  </ul>
);
