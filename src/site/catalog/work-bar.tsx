import { Link } from 'react-router-dom';
import type { BookDetail } from '../../../contract/catalog/book.ts';
import { Icon } from '../frame/icon.tsx';
import { NavBar } from '../frame/nav-bar.tsx';
import { CENTRE } from '../frame/places.ts';
import { ShareButton } from './share-button.tsx';

/** The bar above a work on a phone: back, search, share. */
export const WorkBar = ({ work }: { work: BookDetail }) => (
  <div className="phone-only">
    <NavBar otherwise={CENTRE}>
      <Link className="icon-button" to="/cms/main/search" aria-label="搜索">
        <Icon name="search" />
      </Link>
      <ShareButton book={work} />
    </NavBar>
  </div>
);
