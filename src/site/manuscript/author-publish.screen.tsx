import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { CODE } from '../../../contract/error.ts';
import { CallError } from '../../api/call.ts';
import { shortDate } from '../../format/date.ts';
import { NavBar } from '../frame/nav-bar.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { AuthorTabs } from './author-tabs.tsx';
import { AUTHOR_HOME, manuscripts, oneManuscript } from './author-queries.ts';
import { ManuscriptProgress } from './manuscript-progress.tsx';

/** #46: where each manuscript stands, and what the author does next. */
export function AuthorPublishScreen() {
  const [search] = useSearchParams();
  const archiveId = Number(search.get('archiveId')) || 0;
  return archiveId > 0 ? <One archiveId={archiveId} /> : <All />;
}

function All() {
  const { data, error, refetch } = useInfiniteQuery(manuscripts(''));
  const rows = (data?.pages.flatMap((page) => page.rows) ?? []).filter(({ authorWord }) => authorWord !== '未投稿');
  return (
    <div className="author">
      <AuthorTabs title="出版进度" />
      <div className="author-part">
        {error && !data ? (
          <Failed error={error} retry={() => void refetch()} to={AUTHOR_HOME} action="回到概览" />
        ) : !data ? (
          <div aria-busy="true">
            <Skeleton height={96} />
          </div>
        ) : rows.length === 0 ? (
          <Empty drawing="boat" title="暂无出版中的作品" reason="投稿后，这里会显示每一步的进展。" to="/authorBackground/online" action="去写作" />
        ) : (
          <ul className="author-list">
            {rows.map((row) => (
              <li key={row.archiveId} className="author-card">
                <header>
                  <h3 className="serif">{row.title}</h3>
                  <span className={row.authorWord === '请您处理' ? 'author-word asks' : 'author-word'}>{row.authorWord}</span>
                </header>
                <p>
                  {row.nextStep}
                  {row.usualDays === null ? '' : `一般 ${row.usualDays} 天。`}
                </p>
                <p className="meta">{shortDate(row.stageSince)} 进入这一步</p>
                <div className="author-acts">
                  <Link className="button button-line" to={`/authorBackground/publish?archiveId=${row.archiveId}`}>
                    查看
                  </Link>
                </div>
              </li>
            ))}
          </ul>
        )}
        <Stale error={data ? error : null} />
      </div>
    </div>
  );
}

function One({ archiveId }: { archiveId: number }) {
  const { data, error, refetch } = useQuery(oneManuscript(archiveId));
  const missing = error instanceof CallError && error.code === CODE.missing;
  return (
    <div className="author">
      <NavBar title={data?.title ?? '出版进度'} otherwise="/authorBackground/publish" />
      {missing && !data ? (
        <Empty drawing="find" title="稿件不存在" reason="它可能已被删除，或与您无关。" to={AUTHOR_HOME} action="回到概览" />
      ) : error && !data ? (
        <Failed error={error} retry={() => void refetch()} to={AUTHOR_HOME} action="回到概览" />
      ) : (
        <Stale error={error} />
      )}
      {data ? (
        <ManuscriptProgress one={data} />
      ) : error ? null : (
        <div className="author-part" aria-busy="true">
          <Skeleton height={28} width="60%" />
          <Skeleton height={160} top={16} />
        </div>
      )}
    </div>
  );
}
