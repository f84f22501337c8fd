import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { PERIOD_NAMES, PERIOD_TYPES, periodLabel } from '../../../contract/wechat/rank-period.ts';
import { queryDomain } from '../../../contract/wechat/domain.ts';
import { queryPeriods, queryRank } from '../../../contract/wechat/rank.ts';
import { rankChoice, type RankChoice } from '../../../contract/wechat/wechat.site.ts';
import { queryOf } from '../../api/query-client.ts';
import { Icon } from '../frame/icon.tsx';
import { NavBar } from '../frame/nav-bar.tsx';
import { Sheet } from '../frame/sheet.tsx';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { rankPath } from './rank-address.ts';
import { RankList, RankListSkeleton } from './rank-list.tsx';
import { loadable } from '../../loading/loadable.ts';
import { Skeleton } from '../frame/skeleton.tsx';
import { RankMethod } from './rank-method.tsx';
import { useWide } from './use-wide.ts';
import './wechat.css';

/** Shown when an account is chosen. */
const AccountCard = loadable(async () => (await import('./account-card.tsx')).AccountCard, <Skeleton height={240} />);
/** #18: the ranking of public accounts by week, month or year; the address selects period, domain and account. */
export function RankScreen() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const wide = useWide();
  const choice = rankChoice(params);
  const accountId = Number(params.get('accountId')) || undefined;
  const rank = useQuery(queryOf(queryRank, { query: { ...choice } }));
  const open = (id: number | undefined): void => void navigate(rankPath(choice, id), { replace: true, preventScrollReset: true });
  const { period = null, places = [] } = rank.data ?? {};
  const card = accountId === undefined ? null : <AccountCard accountId={accountId} periodType={choice.periodType} />;
  return (
    <div className="wechat measure">
      <NavBar title="公众号排行" />
      <nav className="tabs" aria-label="榜单周期">
        {PERIOD_TYPES.map((periodType) => (
          <Link
            key={periodType}
            replace
            to={rankPath({ periodType, ...(choice.domainId === undefined ? {} : { domainId: choice.domainId }) })}
            aria-current={choice.periodType === periodType ? 'page' : undefined}
          >
            {PERIOD_NAMES[periodType]}
          </Link>
        ))}
      </nav>
      <Domains choice={choice} />
      <div className="wechat-columns">
        <section className="wechat-main" aria-label="榜单">
          <Periods choice={choice} shown={period?.periodStart} />
          {rank.data ? <Stale error={rank.error} /> : null}
          {rank.isError && !rank.data ? (
            <Failed error={rank.error} retry={() => void rank.refetch()} />
          ) : !rank.data ? (
            <RankListSkeleton />
          ) : period === null || places.length === 0 ? (
            <NoRank choice={choice} published={period !== null} />
          ) : (
            <RankList places={places} chosen={accountId} open={open} />
          )}
          {period ? <RankMethod period={period} /> : null}
        </section>
        {wide ? (
          <aside className="wechat-side" aria-label="公众号">
            {card ? (
              <div className="card wechat-panel">
                <button type="button" className="icon-button wechat-panel-close" aria-label="关闭公众号" onClick={() => open(undefined)}>
                  <Icon name="close" />
                </button>
                {card}
              </div>
            ) : places.length > 0 ? (
              <p className="wechat-side-hint">选一个公众号，看它近 12 期的名次和文章。</p>
            ) : null}
          </aside>
        ) : null}
      </div>
      {!wide && card ? (
        <Sheet title="公众号" close={() => open(undefined)}>
          {card}
        </Sheet>
      ) : null}
    </div>
  );
}

/** No places: nothing is published for this period, or nobody of the domain is in the ranking. The link leads to one that has places. */
function NoRank({ choice: { periodType, periodStart }, published }: { choice: RankChoice; published: boolean }) {
  const [reason, to, action] = published
    ? ['这个领域本期没有公众号上榜。', rankPath({ periodType, ...(periodStart === undefined ? {} : { periodStart }) }), '看全部领域']
    : periodStart !== undefined
      ? ['编辑核对完数据就会发布，先看看别的一期吧。', rankPath({ periodType }), '看最新一期']
      : periodType === 'week'
        ? ['编辑核对完数据就会发布，过几天再来看看。', '/', '回首页']
        : ['编辑核对完数据就会发布，先看看周榜吧。', rankPath({ periodType: 'week' }), '看周榜'];
  return <Empty drawing="lamp" title="本期榜单尚未生成" reason={reason} to={to} action={action} />;
}

function Domains({ choice }: { choice: RankChoice }) {
  const { data = [] } = useQuery(queryOf(queryDomain, {}));
  const { domainId, ...all } = choice;
  return (
    <nav className="wechat-chips" aria-label="领域">
      <Link className="chip" replace to={rankPath(all)} aria-current={domainId === undefined ? 'true' : undefined}>
        <span>全部</span>
      </Link>
      {data.map((one) => (
        <Link
          key={one.domainId}
          className="chip"
          replace
          to={rankPath({ ...all, domainId: one.domainId })}
          aria-current={domainId === one.domainId ? 'true' : undefined}
        >
          <span>{one.domainName}</span>
        </Link>
      ))}
    </nav>
  );
}

/** The published periods, and the ones before and after the shown one. */
function Periods({ choice, shown }: { choice: RankChoice; shown: string | undefined }) {
  const navigate = useNavigate();
  const { periodType } = choice;
  const { data = [] } = useQuery(queryOf(queryPeriods, { query: { periodType } }));
  const value = shown ?? choice.periodStart ?? '';
  const at = data.findIndex((one) => one.periodStart === value);
  const go = (periodStart: string): void => void navigate(rankPath({ ...choice, periodStart }), { replace: true, preventScrollReset: true });
  if (data.length === 0 && value === '') return null;
  const [newer, older] = at < 0 ? [undefined, undefined] : [data[at - 1], data[at + 1]];
  return (
    <div className="wechat-periods">
      <button type="button" className="icon-button" aria-label="上一期" aria-disabled={!older} onClick={() => older && go(older.periodStart)}>
        <Icon name="back" size={20} />
      </button>
      <label className="wechat-period">
        <span className="unseen">哪一期</span>
        <select value={value} onChange={(event) => go(event.target.value)}>
          {at < 0 ? <option value={value}>{value === '' ? '最新一期' : periodLabel(periodType, value)}</option> : null}
          {data.map((one) => (
            <option key={one.periodStart} value={one.periodStart}>
              {periodLabel(periodType, one.periodStart)}
            </option>
          ))}
        </select>
        <Icon name="down" size={18} />
      </label>
      <button type="button" className="icon-button" aria-label="下一期" aria-disabled={!newer} onClick={() => newer && go(newer.periodStart)}>
        <Icon name="right" size={20} />
      </button>
    </div>
  );
}
