import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { getPage, type SinglePageKey } from '../../../contract/content/single-page.ts';
import { queryOf } from '../../api/query-client.ts';
import { PageBlocks } from '../../page-blocks/page-blocks.tsx';
import { NavBar } from '../frame/nav-bar.tsx';
import { usePageHead } from '../frame/page-head.ts';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import '../frame/rich-text.css';
import './single-page.css';

const PAGES = [
  { key: 'introduction', to: '/cms/main/cmsIntroduction', name: '平台介绍' },
  { key: 'about', to: '/cms/main/cmsAbout', name: '关于我们' },
  { key: 'logo', to: '/cms/main/cmsLogoPage', name: '书舟的标志' },
] as const;

interface Props {
  readonly pageKey: SinglePageKey;
  readonly title: string;
  /** Shown while the page has no content. */
  readonly empty: string;
  /** Above the content: the logo page has its own beginning. */
  readonly before?: ReactNode;
  /** Below the content: parts that the program adds. */
  readonly children?: ReactNode;
}

/** A page that staff write, with links to the others. */
export function SinglePage({ pageKey, title, empty, before, children }: Props) {
  const path = PAGES.find((one) => one.key === pageKey)?.to ?? '/';
  const { data, error, refetch } = useQuery(queryOf(getPage, { params: { key: pageKey } }));
  usePageHead(path, data?.title, data?.description);
  return (
    <div className="single-page">
      <NavBar title={data?.title ?? title} />
      <Stale error={data ? error : null} />
      {before}
      {data ? (
        data.blocks.length > 0 ? (
          <article className="single-page-text">
            <PageBlocks blocks={data.blocks} films={data.films} />
          </article>
        ) : (
          <Empty drawing="lamp" title={empty} reason="内容正在准备，先去看看书吧。" to="/cms/main/cmsReadingCenter" action="去阅读中心" />
        )
      ) : error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : (
        <article className="single-page-text" aria-busy="true">
          <Skeleton width="40%" height={28} />
          <Skeleton height={16} top={20} />
          <Skeleton height={16} top={10} />
          <Skeleton width="60%" height={16} top={10} />
          <Skeleton height={220} top={28} />
        </article>
      )}
      {/* Not below the skeleton, which is shorter than the content: they would be pushed down when it arrives. */}
      {data || error ? (
        <>
          {children}
          <nav className="single-page-others" aria-label="更多介绍">
            {PAGES.filter((one) => one.key !== pageKey).map(({ key, to, name }) => (
              <Link key={key} to={to}>
                {name}
              </Link>
            ))}
          </nav>
        </>
      ) : null}
    </div>
  );
}
