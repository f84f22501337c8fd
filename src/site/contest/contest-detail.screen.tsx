import { useQuery } from '@tanstack/react-query';
import { useParams, useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import type { PublicContest } from '../../../contract/contest/contest.ts';
import { CONTESTS_PATH, contestPath } from '../../../contract/contest/contest-path.ts';
import { CODE } from '../../../contract/error.ts';
import { CallError } from '../../api/call.ts';
import { count } from '../../format/number.ts';
import { loadable } from '../../loading/loadable.ts';
import { session } from '../../session/session.store.ts';
import { useSignIn } from './use-sign-in.ts';
import { NavBar } from '../frame/nav-bar.tsx';
import { usePageHead } from '../frame/page-head.ts';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { ContestArt, groundOf } from './contest-art.tsx';
import { oneContest } from './contest-queries.ts';
import { daysUntil, prizeWords, STATE_WORDS } from './contest-words.ts';
import { ScheduleLine } from './schedule-line.tsx';
import '../frame/rich-text.css';
import './contest.css';

const EntrySheet = loadable(async () => (await import('./entry-sheet.tsx')).EntrySheet);
const MoreTab = loadable(async () => (await import('./contest-tabs.tsx')).MoreTab);
const Places = loadable(async () => (await import('./contest-places.tsx')).Places);

const TABS = { intro: '介绍', rules: '规则', awards: '奖项', judges: '评委', places: '名次' } as const;
type Tab = keyof typeof TABS;

/** #30: a contest with its schedule, and the form to enter it. */
export function ContestDetailScreen() {
  const contestId = Number(useParams()['contestId']) || 0;
  const { data, error, refetch } = useQuery(oneContest(contestId));
  usePageHead(contestPath(contestId), data?.title ?? '', data?.theme);
  if (error instanceof CallError && error.code === CODE.missing && !data)
    return <Empty heading="h1" drawing="find" title="大赛不存在或未发布" reason="看看别的大赛吧。" to={CONTESTS_PATH} action="全部大赛" />;
  return (
    <div className="contest-page">
      {error && !data ? (
        <>
          <NavBar otherwise={CONTESTS_PATH} />
          <Failed heading="h1" error={error} retry={() => void refetch()} to={CONTESTS_PATH} action="全部大赛" />
        </>
      ) : null}
      {data ? (
        <Page one={data} error={error} />
      ) : error ? null : (
        <div aria-busy="true">
          <NavBar otherwise={CONTESTS_PATH} />
          <Skeleton height={240} />
          <div className="contest-part">
            <Skeleton height={72} />
            <Skeleton height={200} top={20} />
          </div>
        </div>
      )}
    </div>
  );
}

function Page({ one, error }: { one: PublicContest; error: unknown }) {
  const [search, setSearch] = useSearchParams();
  const { now } = useSnapshot(session);
  const signIn = useSignIn();
  const open = one.status === 'publicity' || one.status === 'finished';
  const asked = search.get('tab') as Tab | null;
  const tabs = (Object.keys(TABS) as Tab[]).filter((tab) => tab !== 'places' || open);
  const tab = asked && tabs.includes(asked) ? asked : open ? 'places' : 'intro';
  const entering = search.get('enter') === '1' && now.state !== 'anonymous';
  const go = (next: Record<string, string>) => setSearch({ ...(asked ? { tab: asked } : {}), ...next }, { replace: true });
  return (
    <article>
      <header className="contest-head" style={{ background: groundOf(one.contestId) }}>
        <ContestArt contestId={one.contestId} cover={one.cover} />
        <NavBar otherwise={CONTESTS_PATH} />
        <div className="contest-head-words">
          <p>{one.organizer} 主办</p>
          <h1 className="serif">{one.title}</h1>
          {one.theme ? <p>{one.theme}</p> : null}
        </div>
      </header>
      <Stale error={error} />
      <div className="contest-body">
        <dl className="contest-facts card">
          <Facts one={one} />
        </dl>
        {one.status === 'cancelled' ? (
          <p className="contest-part contest-cancelled">大赛已取消。{one.cancelReason}</p>
        ) : (
          <ScheduleLine contest={one} />
        )}
        <div className="tabs" role="tablist" aria-label="大赛">
          {tabs.map((name) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`contest-${name}`}
              aria-selected={tab === name}
              aria-controls="contest-panel"
              onClick={() => setSearch({ tab: name }, { replace: true })}
            >
              {TABS[name]}
            </button>
          ))}
        </div>
        <div id="contest-panel" role="tabpanel" aria-labelledby={`contest-${tab}`} className="contest-part">
          <Panel one={one} tab={tab} />
        </div>
      </div>
      {one.status === 'collecting' ? (
        <div className="contest-bar">
          <span className="meta">还有 {daysUntil(one.submitEnd)} 天截止</span>
          <button
            type="button"
            className="button button-fill button-tall"
            onClick={() => (now.state === 'anonymous' ? signIn() : go({ enter: '1' }))}
          >
            我要参赛
          </button>
        </div>
      ) : null}
      {entering ? <EntrySheet contest={one} submitId={Number(search.get('submit')) || 0} close={() => go({})} /> : null}
    </article>
  );
}

function Facts({ one }: { one: PublicContest }) {
  const [first, second, third] = [
    one.status === 'collecting' ? [`${daysUntil(one.submitEnd)} 天`, '距征稿截止'] : [STATE_WORDS[one.status], '现在'],
    [count(one.entrants), '人参赛'],
    one.prizeFen > 0 ? [prizeWords(one.prizeFen), '奖金合计'] : [`${one.rounds.length} 轮`, '评审'],
  ] as const;
  return (
    <>
      {[first, second, third].map(([value, name], at) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={at === 0 && one.status === 'collecting' ? 'seal-ink' : ''}>{value}</dd>
        </div>
      ))}
    </>
  );
}

function Panel({ one, tab }: { one: PublicContest; tab: Tab }) {
  switch (tab) {
    case 'intro':
      return (
        <>
          {/* Cleaned by the server before it is stored. */}
          <div className="rich-text" dangerouslySetInnerHTML={{ __html: one.intro }} />
          <dl className="contest-list">
            <Line name="组别">{one.groups.join('、')}</Line>
            <Line name="文件">
              {one.fileTypes.join('、')}，每个不超过 {one.fileMaxMb} MB
            </Line>
            <Line name="件数">每人最多 {one.maxPerUser} 件</Line>
            <Line name="团队">{one.allowTeam ? `可以组队，最多 ${one.teamMax} 人` : '只限个人'}</Line>
            {one.coOrganizer ? <Line name="协办">{one.coOrganizer}</Line> : null}
            {one.contact ? <Line name="联系">{one.contact}</Line> : null}
          </dl>
        </>
      );
    case 'places':
      return <Places contest={one} />;
    default:
      return <MoreTab one={one} tab={tab} />;
  }
}

const Line = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
