import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { deadlineText } from '../../../contract/deadline.ts';
import { ownPublicationCounts } from '../../../contract/catalog/publication.ts';
import { AUTHOR_WORDS } from '../../../contract/manuscript/manuscript.machine.ts';
import { queryOf } from '../../api/query-client.ts';
import { session } from '../../session/session.store.ts';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { statistics } from './author-queries.ts';
import { AuthorTabs } from './author-tabs.tsx';

const WRITERS = ['author', 'scholar', 'professor', 'admin'];

/** #42, #43: what the author has to do, the manuscripts by state, and the published works. */
export function AuthorHomeScreen() {
  const { now } = useSnapshot(session);
  const { data, error, refetch } = useQuery(statistics);
  const published = useQuery(queryOf(ownPublicationCounts, {}));
  const writer = now.state === 'authenticated' && now.roles.some((role) => WRITERS.includes(role));
  return (
    <div className="author">
      <AuthorTabs title="作者后台" />
      {now.state === 'authenticated' && !writer ? (
        <Empty
          drawing="boat"
          title="您还不是作者"
          reason="申请成为作者后，可以在这里写作、投稿、查看出版进度。"
          to="/personalCenter/profile"
          action="申请成为作者"
        />
      ) : error && !data ? (
        <Failed error={error} retry={() => void refetch()} to="/personalCenter/default" action="回到我的" />
      ) : !data ? (
        <div className="author-part" aria-busy="true">
          <Skeleton height={96} />
          <Skeleton height={160} top={16} />
        </div>
      ) : (
        <>
          <Stale error={error} />
          <section className="author-part" aria-labelledby="author-todo">
            <h2 id="author-todo">需要我做 {data.todo.length > 0 ? data.todo.length : ''}</h2>
            {data.todo.length === 0 ? (
              <p className="soft">没有等您处理的事。</p>
            ) : (
              <ul className="author-list">
                {data.todo.map((item) => (
                  <li key={`${item.kind} ${item.archiveId}`} className="author-card">
                    <header>
                      <h3 className="serif">{item.title}</h3>
                      <span className="author-word asks">{item.kind}</span>
                    </header>
                    <p>
                      {item.text}
                      {item.due ? <span className="meta">，{deadlineText(item.due)} 前</span> : null}
                    </p>
                    <div className="author-acts">
                      <Link className="button button-fill" to={item.link}>
                        去处理
                      </Link>
                    </div>
                  </li>
                ))}
              </ul>
            )}
          </section>
          <section className="author-part" aria-labelledby="author-works">
            <h2 id="author-works">我的稿件</h2>
            <div className="author-counts">
              {AUTHOR_WORDS.map((word) => (
                <Link key={word} to={`/authorBackground/online?word=${encodeURIComponent(word)}`}>
                  <b>{data.words[word]}</b>
                  <span className="meta">{word}</span>
                </Link>
              ))}
            </div>
            <div className="author-acts">
              <Link className="button button-fill" to="/authorBackground/online?new=1">
                开始创作
              </Link>
              <Link className="button button-line" to="/authorBackground/publish">
                查看出版进度
              </Link>
            </div>
          </section>
          <section className="author-part" aria-labelledby="author-published">
            <h2 id="author-published">已出版</h2>
            <p>{published.data && published.data.total > 0 ? `共 ${published.data.total} 种作品在平台出版。` : '还没有作品，开始创作吧。'}</p>
          </section>
        </>
      )}
    </div>
  );
}
