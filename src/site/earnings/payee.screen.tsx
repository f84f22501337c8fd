import { Link, useSearchParams } from 'react-router-dom';
import { SpreadLinks } from '../commerce/spread-links.tsx';
import { NavBar } from '../frame/nav-bar.tsx';
import { Revenue } from './revenue.screen.tsx';
import './revenue.css';

const PATH = '/personalCenter/revenue';

/** #47 and #48 for payees who are no authors: earnings, and the links of promoters (`?tab=spread`). */
export function PayeeScreen() {
  const [query] = useSearchParams();
  const links = query.get('tab') === 'spread';
  return (
    <div className="revenue">
      <NavBar title="收益与推广" otherwise="/personalCenter/default" />
      <nav className="tabs" aria-label="收益与推广">
        <Link to={PATH} replace aria-current={links ? undefined : 'page'}>
          收益
        </Link>
        <Link to={`${PATH}?tab=spread`} replace aria-current={links ? 'page' : undefined}>
          推广链接
        </Link>
      </nav>
      {links ? (
        <section aria-label="推广链接">
          <SpreadLinks empty="社里为您开通链接后，点击、订单和佣金显示在这里。" />
        </section>
      ) : (
        <Revenue />
      )}
    </div>
  );
}
