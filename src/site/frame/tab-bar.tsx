import { Link } from 'react-router-dom';
import { Icon, type IconName } from './icon.tsx';
import { CENTRE } from './places.ts';

export interface Place {
  readonly to: string;
  readonly name: string;
  /** Further addresses of the same tab. */
  readonly also?: readonly string[];
}

interface Tab extends Place {
  readonly icon: IconName;
}

/** Pages of 我的. */
const OWN = ['download', 'notes', 'words', 'reading', 'errata', 'profile'];
export const PLACES: readonly Tab[] = [
  { to: '/', name: '首页', icon: 'home', also: ['/cms/main/cmsHomeIndex'] },
  {
    to: CENTRE,
    name: '阅读中心',
    icon: 'compass',
    also: [
      '/cms/main/collectedWorks',
      '/cms/main/classification',
      '/cms/main/bookDetail',
      '/cms/main/collectedVideoDetail',
      '/cms/main/collectedVideoPlay',
    ],
  },
  { to: '/personalCenter/favorite', name: '书架', icon: 'shelf' },
  { to: '/personalCenter/default', name: '我的', icon: 'me', also: OWN.map((room) => `/personalCenter/${room}`) },
];

export const isAt = (place: Place, path: string): boolean =>
  path === place.to || (place.also ?? []).some((other) => path === other || path.startsWith(`${other}/`));

export function TabBar({ path }: { path: string }) {
  return (
    <nav className="tab-bar" aria-label="主导航">
      {PLACES.map((place) => (
        <Link key={place.to} to={place.to} aria-current={isAt(place, path) ? 'page' : undefined}>
          <Icon name={place.icon} />
          <span>{place.name}</span>
        </Link>
      ))}
    </nav>
  );
}
