import { Link, useSearchParams } from 'react-router-dom';
import { loadable } from '../../loading/loadable.ts';
import { Icon } from '../frame/icon.tsx';
import { CollectShelf, StoredShelf, ReadingShelf, useOnDevice } from './shelf-list.tsx';
import { StorageCard } from './storage-card.tsx';
import './shelf.css';

const OwnShelf = loadable(async () => (await import('./own-shelf.tsx')).OwnShelf);

const TABS = [
  ['reading', '在读', ReadingShelf],
  ['collect', '收藏', CollectShelf],
  ['kept', '已下载', StoredShelf],
  ['own', '本机图书', OwnShelf],
] as const;

/** The page 书架: current books, favourites and downloads. */
export function ShelfScreen() {
  const [params] = useSearchParams();
  const [at, , Shelf] = TABS.find(([key]) => key === params.get('tab')) ?? TABS[0];
  const kept = useOnDevice();
  return (
    <div className="shelf measure">
      <header className="page-head">
        <h1>书架</h1>
        <Link className="icon-button phone-only" to="/cms/main/search" aria-label="搜索">
          <Icon name="search" />
        </Link>
      </header>
      <nav className="tabs" aria-label="书架的部分">
        {TABS.map(([key, name]) => (
          <Link key={key} to={key === 'reading' ? '?' : `?tab=${key}`} replace preventScrollReset aria-current={key === at ? 'page' : undefined}>
            {name}
            {key === 'kept' && kept > 0 ? ` ${kept}` : ''}
          </Link>
        ))}
      </nav>
      {kept > 0 ? (
        <div className="shelf-storage">
          <StorageCard manage />
        </div>
      ) : null}
      <Shelf />
    </div>
  );
}
