import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { KEYWORD_LENGTH } from '../../../contract/limits.ts';
import { isOffline } from '../../api/call.ts';
import { useBack } from '../frame/nav-bar.tsx';
import { Failed, Stale } from '../frame/state.tsx';
import { BookRowSkeleton } from './book-row.tsx';
import { addressOf } from './browse-filter.ts';
import { categories, found, hot } from './catalog-queries.ts';
import { SearchBox } from './search-box.tsx';
import { AllPassages, AllWorks, asksForTexts, FoundNothing, FoundTogether } from './search-results.tsx';
import { forgetSearches, rememberSearch, searches } from './search-history.store.ts';
import './search.css';

const TABS = [
  ['all', '全部'],
  ['book', '作品'],
  ['text', '书中文字'],
] as const;

/** Works shown in the first answer of 全部; more are requested on their own tab. */
export const FIRST_FOUND = 10;

export function SearchScreen() {
  const [params] = useSearchParams();
  // The URL may contain more than the maximum length of a search term.
  const keyword = (params.get('keyword') ?? '').trim().slice(0, KEYWORD_LENGTH).trim();
  const type = TABS.find(([key]) => key === params.get('type'))?.[0] ?? 'all';
  const back = useBack();
  useEffect(() => {
    if (keyword) rememberSearch(keyword);
  }, [keyword]);
  return (
    <div className="search measure">
      <h1 className="unseen">{keyword ? `搜索“${keyword}”` : '搜索'}</h1>
      <div className="search-head">
        <SearchBox atOnce={!keyword} />
        <button type="button" className="text-link search-cancel phone-only" onClick={back}>
          取消
        </button>
      </div>
      {keyword ? <Results keyword={keyword} type={type} /> : <Suggestions />}
    </div>
  );
}

const foundWords = (works: number, books: number, asked: boolean): string =>
  works + books === 0 ? '没有找到相关的内容' : `找到作品 ${works} 部${asked ? `，书里的句子见于 ${books} 本书` : ''}`;

function Results({ keyword, type }: { keyword: string; type: (typeof TABS)[number][0] }) {
  const all = useQuery(found(keyword, 'all', FIRST_FOUND));
  const { data } = all;
  const asked = asksForTexts(keyword);
  const number = { all: '', book: data ? ` ${data.works.total}` : '', text: data && asked ? ` ${data.passages.total}` : '' };
  const path = (tab: string): string => `?keyword=${encodeURIComponent(keyword)}${tab === 'all' ? '' : `&type=${tab}`}`;
  return (
    <>
      <nav className="tabs" aria-label="搜索范围">
        {TABS.map(([key, name]) => (
          <Link key={key} to={path(key)} replace preventScrollReset aria-current={type === key ? 'page' : undefined}>
            {name}
            {number[key]}
          </Link>
        ))}
      </nav>
      <output className="unseen">{data ? foundWords(data.works.total, data.passages.total, asked) : ''}</output>
      {data ? <Stale error={all.error} /> : null}
      {all.isError && !data ? (
        <Failed error={all.error} retry={() => void all.refetch()} />
      ) : !data ? (
        <div aria-busy="true">
          {[1, 2, 3, 4].map((n) => (
            <BookRowSkeleton key={n} />
          ))}
        </div>
      ) : data.works.total + data.passages.total === 0 ? (
        <FoundNothing keyword={keyword} />
      ) : type === 'all' ? (
        <FoundTogether keyword={keyword} data={data} path={path} />
      ) : type === 'book' ? (
        <AllWorks keyword={keyword} />
      ) : (
        <AllPassages keyword={keyword} />
      )}
    </>
  );
}

function Suggestions() {
  const { words } = useSnapshot(searches);
  const { data = [], error, refetch } = useQuery(hot);
  const kinds = (useQuery(categories).data ?? []).filter((one) => one.count > 0);
  // The button disappears with the text. If it was pressed by the keyboard (`detail` is 0), the focus moves to the input.
  const clear = ({ detail }: React.MouseEvent): void => {
    forgetSearches();
    if (detail === 0) document.querySelector<HTMLInputElement>('.search-box input')?.focus();
  };
  return (
    <>
      {words.length > 0 ? (
        <section className="search-words" aria-label="搜索历史">
          <div className="search-words-head">
            <h2>搜索历史</h2>
            <button type="button" className="text-link" onClick={clear}>
              清空
            </button>
          </div>
          <Words words={words} />
        </section>
      ) : null}
      {words.length + data.length + kinds.length === 0 && isOffline(error) ? <Failed error={error} retry={() => void refetch()} /> : null}
      {data.length > 0 ? (
        <section className="search-words" aria-label="热门搜索">
          <div className="search-words-head">
            <h2>大家在搜</h2>
          </div>
          <Words words={data} />
        </section>
      ) : null}
      {kinds.length > 0 ? (
        <section className="search-words" aria-label="分类">
          <div className="search-words-head">
            <h2>按分类看</h2>
          </div>
          <ul className="search-chips">
            {kinds.map(({ archiveTypeId, typeName }) => (
              <li key={archiveTypeId}>
                <Link className="chip" to={`/cms/main/classification?${addressOf({ archiveTypeId, sort: 'new' }).toString()}`}>
                  <span>{typeName}</span>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

function Words({ words }: { words: readonly string[] }) {
  return (
    <ul className="search-chips">
      {words.map((word) => (
        <li key={word}>
          <Link className="chip" to={`?keyword=${encodeURIComponent(word)}`} replace>
            <span>{word}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
