import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { CODE } from '../../../contract/error.ts';
import { getArticle, type ArticleView } from '../../../contract/wechat/article.ts';
import { RANK_PATH } from '../../../contract/wechat/wechat.site.ts';
import { CallError } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { fullDate } from '../../format/date.ts';
import { count } from '../../format/number.ts';
import { Avatar } from '../frame/avatar.tsx';
import { Comments } from '../comment/comments.tsx';
import { NavBar } from '../frame/nav-bar.tsx';
import { usePageHead } from '../frame/page-head.ts';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { articlePath, rankPath } from './rank-address.ts';
import '../frame/rich-text.css';
import './wechat.css';

/** #28: one article of a public account. */
export function ArticleScreen() {
  const articleId = Number(useParams()['id']) || 0;
  const { data, error, refetch } = useQuery(queryOf(getArticle, { params: { id: articleId } }));
  usePageHead(articlePath(articleId), data?.title, data?.digest);
  if (error && !data)
    return error instanceof CallError && (error.code === CODE.missing || error.code === CODE.invalid) ? (
      <Empty heading="h1" drawing="find" title="文章不存在" reason="它可能已被删除，看看榜上别的文章吧。" to={RANK_PATH} action="看公众号排行" />
    ) : (
      <div className="wechat-page">
        <NavBar otherwise={RANK_PATH} />
        <Failed heading="h1" error={error} retry={() => void refetch()} />
      </div>
    );
  return (
    <div className="wechat-page">
      <NavBar otherwise={RANK_PATH} />
      <Stale error={error} />
      {data ? (
        <>
          <ArticleText article={data} />
          <div className="wechat-comments">
            <Comments targetType="wechatArticle" targetId={data.articleId} />
          </div>
        </>
      ) : (
        <ArticleSkeleton />
      )}
    </div>
  );
}

function ArticleText({ article }: { article: ArticleView }) {
  const counts: readonly (readonly [string, number])[] = [
    ['阅读', article.readNum],
    ['在看', article.wowNum],
    ['点赞', article.likeNum],
    ['分享', article.shareNum],
  ];
  return (
    <article>
      <h1>{article.title}</h1>
      <Link className="wechat-by" to={rankPath({ periodType: 'week' }, article.accountId)}>
        <Avatar name={article.accountName} picture={article.avatar} size={36} />
        <span>
          <b>{article.accountName}</b>
          <span className="meta">
            {article.domainName} · {fullDate(article.publishTime)}
          </span>
        </span>
      </Link>
      {article.cover ? <img className="wechat-cover" src={article.cover} alt="" /> : null}
      {article.digest ? <p className="wechat-digest">{article.digest}</p> : null}
      {/* Cleaned by the server before it is stored. */}
      {article.content ? <div className="rich-text" dangerouslySetInnerHTML={{ __html: article.content }} /> : null}
      {article.url ? (
        <a className="button button-line wechat-original" href={article.url} target="_blank" rel="noreferrer">
          阅读原文
          <span className="unseen">（在新窗口打开）</span>
        </a>
      ) : null}
      <dl className="wechat-facts">
        {counts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{count(value)}</dd>
          </div>
        ))}
      </dl>
      {article.statTime ? <p className="meta">数据更新于 {fullDate(article.statTime)}</p> : null}
    </article>
  );
}

const ArticleSkeleton = () => (
  <article aria-busy="true">
    <Skeleton width="80%" height={30} top={6} />
    <Skeleton width="40%" height={36} top={16} />
    <Skeleton height={260} top={24} />
  </article>
);
