import { searchTitle } from '../../../contract/catalog/search-title.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import type { FoundKind } from '../../../contract/discovery/across.ts';
import { KEYWORD_LENGTH } from '../../../contract/limits.ts';
import { isOffline } from '../../api/call.ts';
import { useBack } from '../frame/nav-bar.tsx';
import { Failed, Stale } from '../frame/state.tsx';
import { BookRowSkeleton } from '../book-tile/book-row.tsx';
import { addressOf } from './browse-filter.ts';
import { categories, found, foundAcross, hot } from './catalog-queries.ts';
import { AllAccounts, AllNews, AllScholars, FoundAcross } from './found-people.tsx';
import { AllPapers } from './found-papers.tsx';
import { usePageHead } from '../frame/page-head.ts';
import { SEARCH } from '../frame/search-field.tsx';
import { SearchBox } from './search-box.tsx';
import { AllPassages, AllWorks, asksForTexts, atLeast, FoundNothing, FoundSentences, type Total } from './search-results.tsx';
import { forgetSearches, rememberSearch, searches } from './search-history.store.ts';
import './search.css';

const TABS = [
  ['all', '全部'],
  ['book', '作品'],
  ['textbook', '教材'],
  ['text', '书中文字'],
  ['paper', '论文'],
  ['scholar', '学者'],
  ['information', '资讯'],
  ['account', '公众号'],
] as const;

/** Pages that a phone has no tab for. */
const PLACES = [
  ['/cms/main/cmsScholarHouse', '学者馆'],
  ['/cms/main/information', '学者资讯'],
] as const;

/** Works shown in the first answer of 全部; more are requested on their own tab. */
export const FIRST_FOUND = 10;

const NONE: Total = { total: 0, more: false };

export function SearchScreen() {
  const [params] = useSearchParams();
  // The URL may contain more than the maximum length of a search term.
  const keyword = (params.get('keyword') ?? '').trim().slice(0, KEYWORD_LENGTH).trim();
  const type = TABS.find(([key]) => key === params.get('type'))?.[0] ?? 'all';
  const back = useBack();
  useEffect(() => {
    if (keyword) rememberSearch(keyword);
  }, [keyword]);
  usePageHead(SEARCH, keyword && searchTitle(keyword));
  return (
    <div className="search measure">
      <h1 className="unseen">{keyword ? searchTitle(keyword) : '搜索'}</h1>
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

type Totals = Readonly<Record<'works' | 'books' | 'papers' | 'scholars' | 'news' | 'accounts' | 'contests', Total>>;

/** What was found, for a screen reader. */
function foundWords({ works, books, ...others }: Totals, asked: boolean): string {
  const some = Object.values({ works, books, ...others }).some(({ total }) => total > 0);
  if (!some) return '没有找到相关的内容';
  const { papers, scholars, news, accounts, contests } = others;
  const measured = [
    ['论文', papers, '篇'],
    ['学者', scholars, '位'],
    ['资讯', news, '篇'],
    ['公众号', accounts, '个'],
    ['大赛', contests, '项'],
  ] as const;
  const more = measured.flatMap(([name, found, unit]) => (found.total > 0 ? [`${name}${atLeast(found)}${unit}`] : []));
  return [`找到作品${atLeast(works)}部`, ...(asked ? [`书里的句子见于${atLeast(books)}本书`] : []), ...more].join('，');
}

function Results({ keyword, type }: { keyword: string; type: (typeof TABS)[number][0] }) {
  const all = useQuery(found(keyword, 'all', FIRST_FOUND));
  const { data } = all;
  const asked = asksForTexts(keyword);
  const across = useInfiniteQuery(foundAcross(keyword));
  const kinds = across.data?.pages[0];
  const ofKind = (kind: FoundKind): Total => ({ total: kinds?.totals[kind] ?? 0, more: kinds?.more.includes(kind) ?? false });
  const totals = {
    works: data?.works ?? NONE,
    books: data?.passages ?? NONE,
    papers: ofKind('paper'),
    scholars: ofKind('scholar'),
    news: ofKind('information'),
    accounts: ofKind('account'),
    contests: ofKind('contest'),
  };
  const number = {
    all: '',
    book: data ? atLeast(totals.works) : '',
    textbook: '',
    text: data && asked ? atLeast(totals.books) : '',
    paper: kinds ? atLeast(totals.papers) : '',
    scholar: kinds ? atLeast(totals.scholars) : '',
    information: kinds ? atLeast(totals.news) : '',
    account: kinds ? atLeast(totals.accounts) : '',
  };
  const nothing = Object.values(totals).every(({ total }) => total === 0);
  const path = (tab: string): string => `?keyword=${encodeURIComponent(keyword)}${tab === 'all' ? '' : `&type=${tab}`}`;
  return (
    <>
      <nav className="tabs" aria-label="搜索范围">
        {TABS.map(([key, name]) => (
          <Link key={key} to={path(key)} replace preventScrollReset aria-current={type === key ? 'page' : undefined}>
            {name}
            {number[key].trimEnd()}
          </Link>
        ))}
      </nav>
      <output className="unseen">{data && kinds ? foundWords(totals, asked) : ''}</output>
      {data ? <Stale error={all.error} /> : null}
      {type === 'textbook' ? (
        <AllWorks keyword={keyword} kind="textbook" />
      ) : type === 'paper' ? (
        <AllPapers keyword={keyword} />
      ) : type === 'scholar' ? (
        <AllScholars keyword={keyword} />
      ) : type === 'information' ? (
        <AllNews keyword={keyword} />
      ) : type === 'account' ? (
        <AllAccounts keyword={keyword} />
      ) : all.isError && !data ? (
        <Failed error={all.error} retry={() => void all.refetch()} />
      ) : !data || (type === 'all' && !kinds && !across.isError) ? (
        <div aria-busy="true">
          {[1, 2, 3, 4].map((n) => (
            <BookRowSkeleton key={n} />
          ))}
        </div>
      ) : nothing && kinds ? (
        <FoundNothing keyword={keyword} />
      ) : type === 'all' ? (
        <>
          {across.isError && !across.data ? <Failed error={across.error} retry={() => void across.refetch()} /> : null}
          <FoundAcross list={across} keyword={keyword} />
          <FoundSentences passages={data.passages} keyword={keyword} path={path} />
        </>
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
  const { data = [], error, refetch, isPending } = useQuery(hot);
  const allKinds = useQuery(categories);
  const kinds = (allKinds.data ?? []).filter((one) => one.count > 0);
  // The parts appear together: one that came later would push the next ones down.
  const known = !isPending && !allKinds.isPending;
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
      {known && words.length + data.length + kinds.length === 0 && isOffline(error) ? <Failed error={error} retry={() => void refetch()} /> : null}
      {known && data.length > 0 ? (
        <section className="search-words" aria-label="热门搜索">
          <div className="search-words-head">
            <h2>大家在搜</h2>
          </div>
          <Words words={data} />
        </section>
      ) : null}
      {known && kinds.length > 0 ? (
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
      {known ? (
        <section className="search-words" aria-label="学者与资讯">
          <div className="search-words-head">
            <h2>学者与资讯</h2>
          </div>
          <ul className="search-chips">
            {PLACES.map(([to, name]) => (
              <li key={to}>
                <Link className="chip" to={to}>
                  <span>{name}</span>
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
