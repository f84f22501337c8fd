import type { PublicPlace } from '../../../contract/wechat/rank.ts';
import { count } from '../../format/number.ts';
import { Avatar } from '../frame/avatar.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { RankChange } from './rank-change.tsx';
import { Sparkline } from './sparkline.tsx';

interface Props {
  readonly places: readonly PublicPlace[];
  readonly chosen: number | undefined;
  readonly open: (accountId: number) => void;
}

/** The places of a ranking in order; pressing one opens the card of the account. */
export const RankList = ({ places, chosen, open }: Props) => (
  <ol className="wechat-list">
    {places.map((place) => (
      <li key={place.accountId}>
        <button type="button" className="wechat-row" aria-pressed={place.accountId === chosen} onClick={() => open(place.accountId)}>
          <span className="wechat-rank">
            <span className={place.rank <= 3 ? 'wechat-rank-number wechat-rank-top' : 'wechat-rank-number'}>
              <span className="unseen">第</span>
              {place.rank}
              <span className="unseen">名</span>
            </span>
            <RankChange change={place.rankChange} />
          </span>
          <Avatar name={place.accountName} picture={place.avatar} />
          <span className="wechat-who">
            <span className="wechat-name">
              <span className="one-line">{place.accountName}</span>
              {place.certified ? <span className="tag tag-brand">认证</span> : null}
            </span>
            <span className="meta one-line">
              篇均 {count(place.meanRead)} · {place.articleNum} 篇<span className="wide-only"> · {place.domainName}</span>
            </span>
          </span>
          <span className="wechat-index">
            <span className="wechat-wci">
              <span className="unseen">WCI </span>
              {place.wci.toFixed(2)}
            </span>
            <Sparkline points={place.points} />
          </span>
        </button>
      </li>
    ))}
  </ol>
);

export const RankListSkeleton = () => (
  <ol className="wechat-list" aria-busy="true">
    {[1, 2, 3, 4, 5, 6].map((n) => (
      <li key={n} aria-hidden="true">
        <span className="wechat-row">
          <span className="wechat-rank">
            <Skeleton width={20} height={22} />
          </span>
          <Skeleton width={40} height={40} round={20} />
          <span className="wechat-who">
            <Skeleton width="50%" height={18} />
            <Skeleton width="80%" height={12} top={8} />
          </span>
          <Skeleton width={72} height={36} />
        </span>
      </li>
    ))}
  </ol>
);
