import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { dailyCount } from '../../../contract/teaching/daily-review.ts';
import { DAILY_REVIEW_PATH, PRACTICE_PATH, WRONG_PATH } from '../../../contract/textbook/practice-path.ts';
import { queryOf } from '../../api/query-client.ts';
import { Practice } from '../../practice/practice.tsx';
import { bookPath } from '../book-tile/book-tile.tsx';
import { Icon } from '../frame/icon.tsx';
import { NavBar } from '../frame/nav-bar.tsx';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { ListSkeleton, PracticeSkeleton } from './practice-skeleton.tsx';
import { oneSet, ownBooks, wrongList } from '../../practice/practice-queries.ts';
import { WrongBook } from './wrong-book.tsx';
import './practice-page.css';

/** T3: an exercise, the wrong book, or both as a choice. What was answered is remembered. */
export function PracticePage() {
  const [search] = useSearchParams();
  const setId = Number(search.get('set'));
  if (Number.isSafeInteger(setId) && setId > 0) return <SetPage key={setId} setId={setId} />;
  return search.get('wrong') === null ? <Choice /> : <WrongBook />;
}

function SetPage({ setId }: { setId: number }) {
  const { data, error, refetch } = useQuery(oneSet(setId));
  const book = data?.questions[0]?.publishId;
  return (
    <div className="practice-page measure">
      <NavBar title={data?.title ?? '练习'} otherwise={PRACTICE_PATH} />
      {error && !data ? <Failed error={error} retry={() => void refetch()} to={PRACTICE_PATH} action="看我的练习" /> : null}
      {!data && !error ? <PracticeSkeleton /> : null}
      {data && data.questions.length === 0 ? <Empty drawing="lamp" title="这个练习现在没有题" reason="编辑部正在调整，过几天再来看看。" /> : null}
      {data && data.questions.length > 0 ? (
        <div className="practice-run card">
          <Practice
            set={data}
            end={
              <p className="practice-links">
                <Link className="text-link" to={WRONG_PATH}>
                  看错题本
                </Link>
                {book ? (
                  <Link className="text-link" to={`${bookPath(book)}?tab=practice`}>
                    这本书的练习
                  </Link>
                ) : null}
              </p>
            }
          />
        </div>
      ) : null}
    </div>
  );
}

/** Without a parameter: the wrong book, and the exercises of one's textbooks. */
function Choice() {
  const wrong = useQuery(wrongList);
  const daily = useQuery({ ...queryOf(dailyCount, {}), staleTime: 0 });
  const { data, error, refetch } = useQuery(ownBooks);
  return (
    <div className="practice-page measure">
      <NavBar title="我的练习" otherwise="/cms/main/IntelligentDigitalTeachingPlatform" />
      <Stale error={error} />
      <Link className="practice-entry card" to={DAILY_REVIEW_PATH}>
        <b className="serif">今日复习</b>
        <span className="meta">{daily.data ? (daily.data.total > 0 ? `${daily.data.total} 题` : '今天没有要复习的题') : ''}</span>
        <Icon name="right" size={20} />
      </Link>
      <Link className="practice-entry card" to={WRONG_PATH}>
        <b className="serif">错题本</b>
        <span className="meta">{wrong.data ? (wrong.data.items.length > 0 ? `${wrong.data.items.length} 题` : '还没有错题，真好') : ''}</span>
        <Icon name="right" size={20} />
      </Link>
      <section aria-labelledby="practice-books" aria-busy={!data && !error}>
        <h2 id="practice-books" className="practice-head">
          教材的练习
        </h2>
        {error && !data ? (
          <Failed error={error} retry={() => void refetch()} />
        ) : !data ? (
          <ListSkeleton />
        ) : data.length === 0 ? (
          <Empty drawing="boat" title="还没有教材" reason="有了教材，这里就有它的练习。" to="/cms/main/DigitalTeachingMaterials" action="去找教材" />
        ) : (
          <ul className="practice-list">
            {data.map(({ publishId, title }) => (
              <li key={publishId}>
                <Link className="practice-row" to={`${bookPath(publishId)}?tab=practice`}>
                  <span className="serif one-line">{title}</span>
                  <Icon name="right" size={20} />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}
