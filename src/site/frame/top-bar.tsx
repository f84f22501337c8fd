import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { session } from '../../session/session.store.ts';
import { Avatar } from './avatar.tsx';
import { Logo } from './logo.tsx';
import { Icon } from './icon.tsx';
import { CENTRE } from './places.ts';
import { SEARCH, SearchField } from './search-field.tsx';
import { isAt, type Place, PLACES } from './tab-bar.tsx';

const MORE: readonly Place[] = [
  { to: '/cms/main/collectedWorks', name: '图书阅读' },
  { to: '/cms/main/classification', name: '分类' },
  { to: '/cms/main/cmsScholarHouse', name: '学者馆', also: ['/cms/main/scholar'] },
  { to: '/cms/main/contest', name: '大赛', also: ['/cms/main/contestDetail'] },
  { to: '/cms/main/information', name: '资讯' },
  { to: '/cms/main/notice', name: '通知公告', also: ['/cms/main/noticeDetail'] },
];
const WIDE_CENTRE: Place = { to: CENTRE, name: '阅读中心', also: ['/cms/main/bookDetail'] };

/** From 768 px on: four links on a tablet, plus search and shelf on a desktop. The search page has its own, larger field. */
export function TopBar({ path, bag }: { path: string; bag: ReactNode }) {
  const { now } = useSnapshot(session);
  const isInMore = MORE.some((place) => isAt(place, path));
  const link = (place: Place, className?: string) => (
    <Link key={place.to} to={place.to} className={className} aria-current={isAt(place, path) ? 'page' : undefined}>
      {place.name}
    </Link>
  );
  return (
    <header className="top-bar">
      <div className="top-bar-row measure">
        <Link className="logo" to="/" aria-label="书舟首页">
          <Logo size={30} />
          书舟
        </Link>
        <nav aria-label="主导航">
          {PLACES.map((place) =>
            link(place.to === CENTRE && isInMore ? WIDE_CENTRE : place, place.icon === 'shelf' || place.icon === 'me' ? 'tablet-place' : undefined),
          )}
          {MORE.map((place) => link(place, 'top-bar-more'))}
        </nav>
        {path === SEARCH ? (
          <span className="top-bar-search" />
        ) : (
          <SearchField className="top-bar-search" label="全站搜索" placeholder="搜书、作者、书里的一句话" />
        )}
        {bag}
        <Link
          className="top-bar-link top-bar-person"
          to="/personalCenter/favorite"
          aria-current={path === '/personalCenter/favorite' ? 'page' : undefined}
        >
          <Icon name="shelf" size={22} />
          书架
        </Link>
        {now.state === 'anonymous' ? (
          <Link className="top-bar-link top-bar-person" to="/cmsLogin">
            登录
          </Link>
        ) : (
          <Link className="icon-button top-bar-person" to="/personalCenter/default" aria-label="我的">
            {now.state === 'authenticated' ? (
              <Avatar name={now.user.nickName || now.user.userName} picture={now.user.avatar} size={36} />
            ) : (
              <Icon name="me" />
            )}
          </Link>
        )}
      </div>
    </header>
  );
}
