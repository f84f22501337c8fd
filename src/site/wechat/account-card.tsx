import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { getAccount } from '../../../contract/wechat/account.ts';
import { periodLabel, type PeriodType } from '../../../contract/wechat/rank-period.ts';
import { queryOf } from '../../api/query-client.ts';
import { shortDate } from '../../format/date.ts';
import { count } from '../../format/number.ts';
import { Avatar } from '../frame/avatar.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed } from '../frame/state.tsx';
import { CallError } from '../../api/call.ts';
import { CODE } from '../../../contract/error.ts';
import { articlePath } from './rank-address.ts';
import { Sparkline } from './sparkline.tsx';

/** An account: who it is, its places over the last periods, and its newest articles. */
export function AccountCard({ accountId, periodType }: { accountId: number; periodType: PeriodType }) {
  const { data, error, refetch } = useQuery(queryOf(getAccount, { params: { id: accountId }, query: { periodType } }));
  if (error && !data)
    return error instanceof CallError && error.code === CODE.missing ? (
      <Empty drawing="find" title="公众号不存在或已停用" reason="看看榜上别的公众号吧。" />
    ) : (
      <Failed error={error} retry={() => void refetch()} />
    );
  if (!data)
    return (
      <div className="wechat-card" aria-busy="true">
        <Skeleton width={56} height={56} round={28} />
        <Skeleton width="60%" height={22} top={12} />
        <Skeleton height={64} top={16} />
        <Skeleton height={160} top={16} />
      </div>
    );
  const last = data.points.at(-1);
  const facts: readonly (readonly [string, string])[] = [
    ['最近一期', last?.rank ? `第${last.rank}名` : '未上榜'],
    ['文章', `${count(data.articleNum)} 篇`],
    ['篇均阅读', count(data.meanRead)],
  ];
  return (
    <div className="wechat-card">
      <div className="wechat-card-head">
        <Avatar name={data.accountName} picture={data.avatar} size={56} />
        <div>
          <h2>
            {data.accountName} {data.certified ? <span className="tag tag-brand">认证</span> : null}
          </h2>
          <p className="meta">
            {data.wechatId} · {data.domainName}
            {data.areaPath ? ` · ${data.areaPath}` : ''}
          </p>
        </div>
      </div>
      {data.intro ? <p className="wechat-intro">{data.intro}</p> : null}
      {data.owner ? <p className="meta">账号主体：{data.owner}</p> : null}
      <dl className="wechat-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {data.points.length > 0 ? (
        <figure className="wechat-course">
          <figcaption>近 {data.points.length} 期的 WCI</figcaption>
          <Sparkline points={data.points} width={320} height={72} />
          <p className="meta wechat-course-ends">
            <span>{periodLabel(periodType, data.points[0]?.periodStart ?? '')}</span>
            <span>{periodLabel(periodType, last?.periodStart ?? '')}</span>
          </p>
        </figure>
      ) : null}
      <h3>最近的文章</h3>
      {data.articles.length === 0 ? (
        <p className="meta">还没有收录它的文章。</p>
      ) : (
        <ul className="wechat-articles">
          {data.articles.map((one) => (
            <li key={one.articleId}>
              <Link to={articlePath(one.articleId)}>
                <span className="wechat-article-title">{one.title}</span>
                <span className="meta">
                  {shortDate(one.publishTime)} · {one.position === 1 ? '头条' : `第${one.position}条`} · 阅读 {count(one.readNum)} · 点赞{' '}
                  {count(one.likeNum)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
