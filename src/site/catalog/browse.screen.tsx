import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import type { BookCard } from '../../../contract/catalog/book.ts';
import { firstHeadOf } from '../../../contract/content/page.ts';
import { Icon } from '../frame/icon.tsx';
import { More } from '../frame/load-more.tsx';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { BookTile, BookTileSkeleton } from '../book-tile/book-tile.tsx';
import { addressOf, type BrowseFilter, changed, filterOf, hiddenConditions, SORTS, TABS } from './browse-filter.ts';
import { books } from './catalog-queries.ts';
import { loadable } from '../../loading/loadable.ts';
import { CategoryChips, CategoryTree } from './category-choice.tsx';
import { FilterFields } from './filter-fields.tsx';
import { FilterSheet } from './filter-sheet.tsx';
import './browse.css';

const ReadingPicks = loadable(async () => (await import('../content/reading-picks.tsx')).ReadingPicks);

/** 阅读中心, 图书阅读 and 分类 are three entry points to one screen; 分类 shows its tree where there is room. */
export function BrowseScreen() {
  const { pathname } = useLocation();
  const [params, setParams] = useSearchParams();
  const filter = filterOf(params);
  const [sheet, setSheet] = useState(false);
  const list = useInfiniteQuery(books(filter));
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const total = list.data?.pages.at(-1)?.total ?? 0;
  const choose = (next: BrowseFilter): void => setParams(addressOf(next), { replace: true, preventScrollReset: true });
  const withTree = pathname.endsWith('/classification');
  const centre = pathname.endsWith('/cmsReadingCenter');
  const picks = centre && params.get('view') === 'picks';

  return (
    <div className={withTree ? 'browse browse-with-tree measure' : 'browse measure'}>
      <header className="page-head">
        <h1>{firstHeadOf(pathname)?.title}</h1>
        <Link className="icon-button phone-only" to="/cms/main/search" aria-label="搜索">
          <Icon name="search" />
        </Link>
      </header>
      {centre ? (
        <nav className="tabs" aria-label="阅读中心">
          {TABS.map(([key, name]) => (
            <Link
              key={key}
              to={key === 'picks' ? '?view=picks' : `?${addressOf(changed(filter, { kind: key || undefined }))}`}
              replace
              preventScrollReset
              aria-current={(picks ? 'picks' : (filter.kind ?? '')) === key ? 'page' : undefined}
            >
              {name}
            </Link>
          ))}
        </nav>
      ) : null}
      {withTree ? <CategoryTree filter={filter} choose={choose} /> : null}
      {picks ? (
        <ReadingPicks />
      ) : (
        <div className="browse-main">
          <div className={withTree ? 'browse-chips browse-chips-phone' : 'browse-chips'}>
            <CategoryChips filter={filter} choose={choose} />
          </div>
          <div className="wide-only browse-fields">
            <FilterFields filter={filter} choose={choose} />
          </div>
          <div className="browse-bar">
            <fieldset className="browse-sorts" aria-label="排序">
              {SORTS.map(([sort, name]) => (
                <button key={sort} type="button" aria-pressed={filter.sort === sort} onClick={() => choose({ ...filter, sort })}>
                  {name}
                </button>
              ))}
            </fieldset>
            <output className="meta">{list.data ? `共 ${total} 种` : ''}</output>
            <button type="button" className="text-link browse-open phone-only" onClick={() => setSheet(true)}>
              <Icon name="filter" size={20} />
              筛选
              {hiddenConditions(filter) > 0 ? (
                <span className="browse-badge">
                  {hiddenConditions(filter)}
                  <span className="unseen">项条件</span>
                </span>
              ) : null}
            </button>
          </div>
          {list.data ? <Stale error={list.error} /> : null}
          <Works list={list} rows={rows} total={total} reset={() => choose({ sort: filter.sort })} filtered={params.size > 0} />
        </div>
      )}
      {sheet ? <FilterSheet close={() => setSheet(false)} filter={filter} choose={choose} /> : null}
    </div>
  );
}

interface WorksProps {
  list: UseInfiniteQueryResult<InfiniteData<{ rows: BookCard[]; total: number }>>;
  rows: readonly BookCard[];
  total: number;
  reset: () => void;
  filtered: boolean;
}

function Works({ list, rows, total, reset, filtered }: WorksProps) {
  if (list.isError && !list.data) return <Failed error={list.error} retry={() => void list.refetch()} />;
  if (list.data && rows.length === 0)
    return (
      <Empty
        drawing="find"
        title={filtered ? '没有找到图书' : '书还在路上'}
        reason={filtered ? '放宽一两个条件，也许就有了。' : '编辑部正在整理，过几天再来看看。'}
      >
        {filtered ? (
          <button type="button" className="button button-fill button-tall" onClick={reset}>
            看全部图书
          </button>
        ) : null}
      </Empty>
    );
  return (
    <>
      <div className="book-grid" aria-busy={!list.data}>
        {list.data
          ? rows.map((book, index) => <BookTile key={book.publishId} book={book} shop eager={index < 6} />)
          : Array.from({ length: 6 }, (_, index) => <BookTileSkeleton key={index} shop />)}
      </div>
      {list.data ? <More list={list} end={`共 ${total} 种，已经到底了`} /> : null}
    </>
  );
}
