import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { queryInformation, type InformationCard } from '../../../contract/content/information.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { pagesOf } from '../../api/pages-of.ts';
import { useEntries } from '../../dictionary/entries.ts';
import { fullDate } from '../../format/date.ts';
import { count } from '../../format/number.ts';
import { More } from '../frame/load-more.tsx';
import { NavBar } from '../frame/nav-bar.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { informationPath } from './information-path.ts';
import { loadable } from '../../loading/loadable.ts';
import './information.css';

/** Apart from the list, which most visitors open first. */
const InformationArticle = loadable(async () => (await import('./information-article.tsx')).InformationArticle);

const newsList = (category: string) =>
  pagesOf(queryInformation, { query: category ? { category } : {} }, PAGE_SIZE, (data): { rows: InformationCard[]; total: number } => data);

/** #24: news, or with `id` one article. */
export function InformationScreen() {
  const [params, setParams] = useSearchParams();
  const id = params.get('id');
  if (id !== null) return <InformationArticle key={id} id={Number(id) || 0} />;
  const category = params.get('category') ?? '';
  return <NewsList category={category} choose={(next) => setParams(next ? { category: next } : {}, { replace: true, preventScrollReset: true })} />;
}

function NewsList({ category, choose }: { category: string; choose: (category: string) => void }) {
  const list = useInfiniteQuery(newsList(category));
  const categories = useEntries('cms_information_category');
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const chip = (value: string, label: string) => (
    <button key={value} type="button" className="chip" aria-pressed={category === value} onClick={() => choose(value)}>
      <span>{label}</span>
    </button>
  );
  return (
    <div className="information measure">
      <NavBar title="学者资讯" />
      <fieldset className="information-chips" aria-label="栏目">
        {chip('', '全部')}
        {categories.map(({ value, label }) => chip(value, label))}
      </fieldset>
      {list.data ? <Stale error={list.error} /> : null}
      {list.isError && !list.data ? (
        <Failed error={list.error} retry={() => void list.refetch()} />
      ) : list.data && rows.length === 0 ? (
        <Empty drawing="lamp" title="暂无资讯" reason={category ? '这个栏目还没有资讯，看看别的栏目吧。' : '学者的动态和行业的消息会发在这里。'}>
          {category ? (
            <button type="button" className="button button-fill button-tall" onClick={() => choose('')}>
              看全部资讯
            </button>
          ) : null}
        </Empty>
      ) : (
        <>
          <ul className="information-list" aria-busy={!list.data}>
            {list.data
              ? rows.map((news) => <NewsRow key={news.informationId} news={news} />)
              : [1, 2, 3, 4].map((n) => (
                  <li key={n} aria-hidden="true">
                    <Skeleton width="70%" height={20} top={18} />
                    <Skeleton height={34} top={12} />
                    <Skeleton width="40%" height={12} top={12} />
                  </li>
                ))}
          </ul>
          {list.data ? <More list={list} end="没有更早的资讯了" /> : null}
          <p className="end-line">
            <a className="text-link" href="/feed/information.xml">
              订阅（Atom）
            </a>
          </p>
        </>
      )}
    </div>
  );
}

function NewsRow({ news }: { news: InformationCard }) {
  return (
    <li>
      <Link to={informationPath(news.informationId)}>
        <span className="information-words">
          <span className="information-title">
            {news.topFlag ? <span className="tag tag-seal">置顶</span> : null} {news.title}
          </span>
          <span className="information-summary">{news.summary}</span>
          <span className="meta">
            {[news.categoryName, fullDate(news.publishTime), news.viewNum > 0 ? `${count(news.viewNum)} 次阅读` : ''].filter(Boolean).join(' · ')}
          </span>
        </span>
        {news.cover ? <img src={news.cover} alt="" loading="lazy" width={120} height={80} /> : null}
      </Link>
    </li>
  );
}
